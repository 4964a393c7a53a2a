/** Agreements as a table, and as cards on a phone. */
import { type RowCards, RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import classes from './AgreementRow.module.css';
import { AgreementCard, AgreementCells } from './AgreementRow.tsx';
import type { DatesDrafts } from './drafts.ts';
import { GRID_ID } from './grid-id.ts';
import { type AgreementRow, type AgreementSort, sortOf } from './query.ts';

const COLUMNS: RowTable<AgreementRow, AgreementSort>['columns'] = [
  { name: 'state', label: 'State', sort: 'worst' },
  { name: 'fleet', label: 'Fleet', sort: 'fleet' },
  { name: 'starts', label: 'Access from', sort: 'starts' },
  { name: 'ends', label: 'Access to', sort: 'ends' },
  { name: 'shared', label: 'Shared' },
  { name: 'needs', label: 'Needed by', sort: 'needs' },
  { name: 'data', label: 'Data' },
];

const idOf = ({ agreement }: AgreementRow) => agreement.id;

export interface AgreementListProps {
  readonly rows: readonly AgreementRow[];
  readonly as_cards: boolean;
  readonly selected: string | undefined;
  readonly unsaved: DatesDrafts;
  readonly sort: string | undefined;
  readonly now: number;
  readonly onSort: (sort: string) => void;
  /** `by_key`: the focus follows into the panel. */
  readonly onOpen: (id: string, by_key: boolean) => void;
}

export function AgreementList(props: AgreementListProps) {
  const { rows, as_cards, selected, unsaved, sort, now, onSort, onOpen } = props;
  const told = (row: AgreementRow) => ({ row, now, unsaved: Object.hasOwn(unsaved, idOf(row)) });
  const table: RowTable<AgreementRow, AgreementSort> = {
    columns: COLUMNS,
    tracks: classes.tracks,
    height: 56,
    draw: (row) => <AgreementCells {...told(row)} />,
  };
  const cards: RowCards<AgreementRow> = { height: 112, draw: (row) => <AgreementCard {...told(row)} /> };
  return (
    <RowGrid
      id={GRID_ID}
      label="Agreements"
      rows={rows}
      keyOf={idOf}
      table={table}
      cards={as_cards ? cards : null}
      sort={{ ...sortOf(sort), onSort }}
      selected={selected ?? null}
      onOpen={onOpen}
    />
  );
}
