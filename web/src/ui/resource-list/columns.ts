/** One model of a column for head, cells, order, visibility and widths; one of a CSV column for the file. */
import type { ReactNode } from 'react';
import { type CsvCell, csvText } from '../csv.ts';

export interface Column<T, S extends string = string> {
  readonly id: string;
  readonly header: string;
  /** Pixels, or a share of what the others leave. */
  readonly width: number | `${number}fr`;
  readonly numeric?: boolean;
  /** What the list is sorted by when the head is pressed; without it the column does not sort. */
  readonly sort?: S;
  /** The first press sorts from the newest or greatest down. */
  readonly descendingFirst?: boolean;
  /** Smallest width of the list, in pixels, at which the column is shown; always shown without. */
  readonly visibleFrom?: number;
  /** Of the head, on hover. */
  readonly hint?: string;
  readonly cell: (row: T) => ReactNode;
  /** Of the whole cell, on hover. */
  readonly title?: (row: T) => string | undefined;
}

const GAP = 12;
const PADDING = 32;

/** @returns value of `grid-template-columns`; among columns of fixed width the last one takes what is left */
export function gridTemplate(columns: readonly Pick<Column<never>, 'width'>[]): string {
  const fixed = columns.every(({ width }) => typeof width === 'number');
  return columns
    .map(({ width }, at) => {
      if (typeof width === 'string') return `minmax(0, ${width})`;
      return fixed && at === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
    })
    .join(' ');
}

/** @returns pixels that the columns need side by side; null when one of them has no fixed width */
export function fixedWidth(columns: readonly Pick<Column<never>, 'width'>[]): number | null {
  let sum = PADDING - GAP;
  for (const { width } of columns) {
    if (typeof width !== 'number') return null;
    sum += width + GAP;
  }
  return sum;
}

/** A column of the file: its name, and its value at a time (Unix milliseconds, the server's clock). */
export type CsvColumn<T> = readonly [name: string, value: (row: T, now: number) => CsvCell];

type CsvField<T> = { [K in keyof T & string]: T[K] extends CsvCell ? K : never }[keyof T & string];

/** Columns that hold a field as it is, under its name; a time ends with `_utc`, as the service sends it. */
export const csvFields = <T>(...names: (CsvField<T> | `${CsvField<T>}_utc`)[]): CsvColumn<T>[] =>
  names.map((name) => [name, (row) => row[name.replace(/_utc$/, '') as keyof T] as CsvCell]);

export function tableCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[], now: number): string {
  return csvText(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, value]) => value(row, now))),
  );
}
