/** The twin of a chart: its values as a table. */
import { Scrolled } from '../Scrolled.tsx';
import classes from './chart.module.css';
import type { Twin } from './types.ts';

export interface ChartTableProps {
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
