/** `/` */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { boardSearch } from '../features/board/search.ts';
import { rootRoute } from './root.tsx';

export const loadBoardPage = () => import('../pages/BoardRoute.tsx');

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: boardSearch,
  beforeLoad: async ({ context, location }) => {
    const state = await context.session.ready();
    if (state.phase === 'unreachable') throw state.problem;
    if (state.phase === 'out')
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return_to: location.href } });
  },
  component: lazyRouteComponent(loadBoardPage, 'BoardRoute'),
});
