import type { ReactNode } from 'react';
import classes from './SystemView.module.css';

interface StatusTableProps {
  readonly heads: readonly string[];
  /** Columns of numbers. */
  readonly numeric?: readonly number[];
  readonly rows: readonly {
    readonly key: string;
    /** Needs somebody. */
    readonly strong?: boolean;
    readonly cells: readonly ReactNode[];
  }[];
  /** In place of the table when it has no rows. */
  readonly empty?: string;
}

/** More columns do not fit on a phone. */
const FEW = 3;

export function StatusTable({ heads, numeric = [], rows, empty }: StatusTableProps) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <table className={classes.table} data-columns={heads.length > FEW ? 'wide' : undefined}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-numeric={numeric.includes(at) || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, strong, cells }) => (
          <tr key={key} data-strong={strong || undefined}>
            {cells.map((cell, at) => (
              <td key={heads[at]} data-head={heads[at]} data-numeric={numeric.includes(at) || undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
