/** `/deliveries` */
import { createRoute } from '@tanstack/react-router';
import { deliveriesSearch } from '../features/deliveries/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/deliveries/DeliveriesView.tsx')).DeliveriesView),
});
