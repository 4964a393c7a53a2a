/** The twin of a chart: its values as a table, and as a file. */
import { type CsvCell, csvText } from '../csv.ts';
import { Scrolled } from '../page-frame.tsx';
import classes from './chart.module.css';
import type { BarData, Twin, TwinCell } from './types.ts';
import { valueText } from './words.ts';

/** Rows are the categories; a column for every part of every group, and the sum where there are several. */
export function barTwin(data: BarData, head: string): Twin {
  const { categories, groups, stacks } = data;
  const estimates =
    data.estimate && categories.some(({ key }) => groups.some((group) => data.estimate?.(key, group.key)));
  /** `REST calls: driver`; the group is not said where there is one. */
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
      cell: (category: string): TwinCell => {
        const known = value(category);
        return known === null ? { text: '', raw: null } : { text: valueText(known), raw: known };
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
    ].filter((one) => typeof one === 'object');
  });
  const noted = categories.some(({ part, missing }) => part || missing);
  return {
    columns: [
      { key: '(head)', label: head },
      ...columns.map(({ key, label }) => ({ key, label: label || 'Count', numeric: true })),
      ...(noted ? [{ key: '(note)', label: 'Note' }] : []),
    ],
    rows: categories.map(({ key, title, part, missing }) => ({
      key,
      cells: [
        { text: title, raw: key },
        ...columns.map((column) => (missing ? { text: '–', raw: null } : column.cell(key))),
        ...(noted ? [{ text: missing ?? part ?? '' }] : []),
      ],
    })),
  };
}

/** As CSV: numbers as numbers, categories by their keys (`2026-11`), whatever the language of the screen. */
export function twinCsv({ columns, rows }: Twin): string {
  return csvText(
    columns.map(({ label }) => label),
    rows.map(({ cells }) => cells.map(({ text, raw }): CsvCell => (raw === undefined ? text : raw))),
  );
}

interface ChartTableProps {
  readonly label: string;
  readonly twin: Twin;
}

export function ChartTable({ label, twin: { columns, rows } }: ChartTableProps) {
  return (
    <Scrolled label={`${label}, as a table`} className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ key, label, numeric }) => (
              <th key={key} scope="col" data-numeric={numeric || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{head?.text}</th>
              {cells.map(({ text }, at) => (
                <td key={columns[at + 1]?.key} data-numeric={columns[at + 1]?.numeric || undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
