/** Share agreements and connections. */

import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { activityEntryOf } from '../activity/routes.ts';
import { mountRoutes } from '../http/route.ts';
import { toIso } from '../lib/time.ts';
import type { OnboardingRoutesOptions } from './create.ts';

export function mountAgreements(router: Router, options: OnboardingRoutesOptions): void {
  const { onboarding, directory } = options;
  const { agreements } = onboarding;
  const { actorOf } = options.auth;
  const idOf = (id: string) => id.toLowerCase();

  mountRoutes(router, API_ROUTES, {
    listAgreements: async ({ query, session }) => {
      onboarding.subscribeFor(session);
      return await agreements.list(query.fresh === 'true');
    },
    readAgreement: ({ params }) => agreements.detail(idOf(params.share_agreement_id)),
    agreementHistory: async ({ params }) => {
      const rows = await agreements.history(idOf(params.share_agreement_id));
      return { items: rows.map(activityEntryOf) };
    },
    updateAgreement: ({ params, body, session }) =>
      agreements.update(idOf(params.share_agreement_id), body, actorOf(session)),
    cancelAgreement: ({ params, body, session }) =>
      agreements.cancel(idOf(params.share_agreement_id), body.confirm, actorOf(session)),
    deleteAgreement: ({ params, body, session }) =>
      agreements.delete(idOf(params.share_agreement_id), body.confirm, actorOf(session)),
    listConnections: async ({ query }) => {
      const { connections, read_at, problem, unread } = await directory.get(query.fresh === 'true');
      return {
        items: connections,
        known: directory.lists.connections,
        read_at: toIso(read_at),
        read_problem: problem,
        unread: unread.connections,
      };
    },
    deleteConnection: ({ params, body, session }) =>
      agreements.deleteConnection(idOf(params.connection_id), body.confirm, actorOf(session)),
  });
}
