/** What comes while the pointer is in a list waits above it: rows keep their place (design: nothing jumps). */
import { useMemo, useState } from 'react';

/**
 * @param items newest first, as they come
 * @param timeOf ISO 8601
 * @returns those not newer than `until` (ISO 8601; null: all), and how many are
 */
export function calmed<T>(
  items: readonly T[],
  timeOf: (item: T) => string,
  until: string | null,
): { shown: readonly T[]; waiting: number } {
  if (until === null) return { shown: items, waiting: 0 };
  const shown = items.filter((item) => timeOf(item) <= until);
  return { shown, waiting: items.length - shown.length };
}

interface Hold {
  readonly until: string | null;
  readonly query: string;
}

/**
 * @param items that the filter shows
 * @param timeOf the same function at each drawing
 * @param query what the person asked for: a change of it shows at once
 */
export function useCalm<T>(items: readonly T[], timeOf: (item: T) => string, query: string) {
  const [held, setHeld] = useState<Hold | null>(null);
  const until = held?.query === query ? held.until : null;
  const { shown, waiting } = useMemo(() => calmed(items, timeOf, until), [items, timeOf, until]);
  const [first] = items;
  const newest = first === undefined ? null : timeOf(first);
  return { shown, waiting, hold: () => setHeld({ until: newest, query }), release: () => setHeld(null) };
}
