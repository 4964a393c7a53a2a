import { Link } from '@tanstack/react-router';
import type { BulkJobDetail, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import type { JobEmail } from '@waypost/contract/api/messages';
import { use, useMemo } from 'react';
import { asProblem } from '../../api/problem.ts';
import { isNotFound, OnlyWithRight, QueryState } from '../../api/QueryState.tsx';
import { useConnection, useLive } from '../../live/context.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { Button, LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload } from '../../ui/icons.ts';
import { PageFrameContext, type ViewProps } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { Primary, Secondary } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import shared from '../../ui/shared.module.css';
import { numberText } from '../../ui/units.ts';
import { JobHead } from './JobHead.tsx';
import { FOR_STAFF, JOB_PAGE_FRAME, RowState } from './JobList.tsx';
import { emailText, useJobEmails } from './JobMessages.tsx';
import type { JobSearch } from './search.ts';
import { useJob } from './use-jobs.ts';
import { fieldIssue, filterOf, jobName, outcomeCsv, rowNumber, rowReason, tally } from './words.ts';

interface JobViewProps extends ViewProps<JobSearch> {
  readonly job_id: string;
}

export const JobView = (props: JobViewProps) => (
  <OnlyWithRight {...FOR_STAFF} title="Job" {...JOB_PAGE_FRAME}>
    <Job {...props} />
  </OnlyWithRight>
);

function Job(props: JobViewProps) {
  const query = useJob(props.job_id);
  const { data: job, error } = query;
  const Frame = use(PageFrameContext);
  if (job) return <JobRows {...props} job={job} query={query} />;
  return (
    <Frame title="Job" {...JOB_PAGE_FRAME}>
      {error && isNotFound(asProblem(error)) ? (
        <EmptyState title="Job not found" role="alert" action={<LinkButton to="/bulk">All jobs</LinkButton>}>
          The link may be cut off. Finished jobs stay in the list.
        </EmptyState>
      ) : (
        <QueryState query={query} label="Loading job" />
      )}
    </Frame>
  );
}

interface JobRowsProps extends JobViewProps {
  readonly job: BulkJobDetail;
  readonly query: ReturnType<typeof useJob>;
}

function JobRows({ job, query, search, onSearch }: JobRowsProps) {
  const { clock } = useLive();
  const { phase } = useConnection();
  const offline = phase === 'reconnecting' || phase === 'offline';
  const { show, q } = search;
  const counts = tally(job);
  const { data } = useJobEmails(job);
  const emails = useMemo(() => new Map(data?.items.map((one) => [one.n, one])), [data]);
  const rows = useMemo(() => {
    const words = q?.toLowerCase();
    return job.rows.filter(
      (row) =>
        (show === undefined || filterOf(row) === show) &&
        (words === undefined ||
          String(rowNumber(row)) === words ||
          [row.subject, emails.get(row.n)?.fleet_name, row.message, ...row.issues.map(fieldIssue)].some(
            (text) => text?.toLowerCase().includes(words),
          )),
    );
  }, [job.rows, emails, show, q]);
  // Of users, the operation may have failed after the row was done.
  const failed = useMemo(() => job.rows.filter((row) => filterOf(row) === 'problem').length, [job.rows]);
  const columns = useMemo(() => columnsOf(job.kind, emails), [job.kind, emails]);
  const save = () =>
    download(
      fileName(`${jobName(job).replace(/\.\w+$/, '')}-outcome`, clock.now()),
      outcomeCsv(job, (row) => whyOf(row, emails)),
    );
  return (
    <ResourceList
      title={jobName(job)}
      tab={JOB_PAGE_FRAME.tab}
      parent={JOB_PAGE_FRAME.above}
      id="bulk-rows"
      label="Job rows"
      words={['row', 'rows']}
      search={search}
      onSearch={onSearch}
      rows={rows}
      all={job.rows}
      keyOf={keyOf}
      read={offline ? { ...query, error: null } : query}
      columns={columns}
      rowHeight={36}
      grows
      searchBox={{
        label: 'Search rows',
        placeholder: 'Search rows',
        title: 'By fleet reference, username, row number or outcome',
      }}
      above={<JobHead job={job} offline={offline} />}
      chips={{
        label: 'Filter rows by outcome',
        chips: [
          { key: 'done', word: 'Done', count: counts.done + counts.problem - failed },
          { key: 'problem', word: 'Problems', count: failed },
          { key: 'held', word: 'Held', count: counts.held },
          { key: 'left_out', word: 'Not sent', count: counts.left_out },
          { key: 'waiting', word: 'Waiting', count: counts.waiting },
        ],
      }}
      empty={null}
      noMatch={`None of the ${numberText(job.total)} rows match this filter.`}
      actions={
        <Button icon={IconDownload} onClick={save}>
          Outcome CSV
        </Button>
      }
    />
  );
}

const keyOf = ({ n }: BulkRow) => String(n);

/** By row: the fleet of each invitation that was created. */
type RowEmails = ReadonlyMap<number, JobEmail>;

function whyOf(row: BulkRow, emails: RowEmails): string {
  const email = emails.get(row.n);
  // The email of a withdrawn invitation is not mentioned.
  const about = email === undefined || row.undo !== null ? '' : emailText(email);
  return [rowReason(row), about].filter((part) => part !== '').join('; ');
}

function columnsOf(kind: BulkKind, emails: RowEmails): readonly Column<BulkRow>[] {
  return [
    {
      id: 'row',
      header: 'Row',
      width: 48,
      numeric: true,
      card: 'title',
      cell: (row) => <Secondary>{rowNumber(row)}</Secondary>,
    },
    {
      id: 'subject',
      header: kind === 'invitation' ? readableName('fleet_ref') : 'User',
      width: '0.6fr',
      card: 'title',
      cell: (row) => {
        const fleet_name = emails.get(row.n)?.fleet_name;
        return (
          <Primary>
            <Subject kind={kind} row={row} />
            {fleet_name && <span className={shared.secondary}> {fleet_name}</span>}
          </Primary>
        );
      },
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: 170,
      card: 'side',
      cell: (row) => <RowState kind={kind} row={row} />,
    },
    {
      id: 'why',
      header: 'Reason',
      width: '1.4fr',
      card: 'line',
      cell: (row) => <div className={shared.small}>{whyOf(row, emails)}</div>,
    },
  ];
}

interface SubjectProps {
  readonly kind: BulkKind;
  readonly row: BulkRow;
}

function Subject({ kind, row }: SubjectProps) {
  const { subject, invitation_key, operation_id } = row;
  const text = subject ?? (kind === 'invitation' ? 'No reference' : 'No name');
  if (kind === 'invitation' && invitation_key !== null)
    return (
      <Link to="/invitations" search={{ invitation: invitation_key }} className={shared.quietLink}>
        {text}
      </Link>
    );
  if (kind === 'user' && operation_id !== null)
    return (
      <Link to="/drivers" search={{ operation: operation_id }} className={shared.quietLink}>
        {text}
      </Link>
    );
  return text;
}
