/** Rows of a job with their outcomes. */
import { Link } from '@tanstack/react-router';
import type { BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import { memo } from 'react';
import { GridCell } from '../../ui/Grid.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import { RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import { useLayout } from '../../ui/use-media.ts';
import classes from './JobRows.module.css';
import { RowState } from './JobState.tsx';
import { rowReason } from './words.ts';

export const JOB_GRID_ID = 'bulk-rows';

export interface JobRowsProps {
  readonly kind: BulkKind;
  readonly rows: readonly BulkRow[];
}

interface CellsProps {
  readonly kind: BulkKind;
  readonly row: BulkRow;
}

const keyOf = ({ n }: BulkRow) => String(n);
/** On a phone the reason has a line of its own. */
const phoneHeight = (row: BulkRow) => (rowReason(row) === '' ? 44 : 64);

export function JobRows({ kind, rows }: JobRowsProps) {
  const phone = useLayout() === 'phone';
  const table: RowTable<BulkRow> = {
    columns: [
      { name: 'row', label: 'Row', figure: true },
      { name: 'subject', label: kind === 'invitation' ? 'fleet_ref' : 'username' },
      { name: 'outcome', label: 'Outcome' },
      { name: 'why', label: 'Why' },
    ],
    tracks: classes.tracks,
    height: phone ? phoneHeight : 36,
    draw: (row) => <Cells kind={kind} row={row} />,
    page_rows: 15,
  };
  return <RowGrid id={JOB_GRID_ID} label="Rows of the job" rows={rows} keyOf={keyOf} table={table} />;
}

/** The way to what it has become. */
function Subject({ kind, row: { subject, invitation_key, operation_id } }: CellsProps) {
  const text = subject ?? 'no name';
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

const Cells = memo(function Cells({ kind, row }: CellsProps) {
  useWritingKey();
  const why = rowReason(row);
  return (
    <>
      <GridCell data-figure className={classes.second}>
        {row.n + 1}
      </GridCell>
      <GridCell className={classes.name} title={row.subject ?? undefined}>
        <Subject kind={kind} row={row} />
      </GridCell>
      <GridCell>
        <RowState kind={kind} row={row} />
      </GridCell>
      <GridCell data-column="why" className={classes.second} title={why === '' ? undefined : why}>
        {why}
      </GridCell>
    </>
  );
});
