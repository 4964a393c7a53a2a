import type { Column } from '../../ui/resource-list/columns.ts';

type Sorts = 'worst' | 'ref' | 'vehicle' | 'fleet' | 'place' | 'age' | 'arrival' | 'late' | 'owner';

export interface LoadColumn extends Pick<Column<never, Sorts>, 'header' | 'numeric' | 'sort'> {
  readonly id: ColumnKey;
  /** Minimum width in pixels; long text takes all lines of the row: three, in compact rows two. */
  readonly min: number;
  readonly share?: number;
  /** Grows up to this width in pixels before the shares. */
  readonly max?: number;
  /** Needed to identify and judge a load, so there is always room for it. */
  readonly identifies?: true;
  /** Without room for it, beside an open load, the column of the appointment or of the lateness says it, too. */
  readonly gives_way?: true;
  readonly always?: true;
}

const TABLE = [
  { id: 'health', header: 'Cause or health', min: 104, sort: 'worst', identifies: true, always: true },
  { id: 'ref', header: 'Load', min: 80, sort: 'ref', identifies: true, always: true },
  { id: 'vehicle', header: 'Truck', min: 88, share: 1, sort: 'vehicle', identifies: true },
  { id: 'fleet', header: 'Fleet', min: 108, share: 1.4, sort: 'fleet' },
  { id: 'place', header: 'Place', min: 88, share: 0.5, sort: 'place', identifies: true },
  { id: 'age', header: 'Age', min: 46, sort: 'age', numeric: true, identifies: true, always: true },
  { id: 'motion', header: 'Speed', min: 72, numeric: true },
  { id: 'stop', header: 'Stops ahead', min: 238, share: 8, identifies: true },
  { id: 'arrival', header: 'Appt', min: 64, sort: 'arrival', numeric: true, identifies: true },
  { id: 'late', header: 'Late', min: 74, max: 108, sort: 'late', identifies: true },
  { id: 'eta', header: 'ETA', min: 84, identifies: true, gives_way: true },
  { id: 'owner', header: 'Owner', min: 52, sort: 'owner', identifies: true },
  { id: 'journey', header: 'By monitor', min: 120, share: 0.9 },
  { id: 'source', header: 'Source', min: 80 },
  { id: 'agreement', header: 'Agreement', min: 96 },
  { id: 'sentence', header: 'Next step', min: 180, share: 2.4 },
] as const satisfies readonly (Omit<LoadColumn, 'id'> & { readonly id: string })[];
export const COLUMNS: readonly LoadColumn[] = TABLE;
export type ColumnKey = (typeof TABLE)[number]['id'];

const HIDDEN_BY_DEFAULT: readonly ColumnKey[] = ['motion', 'journey', 'source', 'agreement'];
/** Pixels: the row's buttons, which also take what the owner's initials leave of their column; between columns, and at both ends. As in LoadTable.module.css. */
const ACTIONS = 38;
const GAP = 8;
const PADDING = 40;

/** Chosen columns in their default order, without unknown ids and including those that cannot be hidden. */
export function chosenColumns(chosen: readonly string[] | null): readonly LoadColumn[] {
  return COLUMNS.filter(
    ({ id, always }) => always || (chosen ? chosen.includes(id) : !HIDDEN_BY_DEFAULT.includes(id)),
  );
}

/** Columns that fit: what identifies a load, then the others in order. @param width of the table, pixels */
export function fittingColumns(chosen: readonly LoadColumn[], width: number): readonly LoadColumn[] {
  let left = width - PADDING - ACTIONS;
  const fitting = new Set<LoadColumn>();
  const weight = ({ identifies, gives_way }: LoadColumn) => (identifies ? 2 : 0) - (gives_way ? 1 : 0);
  for (const column of chosen.toSorted((a, b) => weight(b) - weight(a))) {
    const needed = column.min + GAP;
    if (needed > left && (!column.identifies || column.gives_way)) continue;
    left -= needed;
    fitting.add(column);
  }
  return chosen.filter((column) => fitting.has(column));
}

export const gridTemplate = (columns: readonly LoadColumn[]): string =>
  [
    ...columns.map(({ min, max = min, share }) => `minmax(${min}px, ${share ? `${share}fr` : `${max}px`})`),
    `${ACTIONS}px`,
  ].join(' ');
