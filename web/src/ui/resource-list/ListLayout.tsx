/** The parts that a page with a list is laid out of: one that is open beside it, a row of filters above, the list itself. */
import { Button } from '@mantine/core';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../EmptyState.tsx';
import { IconSearch } from '../icons.ts';
import shared from '../shared.module.css';
import { personLocale } from '../units.ts';
import classes from './ListLayout.module.css';

interface ListWithPanelProps {
  /** What is open; null or false: nothing is. On a narrow screen it takes the place of the list. */
  readonly panel: ReactNode;
  /** Pixels, where there is room for both. */
  readonly panelWidth?: number | undefined;
  readonly children: ReactNode;
}

export function ListWithPanel({ panel, panelWidth = 400, children }: ListWithPanelProps) {
  const open = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className={classes.view} data-open={open || undefined}>
      <div className={`${shared.fillColumn} ${classes.main}`}>{children}</div>
      {open && (
        <div className={classes.panel} style={{ '--panel-width': `${panelWidth}px` } as CSSProperties}>
          {panel}
        </div>
      )}
    </div>
  );
}

/** Chips, and what else chooses among the rows, in one line. */
export function FilterRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

interface StableListAreaProps {
  readonly rows: Pick<ReturnType<typeof useStableRows>, 'waiting' | 'hold' | 'release'>;
  readonly children: ReactNode;
}

/** A list whose rows keep still while a mouse is over them. */
export function StableListArea({ rows: { waiting, hold, release }, children }: StableListAreaProps) {
  return (
    <div
      className={`${shared.fillFrame} ${classes.list}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerLeave={release}
    >
      {children}
      {waiting > 0 && (
        <button type="button" className={`${shared.strong} ${shared.box} ${classes.waiting}`} onClick={hold}>
          {waiting === 1 ? '1 update' : `${waiting} updates`}, show
        </button>
      )}
    </div>
  );
}

/** The line below a list: how much is shown, how all this is known, and as of when. */
export function ListFoot({ children }: { readonly children: ReactNode }) {
  return <div className={`${shared.fixedSmall} ${shared.row} ${classes.foot}`}>{children}</div>;
}

/** How it is known; the first that is cut off where there is no room, and then said on hover. */
export function FootSource({ text }: { readonly text: string }) {
  return (
    <span className={`${shared.ellipsis} ${classes.source}`} title={text}>
      {text}
    </span>
  );
}

/** As of when, and whose times these are. `title`: on hover. */
export function FootEnd({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={`${shared.fixed} ${shared.end} ${classes.end}`} title={title}>
      {children}
    </span>
  );
}

/** A part of it that a phone has no room for. */
export function NotOnPhone({ children }: { readonly children: ReactNode }) {
  return <span className={classes.wide}>{children}</span>;
}

/**
 * @param words one and many: `['monitor', 'monitors']`
 * @returns `12 of 1,200 monitors match`, or `1,200 monitors` when nothing is filtered
 */
export function shownText(
  shown: number,
  total: number,
  filtered: boolean,
  [one, many]: readonly [string, string],
): string {
  const all = total.toLocaleString(personLocale());
  if (filtered) return `${shown.toLocaleString(personLocale())} of ${all} ${many} match`;
  return `${all} ${total === 1 ? one : many}`;
}

interface NoMatchProps {
  /** "No delivery matches" */
  readonly title: string;
  /** On the button that takes the filter away: "Show all deliveries". */
  readonly clear: string;
  readonly onClear: () => void;
  /** What the filter looks through, or why there may be none. */
  readonly children: ReactNode;
}

/** What a list says when a filter leaves nothing of it: what is looked through, and the way out. */
export function NoMatch({ title, clear, onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title={title}
      action={<Button onClick={onClear}>{clear}</Button>}
    >
      {children}
    </EmptyState>
  );
}

interface StableRows<T> {
  readonly shown: readonly T[];
  /** Rows that would come or go if the list were not held. */
  readonly waiting: number;
}

/**
 * @param wanted the rows as they would be now
 * @param held keys in the order that is kept
 * @param find a row by its key, also one that has left `wanted`
 * @returns the held rows with what has changed in them; rows that come after the last of them move nothing and are shown
 */
export function stableRows<T>(
  wanted: readonly T[],
  held: readonly string[],
  keyOf: (row: T) => string,
  find: (key: string) => T | undefined,
): StableRows<T> {
  const kept = new Set(held);
  const now = new Set(wanted.map(keyOf));
  const last = wanted.findLastIndex((row) => kept.has(keyOf(row)));
  const after = last < 0 ? [] : wanted.slice(last + 1);
  const came = wanted.filter((row) => !kept.has(keyOf(row))).length - after.length;
  const gone = held.filter((key) => !now.has(key)).length;
  return { shown: [...held.flatMap((key) => find(key) ?? []), ...after], waiting: came + gone };
}

interface Hold {
  readonly query: string;
  readonly keys: readonly string[];
}

interface StableRowsOptions<T> {
  readonly rows: readonly T[];
  /** Where rows that have left `rows` are still found; `rows` itself without. */
  readonly all?: readonly T[] | undefined;
  /** The same function at each render. */
  readonly keyOf: (row: T) => string;
  /** What the person asked for: another question shows its answer at once. */
  readonly query: string;
}

/** Rows keep their places while the pointer is in the list; what came or went meanwhile is counted and waits. */
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
    /** Rows keep their places from now on; what waits is shown. */
    hold: () => setHold({ query, keys: rows.map(keyOf) }),
    release: () => setHold(null),
  };
}
