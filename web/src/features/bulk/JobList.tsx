import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BulkJob, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/url-enums';
import { useMemo } from 'react';
import { OnlyWithRight } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { AgeAndTime, ResourceList } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPlayerPause,
  IconUpload,
} from '../../ui/icons.ts';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import shared from '../../ui/shared.module.css';
import { numberText } from '../../ui/units.ts';
import classes from './bulk.module.css';
import { useBulkDrafts } from './use-draft.ts';
import { useJobs } from './use-jobs.ts';
import {
  countOf,
  type JobWord,
  jobAhead,
  jobName,
  jobWord,
  rowsText,
  rowWord,
  TITLE,
  tally,
  withdrawnText,
} from './words.ts';

/** Icons of job and row states. They have no color: color means the health of a load. */
const JOB_STATE = {
  waiting: { icon: IconClock, word: 'Waiting' },
  withdrawing: { icon: IconArrowBackUp, word: 'Withdrawing' },
  withdrawn: { icon: IconArrowBackUp, word: 'Withdrawn' },
  running: { icon: IconUpload, word: 'Running' },
  paused: { icon: IconPlayerPause, word: 'Paused' },
  cancelled: { icon: IconBan, word: 'Cancelled' },
  done: { icon: IconCheck, word: 'Done' },
} as const;
const ROW_ICON = {
  invalid: IconAlertTriangleFilled,
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangleFilled,
  unknown: IconHelpCircle,
  skipped: IconBan,
  cancelled: IconBan,
} as const;

export const JobState = ({ state }: { readonly state: JobWord }) => (
  <Status icon={JOB_STATE[state].icon} tone="quiet">
    {JOB_STATE[state].word}
  </Status>
);

export function RowState({ kind, row }: { readonly kind: BulkKind; readonly row: BulkRow }) {
  const failed = row.state === 'failed' || row.operation_status === 'failed';
  const strong = failed || row.state === 'invalid';
  return (
    <Status icon={failed ? IconAlertTriangleFilled : ROW_ICON[row.state]} tone={strong ? 'strong' : 'quiet'}>
      {rowWord(kind, row)}
    </Status>
  );
}

export function Progress({ job }: { readonly job: BulkJob }) {
  const { sent, to_send } = tally(job);
  const part = to_send === 0 ? 1 : sent / to_send;
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={to_send}
      aria-valuenow={sent}
      aria-valuetext={`${sent} of ${to_send} rows processed`}
    >
      <div style={{ width: `${(part * 100).toFixed(1)}%` }} />
    </div>
  );
}

export const JOB_PAGE_FRAME = { tab: 'Jobs', above: <Link to="/bulk">Bulk jobs</Link> } as const;

export const FOR_STAFF = {
  right: 'manage_onboarding',
  denied: 'Bulk jobs are for onboarding staff',
} as const;

export const JobList = () => (
  <OnlyWithRight {...FOR_STAFF} title="Bulk jobs" tab="Jobs">
    <Jobs />
  </OnlyWithRight>
);

const CREATE_BUTTONS = (
  <>
    <LinkButton to="/bulk/new" search={{ kind: 'user' }}>
      {TITLE.user}
    </LinkButton>
    <LinkButton to="/bulk/new" search={{ kind: 'invitation' }} variant="filled" icon={IconUpload}>
      {TITLE.invitation}
    </LinkButton>
  </>
);

const NO_SEARCH = {};
const idOf = ({ id }: BulkJob) => id;

interface ListedJob extends BulkJob {
  /** What runs before it. */
  readonly ahead: BulkJob | null;
}

