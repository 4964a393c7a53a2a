/** Fleet invitations and TMS invitations: the list, the link when it is asked for, chasing and withdrawing. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { Problem } from '../http/problems.ts';
import { mountRoutes } from '../http/route.ts';
import { createdAnswer, intentIdOf } from '../intents/routes.ts';
import type { OnboardingRoutesOptions } from './create.ts';
import { toInvitationResponse } from './invitation-response.ts';

export function mountInvitations(router: Router, options: OnboardingRoutesOptions): void {
  const { onboarding, intents } = options;
  const { tokenOf, actorOf } = options.auth;
  const { invitations, invitationCommands, tmsInvitations } = onboarding;

  const found = async (key: string) => {
    const row = await invitations.row(key);
    if (!row) throw Problem.notFound('Invitation not found', 'Refresh the list');
    return row;
  };

  mountRoutes(router, API_ROUTES, {
    createInvitation: async ({ body, session, request }) => {
      onboarding.subscribeFor(session);
      const added = await onboarding.added(body, session);
      const command = { kind: 'invitation', body, added, intent_id: intentIdOf(request) } as const;
      const outcome = await intents.send(command, actorOf(session));
      // Its intent holds our name for it; what it is like is known elsewhere.
      const { key } = (outcome.result ?? {}) as { readonly key?: string };
      const row = key === undefined ? undefined : await invitations.row(key);
      const result = row ? toInvitationResponse(row) : null;
      const { status, body: created } = createdAnswer({ ...outcome, result }, [201, 200]);
      const changed = invitations.changedBy(outcome.row.id);
      return { status, body: { ...created, refreshed: status === 200, changed } };
    },
    listInvitations: async ({ response, session }) => {
      onboarding.subscribeFor(session);
      const [items, sources] = await Promise.all([invitations.listJson(), onboarding.invitationSources()]);
      response
        .status(200)
        .set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
        .send(`{"items":[${items.join(',')}],"sources":${JSON.stringify(sources)}}`);
      return undefined;
    },
    invitationDefaults: () => onboarding.defaults(),
    readInvitation: async ({ params }) => invitations.detail(await found(params.key)),
    refreshInvitationState: async ({ params, session }) => {
      const read = await invitationCommands.read(await found(params.key), await tokenOf(session));
      if (!read)
        throw new Problem(
          502,
          'assumption_failed',
          "The tracking service can't refresh a single invitation",
          {
            detail:
              'Waypost shows the last data it received. If your tracking service supports it, an administrator can set the address in SERVICE_ASSUMPTIONS',
          },
        );
      return await invitations.detail(await found(params.key));
    },
    showInvitationLink: async ({ params, session }) =>
      invitationCommands.link(await found(params.key), actorOf(session)),
    shareInvitation: async ({ params, body, session }) =>
      invitationCommands.share(await found(params.key), body.how, body.to, actorOf(session)),
    unshareInvitation: async ({ params, session }) =>
      invitationCommands.unshare(await found(params.key), actorOf(session)),
    chaseInvitation: async ({ params, body, session }) =>
      invitationCommands.chase(await found(params.key), body, actorOf(session)),
    undoInvitationChase: async ({ params, session }) =>
      invitationCommands.undoChase(await found(params.key), actorOf(session)),
    deleteInvitation: async ({ params, session }) => {
      const row = await found(params.key);
      if (row.status === 'deleted') return toInvitationResponse(row);
      return await invitationCommands.delete(row, actorOf(session));
    },
    listTmsInvitations: () => tmsInvitations.list(),
    // Before the one with a key in its place.
    deleteTmsInvitationById: ({ body, session }) =>
      tmsInvitations.delete(body.tms_invitation_id.toLowerCase(), actorOf(session)),
    deleteTmsInvitation: ({ params, session }) => tmsInvitations.deleteByKey(params.key, actorOf(session)),
  });
}
