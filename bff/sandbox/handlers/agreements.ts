/** Share agreements; the list and cancel endpoints are assumed. */
import type { Agreements } from '../agreements/agreements.ts';
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';

export function agreementHandlers(
  agreements: Agreements,
): Pick<Handlers, 'listAgreements' | 'updateAgreement' | 'deleteAgreement' | 'cancelAgreement'> {
  return {
    listAgreements({ query }) {
      const { fleet_id, fleet_ref, share_agreement_status } = query;
      const fleetId = fleet_id?.toLowerCase();
      const found = agreements.all.filter(
        (agreement) =>
          (fleetId === undefined || agreement.fleet_id === fleetId) &&
          (fleet_ref === undefined || agreement.fleet_ref === fleet_ref) &&
          (share_agreement_status === undefined || agreement.status === share_agreement_status),
      );
      const listing = listingOf(found, ({ fleet_ref: ref, id }) => [ref ?? null, id]);
      return { status: 200, body: pageOf('listAgreements', query, listing) };
    },
    updateAgreement({ params, body }) {
      return { status: 200, body: agreements.update(params.share_agreement_id, body) };
    },
    deleteAgreement({ params }) {
      agreements.delete(params.share_agreement_id);
      return { status: 204 };
    },
    cancelAgreement({ params }) {
      return { status: 200, body: agreements.cancel(params.share_agreement_id) };
    },
  };
}
