/** `/drivers`, `/drivers/new` */
import { createRoute } from '@tanstack/react-router';
import { driversSearch, newDriverSearch } from '../features/drivers/search.ts';
import { lazyPage, lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const driversRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/drivers',
  validateSearch: driversSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/drivers/DriversView.tsx')).DriversView),
});

export const newDriverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/drivers/new',
  validateSearch: newDriverSearch,
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/NewDriverPage.tsx'), 'NewDriverPage'),
});
