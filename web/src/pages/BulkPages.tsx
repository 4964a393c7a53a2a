import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { JobList } from '../features/bulk/JobList.tsx';
import { JobView } from '../features/bulk/JobView.tsx';
import { NewJob } from '../features/bulk/NewJob.tsx';
import type { JobSearch, NewJobSearch } from '../features/bulk/search.ts';
import type { ViewProps } from '../ui/page-frame.tsx';
import { viewPage } from './PageFrame.tsx';

const jobRoute = getRouteApi('/bulk/$job_id');

export const BulkPage = viewPage(JobList);

export const NewBulkPage = viewPage(function NewBulk({ search: { kind } }: ViewProps<NewJobSearch>) {
  const navigate = useNavigate();
  return (
    <NewJob
      kind={kind}
      onCreated={(job_ids) => {
        const [job_id] = job_ids;
        if (job_ids.length === 1 && job_id) void navigate({ to: '/bulk/$job_id', params: { job_id } });
        else void navigate({ to: '/bulk' });
      }}
    />
  );
});

export const BulkJobPage = viewPage(function BulkJob(view: ViewProps<JobSearch>) {
  const { job_id } = jobRoute.useParams();
  return <JobView key={job_id} job_id={job_id} {...view} />;
});
