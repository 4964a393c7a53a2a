/** The book as a table: only the rows in sight exist. One tab stop: arrows (or j and k) move, Enter opens. */
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Site } from '@waypost/contract/api/sites';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { type LengthUnit, lengthText } from '../../geo/length.ts';
import { Grid, GridCell, GridColumnHeader, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import { coordinatesText } from '../../ui/units.ts';
import classes from './SiteList.module.css';
import type { SiteSort } from './search.ts';
import { sortOf } from './site-list.ts';
import { freeText, rateText } from './words.ts';

export const SITE_GRID_ID = 'site-list';

const ROW_HEIGHT = 56;
const HEAD_HEIGHT = 32;
const PAGE_ROWS = 10;
const COLUMNS: readonly { readonly sort: SiteSort; readonly label: string; readonly figure?: true }[] = [
  { sort: 'name', label: 'Site' },
  { sort: 'radius', label: 'Radius', figure: true },
  { sort: 'free', label: 'Free time', figure: true },
  { sort: 'rate', label: 'Detention', figure: true },
];

export interface SiteListProps {
  readonly sites: readonly Site[];
  readonly unit: LengthUnit;
  readonly selected: string | undefined;
  /** Ids with changes that are not saved. */
  readonly unsaved: ReadonlySet<string>;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** `by_key`: the focus follows into the panel. */
  readonly onOpen: (site_id: string, by_key: boolean) => void;
}

export function SiteList({ sites, unit, selected, unsaved, sort, onSort, onOpen }: SiteListProps) {
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: sites.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (at) => sites[at]?.id ?? at,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT,
  });

  // A circle that was clicked on the map is brought into sight here.
  const rows = useRef(sites);
  useEffect(() => {
    rows.current = sites;
  }, [sites]);
  useEffect(() => {
    const row = rows.current.findIndex(({ id }) => id === selected);
    if (row < 0) return;
    setActive(selected ?? null);
    virtual.scrollToIndex(row, { align: 'auto' });
  }, [selected, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = sites.findIndex(({ id }) => id === active);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + PAGE_ROWS,
      PageUp: at - PAGE_ROWS,
      Home: 0,
      End: sites.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const row = Math.max(0, Math.min(sites.length - 1, to));
      setActive(sites[row]?.id ?? null);
      virtual.scrollToIndex(row, { align: 'auto' });
    } else if (event.key === 'Enter' && active !== null && at >= 0) onOpen(active, true);
    else return;
    event.preventDefault();
  };

  const items = virtual.getVirtualItems();
  return (
    <div ref={scroller} className={classes.scroller}>
      <Grid
        ref={grid}
        id={SITE_GRID_ID}
        aria-label="Sites"
        aria-rowcount={sites.length + 1}
        aria-activedescendant={items.some(({ key }) => key === active) ? `site-${active}` : undefined}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target === grid.current && !sites.some(({ id }) => id === active))
            setActive(sites[0]?.id ?? null);
        }}
      >
        <Head sort={sort} onSort={onSort} />
        <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const site = sites[index];
            return (
              site && (
                <GridRow
                  key={key}
                  id={`site-${key}`}
                  aria-rowindex={index + 2}
                  aria-selected={site.id === selected}
                  data-active={site.id === active || undefined}
                  data-selected={site.id === selected || undefined}
                  className={classes.row}
                  style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                  onClick={() => {
                    setActive(site.id);
                    onOpen(site.id, false);
                  }}
                >
                  <Cells site={site} unit={unit} unsaved={unsaved.has(site.id)} />
                </GridRow>
              )
            );
          })}
        </GridRowGroup>
      </Grid>
    </div>
  );
}

function Head({ sort, onSort }: Pick<SiteListProps, 'sort' | 'onSort'>) {
  const { by, descending } = sortOf(sort);
  return (
    <GridRowGroup className={classes.head}>
      <GridRow aria-rowindex={1} className={classes.cells}>
        {COLUMNS.map(({ sort: sorts, label, figure }) => {
          const here = sorts === by;
          const next = here && !descending ? `-${sorts}` : sorts;
          return (
            <GridColumnHeader
              key={sorts}
              data-figure={figure}
              data-column={sorts}
              aria-sort={!here ? 'none' : descending ? 'descending' : 'ascending'}
            >
              <button type="button" onClick={() => onSort(next === 'name' ? undefined : next)}>
                {label}
                <span aria-hidden>{here ? (descending ? ' ↑' : ' ↓') : ''}</span>
              </button>
            </GridColumnHeader>
          );
        })}
      </GridRow>
    </GridRowGroup>
  );
}

interface CellsProps {
  readonly site: Site;
  readonly unit: LengthUnit;
  readonly unsaved: boolean;
}

const Cells = memo(function Cells({ site, unit, unsaved }: CellsProps) {
  return (
    <div className={classes.cells}>
      <GridCell>
        <div className={classes.name}>
          <strong title={site.name}>{site.name}</strong>
          {unsaved && <span className={classes.unsaved}>not saved</span>}
        </div>
        <div className={classes.second}>
          {coordinatesText(site)}
          {site.note && ` · ${site.note}`}
        </div>
      </GridCell>
      <GridCell data-figure>{lengthText(site.radius_meters, unit)}</GridCell>
      <GridCell data-figure data-column="free">
        {freeText(site)}
      </GridCell>
      <GridCell data-figure data-column="rate">
        {rateText(site)}
      </GridCell>
    </div>
  );
});
