/** `/shift-report` */
import { createRoute } from '@tanstack/react-router';
import { shiftSearch } from '../features/loads/handover/shift-search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const shiftReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shift-report',
  validateSearch: shiftSearch,
  beforeLoad: needsSession,
  component: lazyView(
    async () => (await import('../features/loads/handover/ShiftReportView.tsx')).ShiftReportView,
  ),
});
