/** Share agreements and connections. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { CurrentSession } from '../auth/sessions.ts';
import type { By } from '../creates/creates.ts';
import { mount } from '../http/route.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { TokenSource } from '../service/service-token.ts';

export interface AgreementRoutesOptions {
  readonly onboarding: Onboarding;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

export function mountAgreements(router: Router, { onboarding, tokenOf }: AgreementRoutesOptions): void {
  const { desk, directory } = onboarding;
  const by = (session: CurrentSession): By => ({ ...session, token: () => tokenOf(session) });
  const idOf = (id: string) => id.toLowerCase();

  mount(router, API_ROUTES.listAgreements, async ({ query, session }) => {
    onboarding.listen(session);
    return { status: 200, body: await desk.list(query.fresh === 'true') };
  });

  mount(router, API_ROUTES.readAgreement, async ({ params }) => ({
    status: 200,
    body: await desk.detail(idOf(params.share_agreement_id)),
  }));

  mount(router, API_ROUTES.updateAgreement, async ({ params, body, session }) => ({
    status: 200,
    body: await desk.update(idOf(params.share_agreement_id), body, by(session)),
  }));

  mount(router, API_ROUTES.cancelAgreement, async ({ params, body, session }) => ({
    status: 200,
    body: await desk.cancel(idOf(params.share_agreement_id), body.confirm, by(session)),
  }));

  mount(router, API_ROUTES.deleteAgreement, async ({ params, body, session }) => {
    await desk.delete(idOf(params.share_agreement_id), body.confirm, by(session));
    return { status: 204 };
  });

  mount(router, API_ROUTES.listConnections, async ({ query }) => {
    const { connections, read_at, problem, unread } = await directory.get(query.fresh === 'true');
    return {
      status: 200,
      body: {
        items: connections,
        known: directory.lists.connections,
        read_at: read_at === null ? null : new Date(read_at).toISOString(),
        read_problem: problem,
        unread: unread.connections,
      },
    };
  });

  mount(router, API_ROUTES.deleteConnection, async ({ params, body, session }) => {
    await desk.deleteConnection(idOf(params.connection_id), body.confirm, by(session));
    return { status: 204 };
  });
}
