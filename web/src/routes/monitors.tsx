/** `/monitors`, `/monitors/new`, `/monitors/{monitor_id}` */
import { createRoute } from '@tanstack/react-router';
import { monitorsSearch, newMonitorSearch } from '../features/monitors/search.ts';
import { lazyPage, lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const monitorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/monitors',
  validateSearch: monitorsSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/monitors/watch/MonitorsView.tsx')).MonitorsView),
});

export const newMonitorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/monitors/new',
  validateSearch: newMonitorSearch,
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/NewMonitorPage.tsx'), 'NewMonitorPage'),
});

export const monitorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/monitors/$monitor_id',
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/MonitorPage.tsx'), 'MonitorPage'),
});
