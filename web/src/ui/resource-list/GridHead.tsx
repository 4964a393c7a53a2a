import type { ReactNode } from 'react';
import { GridColumnHeader, GridRow, GridRowGroup } from '../Grid.tsx';
import shared from '../shared.module.css';
import type { Column } from './columns.ts';
import type { SortOrder } from './query.ts';
import classes from './VirtualGrid.module.css';

export interface GridSort<S extends string> extends SortOrder<S> {
  /** `age`, or `-age` for descending. */
  readonly onSort: (sort: string) => void;
}

type HeadColumn<S extends string> = Omit<Column<never, S>, 'cell' | 'title' | 'width'>;

interface GridHeadProps<S extends string> {
  readonly columns: readonly HeadColumn<S>[];
  readonly sort: GridSort<S> | undefined;
  readonly rowClass?: string | undefined;
  /** Before the columns; `children` follow them. */
  readonly first?: ReactNode;
  readonly children?: ReactNode;
}

export function GridHead<S extends string>(props: GridHeadProps<S>) {
  const { columns, sort, rowClass, first, children } = props;
  return (
    <GridRowGroup className={`${shared.small} ${shared.strong} ${classes.head}`}>
      <GridRow aria-rowindex={1} data-cells className={rowClass}>
        {first}
        {columns.map((column) => {
          const { id, header, numeric, hint } = column;
          const sorts = sort !== undefined && column.sort !== undefined;
          const is_sorted = sorts && sort.by === column.sort;
          const order = !is_sorted ? 'none' : sort.descending ? 'descending' : 'ascending';
          return (
            <GridColumnHeader
              key={id}
              data-column={id}
              data-numeric={numeric}
              title={hint}
              aria-sort={sorts ? order : undefined}
            >
              {sorts ? (
                <button type="button" onClick={() => sort.onSort(nextSort(column, order))}>
                  {header}
                  <SortArrow order={order} />
                </button>
              ) : (
                header
              )}
            </GridColumnHeader>
          );
        })}
        {children}
      </GridRow>
    </GridRowGroup>
  );
}

function nextSort<S extends string>(
  { sort, descendingFirst = false }: HeadColumn<S>,
  order: 'none' | 'ascending' | 'descending',
): string {
  const descending = order === 'none' ? descendingFirst : order === 'ascending';
  return `${descending ? '-' : ''}${sort}`;
}

/** Visual indicator next to a column header; screen readers use `aria-sort`. Up is ascending. */
function SortArrow({ order }: { readonly order: 'ascending' | 'descending' | 'none' }) {
  return <span aria-hidden>{order === 'none' ? '' : order === 'ascending' ? ' ↑' : ' ↓'}</span>;
}
