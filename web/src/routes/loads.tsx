/** `/loads/new` */
import { createRoute } from '@tanstack/react-router';
import { newLoadSearch } from '../features/post-load/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const newLoadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/loads/new',
  validateSearch: newLoadSearch,
  beforeLoad: needsSession,
  component: lazyPage(() => import('../pages/NewLoadPage.tsx'), 'NewLoadPage'),
});
