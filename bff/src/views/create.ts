/** Saved views of the board. */
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Views } from './views.ts';

export function createViews(options: Pick<Wiring, 'db' | 'activity'>): Capability {
  const views = new Views(options);
  return {
    routes: (router) =>
      mountRoutes(router, VIEW_ROUTES, {
        listViews: async ({ session }) => ({ items: await views.list(session) }),
        createView: ({ body, session }) => views.create(body, session),
        updateView: ({ params, body, session }) => views.update(params.view_id, body, session),
        deleteView: ({ params, session }) => views.remove(params.view_id, session),
      }),
  };
}
