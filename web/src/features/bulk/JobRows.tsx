/** Rows of a job with their outcomes. */
import { Link } from '@tanstack/react-router';
import type { BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import type { JobEmail } from '@waypost/contract/api/messages';
import { useCallback, useMemo } from 'react';
import { readableName } from '../../ui/readable-name.ts';
import { Primary, Secondary } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { emailText } from './email-words.ts';
import classes from './JobRows.module.css';
import { RowState } from './JobState.tsx';
import { rowReason } from './words.ts';

export const JOB_GRID_ID = 'bulk-rows';

export interface JobRowsProps {
  readonly kind: BulkKind;
  readonly rows: readonly BulkRow[];
  /** By the number of their row. */
  readonly emails: ReadonlyMap<number, JobEmail>;
}

const keyOf = ({ n }: BulkRow) => String(n);

type Why = (row: BulkRow) => string;

const columnsOf = (kind: BulkKind, why: Why): readonly Column<BulkRow>[] => [
  { id: 'row', header: 'Row', width: 48, numeric: true, cell: ({ n }) => <Secondary>{n + 1}</Secondary> },
  {
    id: 'subject',
    header: readableName(kind === 'invitation' ? 'fleet_ref' : 'username'),
    width: '0.6fr',
    title: ({ subject }) => subject ?? undefined,
    cell: (row) => (
      <Primary>
        <Subject kind={kind} row={row} />
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

export function JobRows({ kind, rows, emails }: JobRowsProps) {
  const phone = useLayout() === 'phone';
  const why = useCallback<Why>(
    (row) => {
      const email = emails.get(row.n);
      // An invitation that was taken back needs no word of its email.
      const about = email === undefined || row.undo !== null ? '' : emailText(email);
      return [rowReason(row), about].filter((part) => part !== '').join('; ');
    },
    [emails],
  );
  // On a phone the reason has a line of its own.
  const phoneHeight = useCallback((row: BulkRow) => (why(row) === '' ? 44 : 64), [why]);
  return (
    <VirtualGrid
      id={JOB_GRID_ID}
      label="Job rows"
      rows={useMemo(() => arrayRows(rows, keyOf), [rows])}
      columns={useMemo(() => columnsOf(kind, why), [kind, why])}
      rowHeight={phone ? phoneHeight : 36}
      rowClass={classes.row}
      pageRows={15}
    />
  );
}

interface SubjectProps {
  readonly kind: BulkKind;
  readonly row: BulkRow;
}

/** The way to what it has become. */
function Subject({ kind, row: { subject, invitation_key, operation_id } }: SubjectProps) {
  const text = subject ?? (kind === 'invitation' ? 'No reference' : 'No username');
  if (kind === 'invitation' && invitation_key !== null)
    return (
      <Link to="/invitations" search={{ invitation: invitation_key }} className={classes.link}>
        {text}
      </Link>
    );
  if (kind === 'user' && operation_id !== null)
    return (
      <Link to="/drivers" search={{ operation: operation_id }} className={classes.link}>
        {text}
      </Link>
    );
  return text;
}
