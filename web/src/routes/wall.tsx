/** `/wall` */
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wall',
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/WallPage.tsx'), 'WallPage'),
});
