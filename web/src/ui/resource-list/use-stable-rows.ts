/** Rows keep their places while the pointer is in the list; what came or went meanwhile is counted and waits. */
import { useMemo, useState } from 'react';

export interface StableRows<T> {
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

export interface StableRowsOptions<T> {
  readonly rows: readonly T[];
  /** Where rows that have left `rows` are still found; `rows` itself without. */
  readonly all?: readonly T[] | undefined;
  /** The same function at each render. */
  readonly keyOf: (row: T) => string;
  /** What the person asked for: another question shows its answer at once. */
  readonly query: string;
}

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
