/** `/handover` */
import { createRoute } from '@tanstack/react-router';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const handoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/handover',
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/loads/handover/HandoverView.tsx')).HandoverView),
});
