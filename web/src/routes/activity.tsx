/** `/activity` */
import { createRoute } from '@tanstack/react-router';
import { activitySearch } from '../features/activity/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  validateSearch: activitySearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/activity/ActivityView.tsx')).ActivityView),
});
