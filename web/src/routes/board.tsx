/** `/` */
import { createRoute } from '@tanstack/react-router';
import { boardSearch } from '../features/board/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const loadBoardPage = () => import('../pages/BoardRoute.tsx');

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: boardSearch,
  beforeLoad: needsSession,
  component: lazyPage(loadBoardPage, 'BoardRoute'),
});
