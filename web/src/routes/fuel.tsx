/** `/fuel` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fuelSearch } from '../features/fuel/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const fuelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fuel',
  validateSearch: fuelSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/FuelPage.tsx'), 'FuelPage'),
});
