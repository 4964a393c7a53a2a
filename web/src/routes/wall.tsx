/** `/wall` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wall',
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/WallPage.tsx'), 'WallPage'),
});
