import { Button } from '@mantine/core';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../EmptyState.tsx';
import { IconSearch } from '../icons.ts';
import shared from '../shared.module.css';
import { countText, numberText, plural } from '../units.ts';
import classes from './ListLayout.module.css';

interface ListWithPanelProps {
  /** Null or false when closed. On narrow screens the panel replaces the list. */
  readonly panel: ReactNode;
  readonly panelWidth?: number | undefined;
  /** Filters and tabs over the whole width, which the panel never covers. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The rows of a grid keep their width beside the panel: it covers their last columns, which scroll into view, and moves none. */
export function ListWithPanel({ panel, panelWidth = 400, above, children }: ListWithPanelProps) {
  const open = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className={`${shared.fillColumn} ${classes.whole}`} data-open={open || undefined}>
      {above}
      <div className={classes.view} style={{ '--panel-width': `${panelWidth}px` } as CSSProperties}>
        <div className={`${shared.fillColumn} ${classes.main}`}>{children}</div>
        {open && <div className={classes.panel}>{panel}</div>}
      </div>
    </div>
  );
}

export function FilterRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

interface StableListAreaProps {
  readonly rows: Pick<ReturnType<typeof useStableRows>, 'waiting' | 'hold' | 'release'>;
  readonly children: ReactNode;
}

export function StableListArea({ rows: { waiting, hold, release }, children }: StableListAreaProps) {
  return (
    <div
      className={shared.fillFrame}
      style={{ overflow: 'auto' }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerLeave={release}
    >
      {children}
      {waiting > 0 && (
        <button type="button" className={`${shared.strong} ${shared.box} ${classes.waiting}`} onClick={hold}>
          {countText(waiting, 'update')}, show
        </button>
      )}
    </div>
  );
}

export function ListFoot({ children }: { readonly children: ReactNode }) {
  return <div className={`${shared.fixedSmall} ${shared.row} ${classes.foot}`}>{children}</div>;
}

/** The source of the list's data; truncated first, with the complete text on hover. */
export function FootSource({ text }: { readonly text: string }) {
  return (
    <span className={`${shared.ellipsis} ${classes.source}`} title={text}>
      {text}
    </span>
  );
}

/** Time of the last update and time zone. `title` is shown on hover. */
export function FootEnd({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={`${shared.fixed} ${shared.end}`} style={{ textAlign: 'right' }} title={title}>
      {children}
    </span>
  );
}

export function HiddenOnPhone({ children }: { readonly children: ReactNode }) {
  return <span className={classes.wide}>{children}</span>;
}

/**
 * @param words singular and plural: `['monitor', 'monitors']`
 * @returns `12 of 1,200 monitors match`; unfiltered: `1,200 monitors`
 */
export function shownText(
  shown: number,
  total: number,
  filtered: boolean,
  [one, many]: readonly [string, string],
): string {
  const all = numberText(total);
  if (filtered) return `${numberText(shown)} of ${all} ${many} match`;
  return `${all} ${plural(total, one, many)}`;
}

interface NoMatchProps {
  readonly title: string;
  readonly clear: string;
  readonly onClear: () => void;
  /** Which fields the filter searches, or why there may be no match. */
  readonly children: ReactNode;
}

export function NoMatch({ title, clear, onClear, children }: NoMatchProps) {
  return (
    <EmptyState icon={IconSearch} title={title} action={<Button onClick={onClear}>{clear}</Button>}>
      {children}
    </EmptyState>
  );
}

interface StableRows<T> {
  readonly shown: readonly T[];
  /** Rows that would appear or disappear if the list were not held. */
  readonly waiting: number;
}

/**
 * @param current the rows without a hold
 * @param held keys in their held order
 * @param find returns a row by key, even when it is no longer in `current`
 * @returns the held rows with updated content, followed by new rows after the last of them, which move nothing
 */
export function stableRows<T>(
  current: readonly T[],
  held: readonly string[],
  keyOf: (row: T) => string,
  find: (key: string) => T | undefined,
): StableRows<T> {
  const held_keys = new Set(held);
  const current_keys = new Set(current.map(keyOf));
  const last = current.findLastIndex((row) => held_keys.has(keyOf(row)));
  const after = last < 0 ? [] : current.slice(last + 1);
  const added = current.filter((row) => !held_keys.has(keyOf(row))).length - after.length;
  const removed = held.filter((key) => !current_keys.has(key)).length;
  return { shown: [...held.flatMap((key) => find(key) ?? []), ...after], waiting: added + removed };
}

interface Hold {
  readonly query: string;
  readonly keys: readonly string[];
}

interface StableRowsOptions<T> {
  readonly rows: readonly T[];
  /** Rows before filtering, to find held rows that no longer match; default: `rows`. */
  readonly all?: readonly T[] | undefined;
  /** Must be the same function on every render. */
  readonly keyOf: (row: T) => string;
  /** Identifies filter and order; a change ends the hold. */
  readonly query: string;
}

/** Holds rows in place while the pointer is over the list; counts rows added or removed meanwhile. */
export function useStableRows<T>({ rows, all = rows, keyOf, query }: StableRowsOptions<T>) {
  const [hold, setHold] = useState<Hold | null>(null);
  const keys = hold?.query === query && hold.keys.length > 0 ? hold.keys : null;
  const stable = useMemo((): StableRows<T> => {
    if (keys === null) return { shown: rows, waiting: 0 };
    const byKey = new Map(all.map((row) => [keyOf(row), row]));
    return stableRows(rows, keys, keyOf, (key) => byKey.get(key));
  }, [rows, all, keyOf, keys]);
  return {
    ...stable,
    /** Applies pending changes, then holds the rows. */
    hold: () => setHold({ query, keys: rows.map(keyOf) }),
    release: () => setHold(null),
  };
}
