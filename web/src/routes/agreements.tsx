/** `/agreements` */
import { createRoute } from '@tanstack/react-router';
import { agreementsSearch } from '../features/agreements/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const agreementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agreements',
  validateSearch: agreementsSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/agreements/AgreementsView.tsx')).AgreementsView),
});
