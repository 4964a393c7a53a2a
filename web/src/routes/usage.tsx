/** `/usage` */
import { createRoute } from '@tanstack/react-router';
import { usageSearch } from '../features/usage/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: usageSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/usage/UsageView.tsx')).UsageView),
});
