/** The header strip. */
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Overviews } from '../overview/overview.ts';

export function mountOverview(router: Router, { overviews }: { overviews: Overviews }): void {
  mount(router, OVERVIEW_ROUTES.overview, async ({ query }) => ({
    status: 200,
    body: await overviews.get(query),
  }));
}
