/** `/sign-in`: signed out, or a sign-in that failed. Whoever is signed in already goes on to where they wanted. */
import { createRoute, redirect } from '@tanstack/react-router';
import { signInSearch } from '../features/session/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    const { phase } = await context.session.ready();
    if (phase === 'in') throw redirect({ href: search.return_to ?? '/' });
  },
  component: lazyPage(() => import('../pages/SignedOutPage.tsx'), 'SignedOutPage'),
});
