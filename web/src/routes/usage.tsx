/** `/usage` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { usageSearch } from '../features/usage/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: usageSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/UsagePage.tsx'), 'UsagePage'),
});
