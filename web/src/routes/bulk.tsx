/** `/bulk`, `/bulk/new`, `/bulk/{job_id}` */
import { createRoute } from '@tanstack/react-router';
import { jobSearch, newJobSearch } from '../features/bulk/search.ts';
import { lazyPage } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

const load = () => import('../pages/BulkPages.tsx');

export const bulkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bulk',
  beforeLoad: needsSession,
  component: lazyPage(load, 'BulkPage'),
});

export const newBulkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bulk/new',
  validateSearch: newJobSearch,
  beforeLoad: needsSession,
  component: lazyPage(load, 'NewBulkPage'),
});

export const bulkJobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bulk/$job_id',
  validateSearch: jobSearch,
  beforeLoad: needsSession,
  component: lazyPage(load, 'BulkJobPage'),
});
