/** The header strip. */
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import type { Logger } from 'pino';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Upstream } from '../upstream/create.ts';
import { Overviews } from './overview.ts';

export function createOverview({ client, endpoints }: Upstream, log: Logger): Capability {
  const overviews = new Overviews({ client, endpoints, log });
  return {
    routes: (router) =>
      mountRoutes(router, OVERVIEW_ROUTES, { overview: ({ query }) => overviews.get(query) }),
  };
}
