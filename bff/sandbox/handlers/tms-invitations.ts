/** TMS invitations; the list is assumed. */
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';
import type { TmsInvitations } from '../invitations/tms.ts';

export function tmsInvitationHandlers(
  invitations: TmsInvitations,
): Pick<Handlers, 'deleteTmsInvitation' | 'listTmsInvitations'> {
  return {
    deleteTmsInvitation({ params }) {
      invitations.delete(params.tms_invitation_id);
      return { status: 204 };
    },
    listTmsInvitations({ query }) {
      const listing = listingOf(invitations.all, ({ created_at, id }) => [created_at ?? null, id], [
        'desc',
        'asc',
      ]);
      return { status: 200, body: pageOf('listTmsInvitations', query, listing) };
    },
  };
}
