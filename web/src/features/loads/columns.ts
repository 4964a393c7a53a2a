/** Columns of the table of loads, for screens wide enough to have one. */

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

export interface Column {
  readonly key: ColumnKey;
  readonly label: string;
  /** Track of the CSS grid. */
  readonly track: string;
  /** Sort of the board that orders by it. */
  readonly sort?: 'worst' | 'ref' | 'vehicle' | 'fleet' | 'place' | 'age' | 'arrival' | 'late';
  /** Figures stand right. */
  readonly figure?: true;
  /** Identifies the row: cannot be hidden. */
  readonly always?: true;
}

export const COLUMNS: readonly Column[] = [
  { key: 'health', label: 'Health', track: '104px', sort: 'worst', always: true },
  { key: 'ref', label: 'Load', track: 'minmax(80px, 0.8fr)', sort: 'ref', always: true },
  { key: 'vehicle', label: 'Truck', track: 'minmax(0, 0.8fr)', sort: 'vehicle' },
  { key: 'fleet', label: 'Fleet', track: 'minmax(0, 1.2fr)', sort: 'fleet' },
  { key: 'place', label: 'Place', track: 'minmax(0, 2fr)', sort: 'place' },
  { key: 'age', label: 'Age', track: '132px', sort: 'age', figure: true, always: true },
  { key: 'motion', label: 'Speed', track: '72px', figure: true },
  { key: 'stop', label: 'Next stop', track: 'minmax(0, 1.2fr)' },
  { key: 'arrival', label: 'Planned', track: '96px', sort: 'arrival', figure: true },
  { key: 'late', label: 'Late', track: '84px', sort: 'late', figure: true },
  { key: 'eta', label: 'ETA', track: 'minmax(0, 1.2fr)' },
  { key: 'journey', label: 'By monitor', track: 'minmax(0, 0.9fr)' },
  { key: 'source', label: 'Source', track: '80px' },
  { key: 'agreement', label: 'Agreement', track: '96px' },
  { key: 'sentence', label: 'Next step', track: 'minmax(0, 2.2fr)' },
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
/** The one action of a row, last. */
const ACTION_TRACK = '104px';

/** Columns to show: those chosen, in the usual order; what is unknown is left out, what identifies a row stays. */
export function shownColumns(chosen: readonly string[] | null): readonly Column[] {
  const keys: readonly string[] = chosen ?? USUAL;
  return COLUMNS.filter(({ key, always }) => always || keys.includes(key));
}

export function tracksOf(columns: readonly Column[]): string {
  return [...columns.map(({ track }) => track), ACTION_TRACK].join(' ');
}
