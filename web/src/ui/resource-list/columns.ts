import type { CsvCell } from '@waypost/contract/csv';
import type { ReactNode } from 'react';
import { csvText } from '../csv.ts';

export interface Column<T, S extends string = string> {
  readonly id: string;
  readonly header: string;
  /** Pixels, or a share of the remaining width. */
  readonly width: number | `${number}fr`;
  /** Least pixels of a share; if all shares have one, a narrower list scrolls sideways. */
  readonly min?: number;
  readonly numeric?: boolean;
  /** Sort key of the column; left out when it cannot be sorted. */
  readonly sort?: S;
  /** True when the first click sorts descending. */
  readonly descendingFirst?: boolean;
  /** Minimum width of the list in pixels at which the column is shown; left out: always shown. */
  readonly visibleFrom?: number;
  /** Where the cell stands in the card of a phone; `labeled`: in the last lines, after the header. Left out: not there. */
  readonly card?: 'title' | 'side' | 'line' | 'labeled';
  readonly hint?: string;
  readonly cell: (row: T) => ReactNode;
  readonly title?: (row: T) => string | undefined;
}

type Width = Pick<Column<never>, 'width' | 'min'>;

/** @returns a `grid-template-columns` value; when all widths are fixed, the last column fills the rest */
export function gridTemplate(columns: readonly Width[]): string {
  const fixed = columns.every(({ width }) => typeof width === 'number');
  return columns
    .map(({ width, min = 0 }, at) => {
      if (typeof width === 'string') return `minmax(${min}px, ${width})`;
      return fixed && at === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
    })
    .join(' ');
}

/** True when each column has a least width, so that a narrow list has to scroll sideways. */
export const hasLeastWidth = (columns: readonly Width[]): boolean =>
  columns.every(({ width, min }) => typeof width === 'number' || min !== undefined);

/** Column name and value; `now` is the server time in milliseconds since 1970. */
export type CsvColumn<T> = readonly [name: string, value: (row: T, now: number) => CsvCell];

type CsvField<T> = { [K in keyof T & string]: T[K] extends CsvCell ? K : never }[keyof T & string];

/** Columns with unconverted fields; times are named with the suffix `_utc`, as the service sends them. */
export const csvFields = <T>(...names: (CsvField<T> | `${CsvField<T>}_utc`)[]): CsvColumn<T>[] =>
  names.map((name) => [name, (row) => row[name.replace(/_utc$/, '') as keyof T] as CsvCell]);

export function tableCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[], now: number): string {
  return csvText(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, value]) => value(row, now))),
  );
}
