/** `/settings` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/SettingsPage.tsx'), 'SettingsPage'),
});
