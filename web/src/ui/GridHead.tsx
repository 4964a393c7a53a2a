/** Head of a grid: stays at the top while the rows scroll, sorts by its columns. */
import { GridColumnHeader, GridRow, GridRowGroup } from './Grid.tsx';
import classes from './GridHead.module.css';
import { IconArrowsSort } from './icons.ts';
import { SortArrow } from './SortArrow.tsx';

export const GRID_HEAD_HEIGHT = 32;

export interface GridColumn<S extends string = never> {
  readonly name: string;
  readonly label: string;
  /** Figures stand at the right. */
  readonly figure?: true;
  readonly sort?: S;
  /** Where columns sort one way only: the greatest or newest comes first. */
  readonly descending?: true;
}

/** Each column sorts in its own direction only. */
export interface OneWaySort<S extends string> {
  readonly by: S;
  readonly descending?: undefined;
  readonly onSort: (by: S) => void;
}

/** The column by which it is sorted turns its direction. */
export interface TwoWaySort<S extends string> {
  readonly by: S;
  readonly descending: boolean;
  /** `age`, or `-age` for the other way round. */
  readonly onSort: (sort: string) => void;
}

export type GridSort<S extends string> = OneWaySort<S> | TwoWaySort<S>;

export interface GridHeadProps<S extends string> {
  readonly columns: readonly GridColumn<S>[];
  /** Class of `grid-template-columns`, the same as that of the rows. */
  readonly tracks: string | undefined;
  readonly sort: GridSort<S> | undefined;
}

export function GridHead<S extends string>({ columns, tracks, sort }: GridHeadProps<S>) {
  return (
    <GridRowGroup className={classes.head}>
      <GridRow aria-rowindex={1} className={tracks} data-cells>
        {columns.map((column) => (
          <GridColumnHeader
            key={column.name}
            data-column={column.name}
            data-figure={column.figure}
            aria-sort={sort && column.sort && orderOf(column, sort)}
          >
            {sort && column.sort ? <SortButton column={column} by={column.sort} sort={sort} /> : column.label}
          </GridColumnHeader>
        ))}
      </GridRow>
    </GridRowGroup>
  );
}

function orderOf<S extends string>(column: GridColumn<S>, sort: GridSort<S>) {
  if (column.sort !== sort.by) return 'none';
  return (sort.descending ?? column.descending) ? 'descending' : 'ascending';
}

interface SortButtonProps<S extends string> {
  readonly column: GridColumn<S>;
  readonly by: S;
  readonly sort: GridSort<S>;
}

function SortButton<S extends string>({ column, by, sort }: SortButtonProps<S>) {
  const { label } = column;
  const here = by === sort.by;
  if (sort.descending !== undefined) {
    const { descending, onSort } = sort;
    return (
      <button
        type="button"
        className={classes.turn}
        onClick={() => onSort(here && !descending ? `-${by}` : by)}
      >
        {label}
        <SortArrow order={orderOf(column, sort)} />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={classes.sort}
      data-here={here || undefined}
      title={`Sort by ${label.toLowerCase()}`}
      onClick={() => sort.onSort(by)}
    >
      {label}
      <IconArrowsSort size={14} aria-hidden />
    </button>
  );
}
