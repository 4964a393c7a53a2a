/** `/archive` */
import { createRoute } from '@tanstack/react-router';
import { archiveSearch } from '../features/archive/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const archiveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/archive',
  validateSearch: archiveSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/archive/ArchiveView.tsx')).ArchiveView),
});
