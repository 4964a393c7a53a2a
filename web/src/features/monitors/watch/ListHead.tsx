/** Head of the table: its columns, by which it sorts. */
import { GridColumnHeader, GridRow, GridRowGroup } from '../../../ui/Grid.tsx';
import { COLUMNS } from './columns.ts';
import classes from './ListHead.module.css';
import { sortOf } from './query.ts';

export interface ListHeadProps {
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}

export function ListHead({ sort, onSort }: ListHeadProps) {
  const { by, descending } = sortOf(sort);
  return (
    <GridRowGroup className={classes.head}>
      <GridRow aria-rowindex={1} className={classes.row}>
        {COLUMNS.map(({ key, label, sort: sorts, figure }) => {
          const here = sorts === by;
          return (
            <GridColumnHeader
              key={key}
              data-figure={figure}
              aria-sort={sorts ? (!here ? 'none' : descending ? 'descending' : 'ascending') : undefined}
            >
              {sorts ? (
                <button type="button" onClick={() => onSort(here && !descending ? `-${sorts}` : sorts)}>
                  {label}
                  <span aria-hidden>{here ? (descending ? ' ↑' : ' ↓') : ''}</span>
                </button>
              ) : (
                label
              )}
            </GridColumnHeader>
          );
        })}
      </GridRow>
    </GridRowGroup>
  );
}
