/** `/outgoing-webhooks` */
import { createRoute } from '@tanstack/react-router';
import { outgoingWebhooksSearch } from '../features/outgoing-webhooks/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const outgoingWebhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/outgoing-webhooks',
  validateSearch: outgoingWebhooksSearch,
  beforeLoad: needsSession,
  component: lazyView(
    async () => (await import('../features/outgoing-webhooks/OutgoingWebhooksView.tsx')).OutgoingWebhooksView,
  ),
});
