/** `/agreements` */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { agreementsSearch } from '../features/agreements/search.ts';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const agreementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agreements',
  validateSearch: agreementsSearch,
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('../pages/AgreementsPage.tsx'), 'AgreementsPage'),
});
