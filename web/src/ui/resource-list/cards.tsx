import classes from './cells.module.css';
import { CardLine } from './cells.tsx';
import type { Column } from './columns.ts';
import type { Cards } from './VirtualGrid.tsx';

/** @returns cards made of the cells of the columns; null if no column has a place in one */
export function cardsOf<T>(columns: readonly Column<T>[]): Cards<T> | null {
  const [titles = [], sides = [], lines = [], labeled = []] = (
    ['title', 'side', 'line', 'labeled'] as const
  ).map((place) => columns.filter(({ card }) => card === place));
  if (titles.length === 0) return null;
  const draw = (row: T, shown: readonly Column<T>[], has_label = false) =>
    shown.map(({ id, header, cell, title }) => (
      <div key={id} className={classes.part} title={title?.(row)} data-label={has_label ? header : undefined}>
        {cell(row)}
      </div>
    ));
  return {
    height: 64,
    render: (row) => (
      <>
        <CardLine>
          {titles.length > 1 ? <div className={classes.titles}>{draw(row, titles)}</div> : draw(row, titles)}
          {sides.length > 0 && <div className={classes.sides}>{draw(row, sides)}</div>}
        </CardLine>
        {draw(row, lines)}
        {labeled.length > 0 && <div className={classes.labeled}>{draw(row, labeled, true)}</div>}
      </>
    ),
  };
}
