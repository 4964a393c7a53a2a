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

/** @param timeOf the same function at each drawing */
export function useCalm<T>(items: readonly T[], timeOf: (item: T) => string) {
  const [until, setUntil] = useState<string | null>(null);
  const { shown, waiting } = useMemo(() => calmed(items, timeOf, until), [items, timeOf, until]);
  const [first] = items;
  const newest = first === undefined ? null : timeOf(first);
  return { shown, waiting, hold: () => setUntil(newest), release: () => setUntil(null) };
}
