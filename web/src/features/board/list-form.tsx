/** What the board's list is on this screen, two-line rows or a table, and how wide. */
import { deferred } from '../../ui/deferred.tsx';
import { LIST_WIDTH, prefs, TABLE_WIDTH, usePrefs } from '../../ui/prefs.ts';
import { layoutOf, useWindowWidth } from '../../ui/use-media.ts';
import type { ResizeHandleProps } from './ListTools.tsx';
import classes from './LoadList.module.css';

/** Widths of the window, pixels: from here there may be a table, and from here there is one unless rows were chosen. */
const TABLE_FROM = { possible: 1440, usual: 1920 } as const;
/** Of the window, as long as nobody has drawn the edge. */
const USUAL_SHARE = 0.58;
/** What is beside the table at the least, pixels. */
const RAIL = { pinned: 176, narrow: 56 } as const;
const LEAST_MAP = 300;

export interface ListForm {
  readonly as_table: boolean;
  /** Null: there is no room for a table. */
  readonly choose: ((form: 'rows' | 'table') => void) | null;
  /** Pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly onWidth: (width: number) => void;
}

/** @param with_columns the address names columns: it asks for the table */
export function useListForm(with_columns: boolean): ListForm {
  const window_width = useWindowWidth();
  const { list_form, list_width, table_width, rail_pinned } = usePrefs();
  const possible = window_width >= TABLE_FROM.possible;
  const usual = window_width >= TABLE_FROM.usual ? 'table' : 'rows';
  const as_table = possible && (with_columns || (list_form ?? usual) === 'table');
  const beside_rail = window_width - (rail_pinned ? RAIL.pinned : RAIL.narrow);
  const room = beside_rail - LEAST_MAP;
  const min = as_table ? TABLE_WIDTH.min : LIST_WIDTH.min;
  const max = as_table ? Math.max(min, Math.min(TABLE_WIDTH.max, room)) : LIST_WIDTH.max;
  // As in BoardPage.module.css: rows know how wide they are drawn.
  const half = layoutOf(window_width) === 'tablet' ? beside_rail / 2 : Number.POSITIVE_INFINITY;
  const wanted = as_table ? (table_width ?? Math.round(window_width * USUAL_SHARE)) : list_width;
  return {
    as_table,
    choose: possible ? (form) => prefs.set({ list_form: form }) : null,
    width: Math.min(half, max, Math.max(min, wanted)),
    min,
    max,
    onWidth: (width) => prefs.set(as_table ? { table_width: width } : { list_width: width }),
  };
}

/** The edge of the list column; it can be moved when the board stands. */
export const ResizeHandle = deferred<ResizeHandleProps>(
  async () => (await import('./ListTools.tsx')).ResizeHandleWhole,
  () => <div className={classes.handle} />,
);
