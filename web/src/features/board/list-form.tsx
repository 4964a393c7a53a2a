import { deferred } from '../../ui/deferred.tsx';
import { LIST_WIDTH, prefs, TABLE_WIDTH, usePrefs } from '../../ui/prefs.ts';
import { useLayout, useRailPinned, useWindowWidth } from '../../ui/use-media.ts';
import type { ResizeHandleProps } from './ListTools.tsx';
import classes from './LoadList.module.css';

/** Window widths in pixels from which a table is possible, and from which it is the default. */
const TABLE_FROM = { possible: 1440, default_form: 1920 } as const;
/** On its side a phone has the width for rows of two lines, and the height for few. */
const PHONE_ROWS_BELOW = 640;
const DEFAULT_SHARE = 0.58;
/** Minimum space beside the table, pixels: navigation rail and map. */
const RAIL = { pinned: 196, narrow: 56 } as const;
const MIN_MAP_WIDTH = 260;
/** The panel of an open load, which must not cover the table. */
const PANEL_WIDTH = 400;

export type ListForm = ReturnType<typeof useListForm>;

/**
 * @param with_columns the address names columns, which implies the table
 * @param with_panel a load is open: its panel takes the place of the map and of the column that it repeats; without room for both,
 * the table becomes a list while it is
 */
export function useListForm(with_columns: boolean, with_panel: boolean) {
  const layout = useLayout();
  const window_width = useWindowWidth();
  const { list_form, list_width, table_width } = usePrefs();
  const rail_pinned = useRailPinned(with_columns);
  const possible = layout === 'desk' && window_width >= TABLE_FROM.possible;
  const default_form = window_width >= TABLE_FROM.default_form ? 'table' : 'rows';
  const beside_rail = window_width - (rail_pinned ? RAIL.pinned : RAIL.narrow);
  const beside_panel = beside_rail - PANEL_WIDTH;
  const fits = !with_panel || beside_panel >= TABLE_WIDTH.beside_panel;
  const as_table = possible && fits && (with_columns || (list_form ?? default_form) === 'table');
  const available = beside_rail - MIN_MAP_WIDTH;
  const table_min = with_panel ? Math.min(beside_panel, TABLE_WIDTH.min) : TABLE_WIDTH.min;
  const min = as_table ? table_min : LIST_WIDTH.min;
  const max = as_table
    ? Math.max(min, Math.min(TABLE_WIDTH.max, with_panel ? beside_panel : available))
    : LIST_WIDTH.max;
  // As in BoardPage.module.css; rows must know their width.
  const half = layout === 'tablet' ? beside_rail / 2 : Number.POSITIVE_INFINITY;
  const wanted = as_table ? (table_width ?? Math.round(window_width * DEFAULT_SHARE)) : list_width;
  const width = Math.min(half, max, Math.max(min, wanted));
  return {
    as_table,
    /** Rows have the form of an upright phone. */
    narrow: layout === 'phone' ? window_width < PHONE_ROWS_BELOW : width < LIST_WIDTH.min,
    /** Null: there is no room for a table. */
    choose: possible ? (form: 'rows' | 'table') => prefs.set({ list_form: form }) : null,
    /** Pixels. */
    width,
    /** By the panel of the open load. */
    map_covered: with_panel && beside_rail - width <= PANEL_WIDTH,
    min,
    max,
    onWidth: (width: number) => prefs.set(as_table ? { table_width: width } : { list_width: width }),
  };
}

export const ResizeHandle = deferred<ResizeHandleProps>(
  async () => (await import('./ListTools.tsx')).DraggableHandle,
  () => <div className={classes.handle} />,
);
