/** `/deliveries` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deliveriesSearch } from '../features/deliveries/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/DeliveriesPage.tsx'), 'DeliveriesPage'),
});
