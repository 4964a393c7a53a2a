/** `/activity` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { activitySearch } from '../features/activity/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  validateSearch: activitySearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/ActivityPage.tsx'), 'ActivityPage'),
});
