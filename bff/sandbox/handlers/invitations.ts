/** Fleet invitations, newest first; all paths are assumed. */
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';
import type { Invitations } from '../invitations/invitations.ts';

export function invitationHandlers(
  invitations: Invitations,
): Pick<Handlers, 'createInvitation' | 'listInvitations' | 'getInvitation' | 'deleteInvitation'> {
  return {
    createInvitation({ body }) {
      const { record, isNew } = invitations.create(body);
      return { status: isNew ? 201 : 200, body: invitations.answer(record) };
    },
    listInvitations({ query }) {
      const found = [...invitations.all].filter(
        ({ request }) => query.fleet_ref === undefined || request.fleet_ref === query.fleet_ref,
      );
      const listing = listingOf(found, ({ created_at, id }) => [created_at, id], ['desc', 'asc']);
      const responses = { ...listing, itemAt: (index: number) => invitations.answer(listing.itemAt(index)) };
      return { status: 200, body: pageOf('listInvitations', query, responses) };
    },
    getInvitation({ params }) {
      return { status: 200, body: invitations.answer(invitations.get(params.invitation_id)) };
    },
    deleteInvitation({ params }) {
      invitations.delete(invitations.get(params.invitation_id));
      return { status: 204 };
    },
  };
}
