/** Columns of the table of loads, for screens wide enough to have one. */
import { type Column, gridTemplate } from '../../ui/resource-list/columns.ts';

export type ColumnKey =
  | 'health'
  | 'ref'
  | 'vehicle'
  | 'fleet'
  | 'place'
  | 'age'
  | 'motion'
  | 'stop'
  | 'arrival'
  | 'late'
  | 'eta'
  | 'journey'
  | 'source'
  | 'agreement'
  | 'sentence';

/** Sorts of the board. */
type Sorts = 'worst' | 'ref' | 'vehicle' | 'fleet' | 'place' | 'age' | 'arrival' | 'late';

export interface LoadColumn extends Pick<Column<never, Sorts>, 'header' | 'width' | 'numeric' | 'sort'> {
  readonly id: ColumnKey;
  /** Identifies the row: cannot be hidden. */
  readonly always?: true;
}

export const COLUMNS: readonly LoadColumn[] = [
  { id: 'health', header: 'Health', width: 104, sort: 'worst', always: true },
  { id: 'ref', header: 'Load', width: '1.2fr', sort: 'ref', always: true },
  { id: 'vehicle', header: 'Truck', width: '0.8fr', sort: 'vehicle' },
  { id: 'fleet', header: 'Fleet', width: '1.2fr', sort: 'fleet' },
  { id: 'place', header: 'Place', width: '2fr', sort: 'place' },
  { id: 'age', header: 'Age', width: 132, sort: 'age', numeric: true, always: true },
  { id: 'motion', header: 'Speed', width: 72, numeric: true },
  { id: 'stop', header: 'Next stop', width: '1.2fr' },
  { id: 'arrival', header: 'Planned', width: 96, sort: 'arrival', numeric: true },
  { id: 'late', header: 'Late', width: 84, sort: 'late', numeric: true },
  { id: 'eta', header: 'ETA', width: '1.2fr' },
  { id: 'journey', header: 'By monitor', width: '0.9fr' },
  { id: 'source', header: 'Source', width: 80 },
  { id: 'agreement', header: 'Agreement', width: 96 },
  { id: 'sentence', header: 'Next step', width: '2.2fr' },
];

const USUAL: readonly ColumnKey[] = [
  'health',
  'ref',
  'vehicle',
  'fleet',
  'place',
  'age',
  'stop',
  'arrival',
  'late',
  'eta',
  'sentence',
];
/** Actions of a row, last. */
const ACTIONS = { width: 104 } as const;

/** Columns to show: those chosen, in the usual order; what is unknown is left out, what identifies a row stays. */
export function shownColumns(chosen: readonly string[] | null): readonly LoadColumn[] {
  const keys: readonly string[] = chosen ?? USUAL;
  return COLUMNS.filter(({ id, always }) => always || keys.includes(id));
}

/** @returns value of `grid-template-columns` */
export const templateOf = (columns: readonly LoadColumn[]): string => gridTemplate([...columns, ACTIONS]);
