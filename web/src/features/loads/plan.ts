/**
 * What the plan of a load tells. The service records no actual times (2.4) and no places of stops, so an estimate in the
 * past says nothing about whether the truck has been there: it is "past plan", not "late". Lateness is told only where
 * it is known:
 * - a stop with `arrived_at` (always null today) later than its estimate was late, by that much;
 * - the last stop's estimate has passed and the truck has driven since: it cannot have been unloaded on time and still
 *   be driving this load, so the load is overdue. A parked truck after its last estimate may well be there.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';

export type StopTiming =
  | { readonly kind: 'none' }
  | { readonly kind: 'ahead' }
  /** The estimate has passed, and nobody knows whether the truck has been there. */
  | { readonly kind: 'past_plan'; readonly by_ms: number }
  /** Known to be late: still driving after the last estimate, or arrived after it. */
  | { readonly kind: 'late'; readonly by_ms: number }
  | { readonly kind: 'arrived'; readonly by_ms: number };

/** Less than this is not worth a word. */
export const LATE_GRACE_MS = 15 * 60_000;

const ms = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

/** Stops in travel order, whatever order they came in. */
export function inTravelOrder(stops: readonly LoadStop[]): readonly LoadStop[] {
  return stops.every((stop, at) => at === 0 || (stops[at - 1] as LoadStop).sequence <= stop.sequence)
    ? stops
    : stops.toSorted((a, b) => a.sequence - b.sequence);
}

/** When the journey begins by plan, milliseconds since 1970; null when the plan does not tell. */
export function plannedStart(load: Pick<BoardLoad, 'stops'>): number | null {
  const origin = inTravelOrder(load.stops)[0];
  return ms(origin?.estimated_departure_at) ?? ms(origin?.estimated_arrival_at);
}

/** The next stop by plan; when all have passed, the last one that has an estimate. */
export function nextStop(load: Pick<BoardLoad, 'stops'>, now: number): LoadStop | null {
  const planned = inTravelOrder(load.stops).filter((stop) => stop.estimated_arrival_at !== null);
  return (
    planned.find((stop) => Date.parse(stop.estimated_arrival_at as string) > now) ?? planned.at(-1) ?? null
  );
}

/** How long the load is known to be overdue at its last stop; null when it is not, or nobody knows. */
export function overdueBy(
  load: Pick<BoardLoad, 'stops' | 'motion' | 'last_position'>,
  now: number,
): number | null {
  const last = inTravelOrder(load.stops).at(-1);
  const planned = ms(last?.estimated_arrival_at);
  if (!last || planned === null || last.arrived_at !== null) return null;
  const drove = load.motion?.moving === true ? ms(load.last_position?.occurred_at) : null;
  if (drove === null || drove <= planned + LATE_GRACE_MS || now <= planned + LATE_GRACE_MS) return null;
  return now - planned;
}

/** How a stop stands against its plan. */
export function stopTiming(
  stop: LoadStop,
  load: Pick<BoardLoad, 'stops' | 'motion' | 'last_position'>,
  now: number,
): StopTiming {
  const planned = ms(stop.estimated_arrival_at);
  const arrived = ms(stop.arrived_at);
  if (arrived !== null) {
    const by_ms = planned === null ? 0 : arrived - planned;
    return by_ms > LATE_GRACE_MS ? { kind: 'late', by_ms } : { kind: 'arrived', by_ms };
  }
  if (planned === null) return { kind: 'none' };
  if (planned > now) return { kind: 'ahead' };
  const isLast = inTravelOrder(load.stops).at(-1)?.id === stop.id;
  const overdue = isLast ? overdueBy(load, now) : null;
  return overdue === null ? { kind: 'past_plan', by_ms: now - planned } : { kind: 'late', by_ms: overdue };
}
