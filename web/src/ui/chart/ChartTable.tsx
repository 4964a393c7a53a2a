/** The values of a chart as a table and as CSV. */
import { VisuallyHidden } from '@mantine/core';
import type { CsvCell } from '@waypost/contract/csv';
import { csvText } from '../csv.ts';
import { DataTable } from '../DataTable.tsx';
import { useLayout } from '../use-media.ts';
import type { BarData, TableCell, TableData, TableRow } from './types.ts';
import { valueText } from './words.ts';

/** One row per category; one column per stack of each group, plus a total when there are several stacks. */
export function barTableData(data: BarData, head: string): TableData {
  const { categories, groups, stacks } = data;
  const estimates =
    data.estimate && categories.some(({ key }) => groups.some((group) => data.estimate?.(key, group.key)));
  /** `REST calls: driver`; without the group when there is only one. */
  const headText = (group: string, part: string): string =>
    groups.length === 1
      ? part
      : part === ''
        ? group
        : `${group}: ${part.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  const columns = groups.flatMap((group) => {
    const column = (key: string, part: string, value: (category: string) => number | null) => ({
      key: `${group.key} ${key}`,
      label: headText(group.label, part),
      cell: (category: string): TableCell => {
        const raw = value(category);
        return raw === null ? { text: '', raw } : { text: valueText(raw), raw };
      },
    });
    const part = (stack: string) => (category: string) => data.value(category, group.key, stack);
    const all = (category: string) => stacks.reduce((sum, { key }) => sum + part(key)(category), 0);
    const several = stacks.length > 1;
    return [
      ...stacks.map(({ key, label }) => column(key, several ? label : '', part(key))),
      several && column('(all)', 'All', all),
      estimates &&
        column('(estimate)', 'Projected', (category) => data.estimate?.(category, group.key) ?? null),
    ].filter((entry) => typeof entry === 'object');
  });
  const has_notes = categories.some(({ part, missing }) => part || missing);
  return {
    columns: [
      { key: '(head)', label: head },
      ...columns.map(({ key, label }) => ({ key, label: label || 'Count', numeric: true })),
      ...(has_notes ? [{ key: '(note)', label: 'Note' }] : []),
    ],
    rows: categories.map(({ key, title, part, missing }) => ({
      key,
      cells: [
        { text: title, raw: key },
        ...columns.map((column) => (missing ? { text: '–', raw: null } : column.cell(key))),
        ...(has_notes ? [{ text: missing ?? part ?? '' }] : []),
      ],
    })),
  };
}

/** Numbers unformatted and categories by key (`2026-11`), independent of the display language. */
export function chartTableCsv({ columns, rows }: TableData): string {
  return csvText(
    columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
    rows.map(({ cells }) => cells.map(({ text, raw }): CsvCell => (raw === undefined ? text : raw))),
  );
}

/** Rows without values below each other, at least `min`, become one, which has only a header. */
export function foldRows(
  rows: readonly TableRow[],
  folded: (count: number) => string,
  min: number,
): TableRow[] {
  const runs: TableRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (row.empty && last?.[0]?.empty) last.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) =>
    run[0]?.empty && run.length >= min ? [{ key: run[0].key, cells: [{ text: folded(run.length) }] }] : run,
  );
}

interface ChartTableProps {
  readonly label: string;
  readonly table: TableData;
}

export function ChartTable({ label, table: { columns, rows, folded } }: ChartTableProps) {
  const phone = useLayout() === 'phone';
  // One row of a table is no longer than what would replace it, and has its date; on a phone it is a list.
  const shown = folded ? foldRows(rows, folded, phone ? 1 : 2) : rows;
  return (
    <DataTable
      // On a phone amounts would be cut at the edge: each row is then a list of its values.
      {...(!phone && { region: `${label}, as a table` })}
      heads={columns.map((column) => column.label)}
      numeric={columns.flatMap(({ numeric }, at) => (numeric ? [at] : []))}
      rows={shown.map(({ key, cells }) => ({
        key,
        cells: cells.map(({ text, repeats }) =>
          repeats && !phone ? <VisuallyHidden key={text}>{text}</VisuallyHidden> : text,
        ),
      }))}
    />
  );
}
