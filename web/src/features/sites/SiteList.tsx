/** The book as a table. */

import type { Site } from '@waypost/contract/api/sites';
import { memo, useEffect, useRef } from 'react';
import { type LengthUnit, lengthText } from '../../geo/length.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import { RowGrid, type RowGridHandle, type RowTable } from '../../ui/RowGrid.tsx';
import { coordinatesText } from '../../ui/units.ts';
import classes from './SiteList.module.css';
import type { SiteSort } from './search.ts';
import { sortOf } from './site-list.ts';
import { freeText, rateText } from './words.ts';

export const SITE_GRID_ID = 'site-list';

const COLUMNS: RowTable<Site, SiteSort>['columns'] = [
  { name: 'name', label: 'Site', sort: 'name' },
  { name: 'radius', label: 'Radius', sort: 'radius', figure: true },
  { name: 'free', label: 'Free time', sort: 'free', figure: true },
  { name: 'rate', label: 'Detention', sort: 'rate', figure: true },
];

const idOf = ({ id }: Site) => id;

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
  const grid = useRef<RowGridHandle>(null);
  // A circle that was clicked on the map is brought into sight here.
  useEffect(() => {
    if (selected !== undefined) grid.current?.reveal(selected);
  }, [selected]);
  const table: RowTable<Site, SiteSort> = {
    columns: COLUMNS,
    tracks: classes.tracks,
    height: 56,
    draw: (site) => <Cells site={site} unit={unit} unsaved={unsaved.has(site.id)} />,
  };
  return (
    <RowGrid
      ref={grid}
      id={SITE_GRID_ID}
      label="Sites"
      rows={sites}
      keyOf={idOf}
      table={table}
      sort={{ ...sortOf(sort), onSort: (next: string) => onSort(next === 'name' ? undefined : next) }}
      selected={selected ?? null}
      onOpen={onOpen}
    />
  );
}

interface CellsProps {
  readonly site: Site;
  readonly unit: LengthUnit;
  readonly unsaved: boolean;
}

const Cells = memo(function Cells({ site, unit, unsaved }: CellsProps) {
  useWritingKey();
  return (
    <>
      <GridCell>
        <div className={classes.name}>
          <strong title={site.name}>{site.name}</strong>
          {unsaved && <span className={classes.unsaved}>not saved</span>}
        </div>
        <div className={classes.second}>
          {coordinatesText(site)}
          {site.note && ` · ${isolated(site.note)}`}
        </div>
      </GridCell>
      <GridCell data-figure>{lengthText(site.radius_meters, unit)}</GridCell>
      <GridCell data-figure data-column="free">
        {freeText(site)}
      </GridCell>
      <GridCell data-figure data-column="rate">
        {rateText(site)}
      </GridCell>
    </>
  );
});
