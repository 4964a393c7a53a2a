/** Columns of the table of monitors. */
import type { Sort } from './query.ts';

export type ColumnKey = 'state' | 'name' | 'vehicle' | 'journey' | 'next' | 'left' | 'flag';

export interface Column {
  readonly key: ColumnKey;
  readonly label: string;
  /** Track of the CSS grid. */
  readonly track: string;
  readonly sort?: Sort;
  /** Figures stand right. */
  readonly figure?: true;
}

export const COLUMNS: readonly Column[] = [
  { key: 'state', label: 'Status', track: '108px', sort: 'worst' },
  { key: 'name', label: 'Monitor', track: 'minmax(0, 1.1fr)', sort: 'name' },
  { key: 'vehicle', label: 'Truck', track: 'minmax(0, 0.9fr)', sort: 'vehicle' },
  { key: 'journey', label: 'Journey', track: 'minmax(0, 1.5fr)' },
  { key: 'next', label: 'Next expected', track: 'minmax(0, 1.2fr)', sort: 'next' },
  { key: 'left', label: 'Time left', track: '92px', sort: 'left', figure: true },
  { key: 'flag', label: 'What and why', track: 'minmax(0, 2.2fr)' },
];

export const TRACKS = COLUMNS.map(({ track }) => track).join(' ');
