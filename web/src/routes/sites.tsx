/** `/sites` */
import { createRoute } from '@tanstack/react-router';
import { sitesSearch } from '../features/sites/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sites',
  validateSearch: sitesSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/sites/SitesView.tsx')).SitesView),
});
