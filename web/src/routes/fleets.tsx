/** `/fleets`, `/fleets/{fleet_id}` */
import { createRoute } from '@tanstack/react-router';
import { fleetsSearch } from '../features/fleets/search.ts';
import { lazyPage, lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const fleetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fleets',
  validateSearch: fleetsSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../pages/FleetsPage.tsx')).FleetsPage),
});

export const fleetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fleets/$fleet_id',
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/FleetPage.tsx'), 'FleetPage'),
});