function Jobs() {
  const read = useJobs();
  const navigate = useNavigate();
  const jobs = read.data?.items;
  const rows = useMemo(() => jobs?.map((job): ListedJob => ({ ...job, ahead: jobAhead(job, jobs) })), [jobs]);
  return (
    <ResourceList
      title="Bulk jobs"
      tab="Jobs"
      id="bulk-jobs"
      words={['job', 'jobs']}
      search={NO_SEARCH}
      onSearch={() => undefined}
      rows={rows}
      keyOf={idOf}
      read={read}
      columns={COLUMNS}
      grows
      above={<Drafts />}
      empty={
        <EmptyState icon={IconUpload} title="No bulk jobs yet" action={CREATE_BUTTONS}>
          <p>Invite hundreds of fleets, or create hundreds of users, from one CSV file.</p>
          <p>Every row is checked before anything is sent. Outcomes show here.</p>
        </EmptyState>
      }
      onSelect={(job_id) => {
        if (job_id !== undefined) void navigate({ to: '/bulk/$job_id', params: { job_id } });
      }}
      actions={CREATE_BUTTONS}
      foot={{
        children: (
          <Button size="compact-xs" onClick={() => void read.refetch()}>
            Refresh
          </Button>
        ),
      }}
    />
  );
}

function JobName({ job }: { readonly job: BulkJob }) {
  return (
    <>
      <Primary>
        <Link to="/bulk/$job_id" params={{ job_id: job.id }} className={shared.quietLink}>
          {jobName(job)}
        </Link>
      </Primary>
      <Secondary>
        {countOf(job.kind, job.total)} · {isolated(job.created_by_name)}
      </Secondary>
    </>
  );
}

function Outcome({ job }: { readonly job: ListedJob }) {
  const { to_send, done, problem, held, left_out } = tally(job);
  const parts = [
    withdrawnText(job) ?? `${numberText(done)} of ${numberText(to_send)} done`,
    problem > 0 ? `${rowsText(problem)} with a problem` : '',
    held > 0 ? `${numberText(held)} held` : '',
    left_out > 0 ? `${numberText(left_out)} not sent` : '',
  ];
  return (
    <>
      <Progress job={job} />
      <div className={shared.small}>{parts.filter(Boolean).join(', ')}</div>
      {job.ahead && <div className={shared.small}>Waiting for {isolated(jobName(job.ahead))} to finish</div>}
      {job.message !== null && <div className={shared.small}>{job.message}</div>}
    </>
  );
}

const COLUMNS: readonly Column<ListedJob>[] = [
  { id: 'job', header: 'Job', width: '1fr', card: 'title', cell: (job) => <JobName job={job} /> },
  {
    id: 'state',
    header: 'State',
    width: 112,
    card: 'side',
    cell: (job) => <JobState state={jobWord(job, job.ahead)} />,
  },
  { id: 'outcome', header: 'Outcome', width: '1fr', card: 'line', cell: (job) => <Outcome job={job} /> },
  {
    id: 'created',
    header: 'Started',
    width: 104,
    card: 'labeled',
    cell: ({ created_at }) => <AgeAndTime at={created_at} />,
  },
];

function Drafts() {
  const drafts = useBulkDrafts().all();
  return BULK_KINDS.flatMap((kind) => drafts.get(kind) ?? []).map(({ value: draft, saved_at }) => (
    <Group
      key={draft.kind}
      justify="space-between"
      gap={12}
      wrap="nowrap"
      px={16}
      py={8}
      bg="var(--wp-raised)"
      className={`${shared.fixed} ${shared.anywhere}`}
      style={{ borderBottom: '1px solid var(--wp-line)' }}
    >
      <span>
        <strong>
          {draft.left_of.length > 0
            ? `${rowsText(draft.rows.length)} left to fix`
            : `${countOf(draft.kind, draft.rows.length)} not sent yet`}
        </strong>
        {draft.name && `, ${draft.name}`}, saved on this computer{' '}
        <Age at={new Date(saved_at).toISOString()} ago />
      </span>
      <LinkButton to="/bulk/new" search={{ kind: draft.kind }}>
        Continue
      </LinkButton>
    </Group>
  ));
}
