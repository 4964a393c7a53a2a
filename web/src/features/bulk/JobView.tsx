import { Box, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkJobDetail, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import type { JobEmail } from '@waypost/contract/api/messages';
import { use, useCallback, useMemo } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { useConnection, useLive } from '../../live/context.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload, IconSearch } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/keys.ts';
import { PageFrameContext, type ViewProps } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { Primary, Secondary } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import shared from '../../ui/shared.module.css';
import { numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './bulk.module.css';
import { JobHead } from './JobHead.tsx';
import { Denied, JOB_PAGE_FRAME, RowState } from './JobList.tsx';
import { emailText, useJobEmails } from './JobMessages.tsx';
import type { JobSearch, RowFilter } from './search.ts';
import { useJob } from './use-jobs.ts';
import { fieldIssue, filterOf, jobName, outcomeCsv, rowNumber, rowReason, tally } from './words.ts';

interface JobViewProps extends ViewProps<JobSearch> {
  readonly job_id: string;
}

export function JobView(props: JobViewProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return <Job {...props} />;
  return (
    <Frame title="Job" {...JOB_PAGE_FRAME}>
      <Denied disabledReason={disabledReason} />
    </Frame>
  );
}

function Job({ job_id, search, onSearch }: JobViewProps) {
  const query = useJob(job_id);
  const { data: job, error } = query;
  const { clock } = useLive();
  const { phase } = useConnection();
  const Frame = use(PageFrameContext);
  const offline = phase === 'reconnecting' || phase === 'offline';
  const focusGrid = () => document.getElementById(JOB_GRID_ID)?.focus();
  useShortcuts({ j: focusGrid, k: focusGrid });

  if (!job)
    return (
      <Frame title="Job" {...JOB_PAGE_FRAME}>
        {error && asProblem(error).code === 404 ? (
          <EmptyState
            title="Job not found"
            role="alert"
            action={<LinkButton to="/bulk">All jobs</LinkButton>}
          >
            The link may be cut off. Finished jobs stay in the list.
          </EmptyState>
        ) : (
          <QueryState query={query} label="Loading job" />
        )}
      </Frame>
    );
  const save = () =>
    download(fileName(`${jobName(job).replace(/\.\w+$/, '')}-outcome`, clock.now()), outcomeCsv(job));
  return (
    <Frame
      title={jobName(job)}
      {...JOB_PAGE_FRAME}
      filters={
        <Box flex="0 1 240px" miw={120}>
          <SearchBox
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q === '' ? undefined : q }, true)}
            label="Search rows"
            placeholder="Search rows"
            title="By fleet reference, username, row number or outcome"
            onDone={focusGrid}
          />
        </Box>
      }
      actions={
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          Outcome CSV
        </Button>
      }
    >
      <div className={shared.fillFrame}>
        <JobHead job={job} offline={offline} />
        {!offline && <QueryState query={query} label="Loading job" />}
        <Rows job={job} search={search} onSearch={onSearch} />
      </div>
    </Frame>
  );
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
          String(rowNumber(row)) === words ||
          [row.subject, emails.get(row.n)?.fleet_name, row.message, ...row.issues.map(fieldIssue)].some(
            (text) => text?.toLowerCase().includes(words),
          )),
    );
  }, [job.rows, emails, show, q]);
  // Of users, the operation may have failed after the row was done.
  const failed = useMemo(() => job.rows.filter((row) => filterOf(row) === 'problem').length, [job.rows]);
  const done = counts.done + counts.problem - failed;
  const chips: readonly { readonly key: RowFilter | 'all'; readonly word: string; readonly count: number }[] =
    [
      { key: 'all', word: 'All', count: job.total },
      { key: 'done', word: 'Done', count: done },
      { key: 'problem', word: 'Problems', count: failed },
      { key: 'held', word: 'Held', count: counts.held },
      { key: 'left_out', word: 'Not sent', count: counts.left_out },
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
          None of the {numberText(job.total)} rows match this filter.
        </EmptyState>
      ) : (
        <JobRows kind={job.kind} rows={rows} emails={emails} />
      )}
    </>
  );
}

const JOB_GRID_ID = 'bulk-rows';
/** Characters of a reason that fit into a line. */
const LINE = { phone: 42, desk: 100 } as const;

interface JobRowsProps {
  readonly kind: BulkKind;
  readonly rows: readonly BulkRow[];
  readonly emails: ReadonlyMap<number, JobEmail>;
}

const keyOf = ({ n }: BulkRow) => String(n);

type Why = (row: BulkRow) => string;

/** Of the fleet, once its invitation is created. */
type NameOf = (row: BulkRow) => string | null;

const columnsOf = (kind: BulkKind, why: Why, nameOf: NameOf): readonly Column<BulkRow>[] => [
  {
    id: 'row',
    header: 'Row',
    width: 48,
    numeric: true,
    cell: (row) => <Secondary>{rowNumber(row)}</Secondary>,
  },
  {
    id: 'subject',
    header: kind === 'invitation' ? readableName('fleet_ref') : 'User',
    width: '0.6fr',
    title: ({ subject }) => subject ?? undefined,
    cell: (row) => (
      <Primary>
        <Subject kind={kind} row={row} />
        {nameOf(row) !== null && <span className={shared.secondary}> {nameOf(row)}</span>}
      </Primary>
    ),
  },
  { id: 'outcome', header: 'Outcome', width: 170, cell: (row) => <RowState kind={kind} row={row} /> },
  {
    id: 'why',
    header: 'Reason',
    width: '1.4fr',
    title: why,
    cell: (row) => <Secondary>{why(row)}</Secondary>,
  },
];

function JobRows({ kind, rows, emails }: JobRowsProps) {
  const phone = useLayout() === 'phone';
  const why = useCallback<Why>(
    (row) => {
      const email = emails.get(row.n);
      // The email of a withdrawn invitation is not mentioned.
      const about = email === undefined || row.undo !== null ? '' : emailText(email);
      return [rowReason(row), about].filter((part) => part !== '').join('; ');
    },
    [emails],
  );
  const nameOf = useCallback<NameOf>(({ n }) => emails.get(n)?.fleet_name ?? null, [emails]);
  const height = useCallback(
    (row: BulkRow) => {
      const lines = Math.min(3, Math.ceil(why(row).length / LINE[phone ? 'phone' : 'desk']));
      if (phone) return lines === 0 ? 44 : 48 + 16 * lines;
      return 20 + 16 * Math.max(1, lines);
    },
    [why, phone],
  );
  return (
    <VirtualGrid
      id={JOB_GRID_ID}
      label="Job rows"
      rows={useMemo(() => arrayRows(rows, keyOf), [rows])}
      columns={useMemo(() => columnsOf(kind, why, nameOf), [kind, why, nameOf])}
      rowHeight={height}
      rowClass={classes.jobRow}
      pageRows={15}
    />
  );
}

function Subject({ kind, row }: Pick<JobRowsProps, 'kind'> & { readonly row: BulkRow }) {
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
