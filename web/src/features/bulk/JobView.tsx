/** One job: how far it is and what may be done about it, then every row with its outcome. Moved by the stream, never by asking. */
import { Button } from '@mantine/core';
import type { BulkJobDetail } from '@waypost/contract/api/bulk';
import { type ReactNode, useMemo } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useConnection, useLive } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { download, fileName } from '../../ui/download.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconDownload, IconSearch } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/keys.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { filterOf, tally } from './counts.ts';
import { JobHead } from './JobHead.tsx';
import { Denied } from './JobList.tsx';
import { JOB_GRID_ID, JobRows } from './JobRows.tsx';
import classes from './JobView.module.css';
import { outcomeCsv } from './outcome-csv.ts';
import type { JobSearch, RowFilter } from './search.ts';
import { useJobEmails } from './use-job-emails.ts';
import { useJob } from './use-jobs.ts';
import { amount, jobName } from './words.ts';

export interface JobViewProps {
  readonly job_id: string;
  readonly search: JobSearch;
  readonly onSearch: (change: Partial<JobSearch>, replace?: boolean) => void;
  readonly frame: (parts: {
    title: string;
    filters: ReactNode;
    actions: ReactNode;
    children: ReactNode;
  }) => ReactNode;
}

export function JobView(props: JobViewProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  if (disabledReason === null) return <Job {...props} />;
  return props.frame({
    title: 'Job',
    filters: null,
    actions: null,
    children: <Denied disabledReason={disabledReason} />,
  });
}

function Job({ job_id, search, onSearch, frame }: JobViewProps) {
  const { data: job, error, refetch } = useJob(job_id);
  const { clock } = useLive();
  const { phase } = useConnection();
  const problem = error ? asProblem(error) : null;
  const away = phase === 'reconnecting' || phase === 'offline';
  const toGrid = () => document.getElementById(JOB_GRID_ID)?.focus();
  useShortcuts({ j: toGrid, k: toGrid });

  if (!job) {
    const gone = problem?.code === 404;
    return frame({
      title: 'Job',
      filters: null,
      actions: null,
      children: gone ? (
        <EmptyState title="Job not found" role="alert" action={<LinkButton to="/bulk">All jobs</LinkButton>}>
          The link may be cut off. Finished jobs stay in the list.
        </EmptyState>
      ) : problem ? (
        <ProblemState problem={problem} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label="Loading job" />
      ),
    });
  }
  const save = () =>
    download(fileName(`${jobName(job).replace(/\.\w+$/, '')}-outcome`, clock.now()), outcomeCsv(job));
  return frame({
    title: jobName(job),
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q }, true)}
          label="Search rows"
          placeholder="Search rows"
          title="By fleet reference, username, row number or outcome"
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
        Outcome CSV
      </Button>
    ),
    children: (
      <div className={classes.view}>
        <JobHead job={job} away={away} />
        {problem && !away && <ProblemState problem={problem} onRetry={() => void refetch()} small />}
        <Rows job={job} search={search} onSearch={onSearch} />
      </div>
    ),
  });
}

interface RowsProps extends Pick<JobViewProps, 'search' | 'onSearch'> {
  readonly job: BulkJobDetail;
}

function Rows({ job, search: { show, q }, onSearch }: RowsProps) {
  const counts = tally(job);
  const { data } = useJobEmails(job);
  const emails = useMemo(() => new Map(data?.items.map((one) => [one.n, one])), [data]);
  const rows = useMemo(() => {
    const words = q?.toLowerCase();
    return job.rows.filter(
      (row) =>
        (show === undefined || filterOf(row) === show) &&
        (words === undefined ||
          String(row.n + 1) === words ||
          [row.subject, row.message, ...row.issues.map(({ path, message }) => `${path} ${message}`)].some(
            (text) => text?.toLowerCase().includes(words),
          )),
    );
  }, [job.rows, show, q]);
  // Of users, the operation may have failed after the row was done.
  const failed = useMemo(() => job.rows.filter((row) => filterOf(row) === 'problem').length, [job.rows]);
  const done = counts.done + counts.problem - failed;
  const chips: readonly { readonly key: RowFilter | 'all'; readonly word: string; readonly count: number }[] =
    [
      { key: 'all', word: 'All', count: job.total },
      { key: 'done', word: 'Done', count: done },
      { key: 'problem', word: 'Problems', count: failed },
      { key: 'left_out', word: 'Skipped', count: counts.left_out },
      { key: 'waiting', word: 'Waiting', count: counts.waiting },
    ];
  return (
    <>
      <div className={classes.filters}>
        <Chips
          label="Filter rows by outcome"
          chips={chips}
          pressed={[show ?? 'all']}
          onPress={(key) => onSearch({ show: key === 'all' || key === show ? undefined : key })}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<IconSearch size={32} stroke={1.5} />}
          title="No rows match"
          action={<Button onClick={() => onSearch({ show: undefined, q: undefined })}>Show all rows</Button>}
        >
          None of the {amount(job.total)} rows are in this state.
        </EmptyState>
      ) : (
        <JobRows kind={job.kind} rows={rows} emails={emails} />
      )}
    </>
  );
}
