/** Columns of the table of monitors. */
import type { GridColumn } from '../../../ui/GridHead.tsx';
import type { Sort } from './query.ts';

export type ColumnKey = 'state' | 'name' | 'vehicle' | 'journey' | 'next' | 'left' | 'flag';

export interface Column extends GridColumn<Sort> {
  readonly name: ColumnKey;
}

export const COLUMNS: readonly Column[] = [
  { name: 'state', label: 'Status', sort: 'worst' },
  { name: 'name', label: 'Monitor', sort: 'name' },
  { name: 'vehicle', label: 'Truck', sort: 'vehicle' },
  { name: 'journey', label: 'Journey' },
  { name: 'next', label: 'Next expected', sort: 'next' },
  { name: 'left', label: 'Time left', sort: 'left', figure: true },
  { name: 'flag', label: 'What and why' },
];
