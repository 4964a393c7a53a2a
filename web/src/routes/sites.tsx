/** `/sites` */
import { createRoute } from '@tanstack/react-router';
import { sitesSearch } from '../features/sites/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites',
  validateSearch: sitesSearch,
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/SitesPage.tsx'), 'SitesPage'),
});
