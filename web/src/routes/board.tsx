/** `/` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { boardSearch } from '../features/board/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const loadBoardPage = () => import('../pages/BoardRoute.tsx');

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: boardSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(loadBoardPage, 'BoardRoute'),
});
