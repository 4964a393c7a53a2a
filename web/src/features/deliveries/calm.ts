/** What comes while the pointer is in the list waits above it: rows keep their place (design: nothing jumps). */
import type { Delivery } from '@waypost/contract/api/hooks';
import { useMemo, useState } from 'react';

/** @returns those not newer than `until` (ISO 8601; null: all), and how many are. Newest first, as they come. */
export function calmed<T extends Pick<Delivery, 'received_at'>>(
  items: readonly T[],
  until: string | null,
): { shown: readonly T[]; waiting: number } {
  if (until === null) return { shown: items, waiting: 0 };
  const shown = items.filter(({ received_at }) => received_at <= until);
  return { shown, waiting: items.length - shown.length };
}

export function useCalm(items: readonly Delivery[]) {
  const [until, setUntil] = useState<string | null>(null);
  const { shown, waiting } = useMemo(() => calmed(items, until), [items, until]);
  const newest = items[0]?.received_at ?? null;
  return { shown, waiting, hold: () => setUntil(newest), release: () => setUntil(null) };
}
