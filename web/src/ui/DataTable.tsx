/** A short table, without sorting or selection; a list of records is a `ResourceList`. The first cell of a row is its header. */
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { ScrollRegion } from './page-frame.tsx';

interface DataTableProps {
  readonly heads: readonly string[];
  /** Columns of numbers; `rest`: all but the first. */
  readonly numeric?: readonly number[] | 'rest';
  readonly rows: readonly {
    readonly key: string;
    /** Needs somebody. */
    readonly strong?: boolean;
    readonly cells: readonly ReactNode[];
  }[];
  /** In place of the table when it has no rows. */
  readonly empty?: string;
  /** Label of the region in which a table scrolls that may be wider than the page; otherwise a wide one becomes lists on a phone. */
  readonly region?: string;
  /** Columns of the same width. */
  readonly even?: boolean;
  readonly className?: string;
}

/** More columns do not fit on a phone. */
const FEW = 3;

export function DataTable(props: DataTableProps) {
  const { heads, numeric = [], rows, empty, region, even = false, className = '' } = props;
  if (rows.length === 0 && empty !== undefined) return <p>{empty}</p>;
  const isNumeric = (at: number) => (numeric === 'rest' ? at > 0 : numeric.includes(at)) || undefined;
  const table = (
    <table
      className={`${classes.table} ${className}`}
      data-even={even || undefined}
      data-stacks={(region === undefined && heads.length > FEW) || undefined}
    >
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-numeric={isNumeric(at)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, strong, cells }) => (
          <tr key={key} data-strong={strong || undefined}>
            {cells.map((cell, at) => {
              const Cell = at === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={heads[at]}
                  scope={at === 0 ? 'row' : undefined}
                  data-head={heads[at]}
                  data-numeric={isNumeric(at)}
                >
                  {cell}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return region === undefined ? (
    table
  ) : (
    <ScrollRegion label={region} className={classes.scroll}>
      {table}
    </ScrollRegion>
  );
}
