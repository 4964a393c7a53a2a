/** `/settings` */
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/SettingsPage.tsx'), 'SettingsPage'),
});
