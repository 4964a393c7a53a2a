/** `/sites` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { sitesSearch } from '../features/sites/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites',
  validateSearch: sitesSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/SitesPage.tsx'), 'SitesPage'),
});
