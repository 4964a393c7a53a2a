/** Fleet invitations and TMS invitations: the list, the link when it is asked for, chasing and withdrawing. */
import { invitationStage } from '@waypost/contract/api/invitation-stage';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { CurrentSession } from '../auth/sessions.ts';
import type { By } from '../creates/creates.ts';
import { Problem } from '../http/problems.ts';
import { mount } from '../http/route.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { TokenSource } from '../service/service-token.ts';

export interface InvitationRoutesOptions {
  readonly onboarding: Onboarding;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

export function mountInvitations(router: Router, { onboarding, tokenOf }: InvitationRoutesOptions): void {
  const { book, invitations, tms } = onboarding;
  const by = (session: CurrentSession): By => ({ ...session, token: () => tokenOf(session) });

  const found = async (key: string) => {
    const row = await book.row(key);
    if (!row)
      throw new Problem(404, 'not_found', 'No such invitation is known here', {
        detail: 'Read the list anew',
      });
    return row;
  };

  mount(router, API_ROUTES.listInvitations, async ({ response, session }) => {
    onboarding.listen(session);
    const [items, sources] = await Promise.all([book.listJson(), onboarding.invitationSources()]);
    response
      .status(200)
      .set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .send(`{"items":[${items.join(',')}],"sources":${JSON.stringify(sources)}}`);
    return undefined;
  });

  mount(router, API_ROUTES.invitationDefaults, async () => ({
    status: 200,
    body: await onboarding.defaults(),
  }));

  mount(router, API_ROUTES.readInvitation, async ({ params }) => ({
    status: 200,
    body: await book.detail(await found(params.key)),
  }));

  mount(router, API_ROUTES.refreshInvitationState, async ({ params, session }) => {
    const read = await invitations.read(await found(params.key), await tokenOf(session));
    if (!read)
      throw new Problem(502, 'assumption_failed', 'The service offers no way to read an invitation', {
        detail: 'What is shown comes from answers and events; see SERVICE_ASSUMPTIONS if yours differs',
      });
    return { status: 200, body: await book.detail(await found(params.key)) };
  });

  mount(router, API_ROUTES.showInvitationLink, async ({ params, session }) => {
    const row = await found(params.key);
    if (row.status === 'deleted')
      throw new Problem(409, 'conflict', 'This invitation was withdrawn', {
        detail: 'Its link opens nothing any more; create a new one',
      });
    return { status: 200, body: await invitations.link(row, by(session)) };
  });

  mount(router, API_ROUTES.chaseInvitation, async ({ params, body, session }) => ({
    status: 200,
    body: await invitations.chase(await found(params.key), body.note, by(session)),
  }));

  mount(router, API_ROUTES.deleteInvitation, async ({ params, session }) => {
    const row = await found(params.key);
    const stage = invitationStage({ status: row.status, expires_at: null, viewed_at: null }, 0);
    if (stage === 'deleted') return { status: 200, body: invitations.item(row) };
    return { status: 200, body: await invitations.delete(row, by(session)) };
  });

  mount(router, API_ROUTES.listTmsInvitations, async () => ({
    status: 200,
    body: await tms.list(),
  }));

  // Before the one with a key in its place.
  mount(router, API_ROUTES.deleteTmsInvitationById, async ({ body, session }) => {
    await tms.delete(body.tms_invitation_id.toLowerCase(), by(session));
    return { status: 204 };
  });

  mount(router, API_ROUTES.deleteTmsInvitation, async ({ params, session }) => {
    await tms.deleteByKey(params.key, by(session));
    return { status: 204 };
  });
}
