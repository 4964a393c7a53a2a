import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import type { Job } from '@waypost/contract/api/jobs';
import { AdministratorsOnly } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { jobKindText } from '../../live/job-kinds.ts';
import { AgeAndFullTime, ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconAlertTriangleFilled, IconCheck, IconClock, IconRefresh } from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { CardLine, Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { fromNowText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import type { JobsSearch } from './search.ts';

export function JobsView(props: ViewProps<JobsSearch>) {
  return (
    <AdministratorsOnly title="Background jobs" denied="Background jobs are for administrators">
      <Jobs {...props} />
    </AdministratorsOnly>
  );
}

const REFRESH_MS = 10_000;
const idOf = ({ job_id }: Job) => job_id;

function Jobs({ search, onSearch }: ViewProps<JobsSearch>) {
  const {
    data: jobs,
    error,
    refetch,
    dataUpdatedAt,
  } = useRead(JOB_ROUTES.listJobs, queryKeys.jobs(), {
    select: itemsOf,
    background: 'always',
    refetchInterval: REFRESH_MS,
  });
  return (
    <ResourceList
      title="Background jobs"
      id="job-list"
      words={['job', 'jobs']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['job']}
      rows={jobs}
      keyOf={idOf}
      error={error}
      onRetry={() => void refetch()}
      columns={COLUMNS}
      cards={CARDS}
      empty={
        <EmptyState icon={<IconCheck size={32} stroke={1.5} />} title="Nothing waits, nothing failed">
          Emails, webhook deliveries and other work in the background are listed here while they wait, and
          when they have failed for good.
        </EmptyState>
      }
      record={{
        nameOf: ({ kind }) => jobKindText(kind),
        missing: 'It has probably finished.',
        body: (job) => <About job={job} />,
      }}
      foot={{ readAt: dataUpdatedAt }}
    />
  );
}

function About({ job }: { readonly job: Job }) {
  const client = useQueryClient();
  const { busy, attempt } = useAttempt();
  const retry = useWrite(JOB_ROUTES.retryJob, {
    onSuccess: (list) => client.setQueryData(queryKeys.jobs(), list),
  });
  const { job_id, state, problem, created_at, next_try_at, failed_at } = job;
  return (
    <>
      <Section title="Status" aside={<State job={job} />}>
        <Facts>
          <Fact name="Problem">{problem}</Fact>
          <Fact name="Tries">
            {job.tries} of {job.max_tries}
          </Fact>
          <Fact name="Next try">{next_try_at && <AgeAndFullTime at={next_try_at} />}</Fact>
          <Fact name="Failed">{failed_at && <AgeAndFullTime at={failed_at} />}</Fact>
          <Fact name="Created">
            <AgeAndFullTime at={created_at} />
          </Fact>
          <Fact name="Job ID">
            <MonoId label="job ID" value={job_id} max={30} />
          </Fact>
        </Facts>
      </Section>
      {state === 'failed' && (
        <Section title="Try again">
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={busy !== false}
            onClick={() =>
              void attempt('Not retried', async () => {
                await retry.mutateAsync({ params: { job_id } });
                toast({ title: 'Running again' });
              })
            }
          >
            Retry job
          </Button>
        </Section>
      )}
    </>
  );
}

function State({ job: { state, next_try_at } }: { readonly job: Job }) {
  const waits = useNow((now) => {
    if (next_try_at === null || Date.parse(next_try_at) <= now) return 'Due now';
    return `Next try ${fromNowText(next_try_at, now)}`;
  });
  return state === 'failed' ? (
    <Status icon={IconAlertTriangleFilled} tone="strong">
      Failed
    </Status>
  ) : (
    <Status icon={IconClock} tone="quiet">
      {waits}
    </Status>
  );
}

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'kind',
    header: 'Job',
    width: '2fr',
    cell: (job) => (
      <>
        <Primary title={jobKindText(job.kind)}>{jobKindText(job.kind)}</Primary>
        {job.problem && <Secondary title={job.problem}>{job.problem}</Secondary>}
      </>
    ),
  },
  { id: 'state', header: 'Status', width: '1fr', cell: (job) => <State job={job} /> },
  {
    id: 'tries',
    header: 'Tries',
    width: 88,
    visibleFrom: 720,
    cell: ({ tries, max_tries }) => `${tries} of ${max_tries}`,
  },
  { id: 'created', header: 'Created', width: 128, cell: ({ created_at }) => <Age at={created_at} ago /> },
];

const CARDS: Cards<Job> = {
  height: 84,
  render: (job) => (
    <>
      <CardLine>
        <Primary title={jobKindText(job.kind)}>{jobKindText(job.kind)}</Primary>
        <Age at={job.created_at} ago />
      </CardLine>
      <CardLine>
        <State job={job} />
      </CardLine>
      <CardLine>{job.problem && <Secondary title={job.problem}>{job.problem}</Secondary>}</CardLine>
    </>
  ),
};
