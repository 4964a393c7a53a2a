/** `/api-keys` */
import { createRoute } from '@tanstack/react-router';
import { apiKeysSearch } from '../features/api-keys/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const apiKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  validateSearch: apiKeysSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/api-keys/ApiKeysView.tsx')).ApiKeysView),
});
