/** `/bulk`, `/bulk/new` and `/bulk/{job_id}`: many invitations or users at once, with their addresses. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { JobList } from '../features/bulk/JobList.tsx';
import { JobView } from '../features/bulk/JobView.tsx';
import { NewJob } from '../features/bulk/NewJob.tsx';
import type { JobSearch } from '../features/bulk/search.ts';
import { TITLE } from '../features/bulk/words.ts';
import { PageFrame } from './PageFrame.tsx';

const newRoute = getRouteApi('/bulk/new');
const jobRoute = getRouteApi('/bulk/$job_id');
const ABOVE = <Link to="/bulk">Jobs</Link>;

export function BulkPage() {
  return (
    <WithQueries>
      <JobList
        frame={({ actions, children }) => (
          <PageFrame title="Bulk jobs" tab="Jobs" actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}

export function NewBulkPage() {
  const { kind } = newRoute.useSearch();
  const navigate = newRoute.useNavigate();
  const onBegun = useCallback(
    (job_ids: readonly string[]) => {
      const [job_id] = job_ids;
      if (job_ids.length === 1 && job_id) void navigate({ to: '/bulk/$job_id', params: { job_id } });
      else void navigate({ to: '/bulk' });
    },
    [navigate],
  );
  return (
    <WithQueries>
      <NewJob
        kind={kind}
        newId={() => crypto.randomUUID()}
        onBegun={onBegun}
        frame={({ children }) => (
          <PageFrame title={TITLE[kind]} tab="Jobs" above={ABOVE}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}

export function BulkJobPage() {
  const { job_id } = jobRoute.useParams();
  const search = jobRoute.useSearch();
  const navigate = jobRoute.useNavigate();
  const onSearch = useCallback(
    (change: Partial<JobSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return (
    <WithQueries>
      <JobView
        key={job_id}
        job_id={job_id}
        search={search}
        onSearch={onSearch}
        frame={({ title, filters, actions, children }) => (
          <PageFrame title={title} tab="Jobs" above={ABOVE} filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
