/** The journey that a load's stops plan. */
import type { BoardLoad } from '@waypost/contract/api/board';

/** First and last estimate of a load, milliseconds since 1970; null when its plan has no time. */
export function plannedWindow({ stops }: Pick<BoardLoad, 'stops'>): { from: number; until: number } | null {
  const times = stops
    .flatMap((stop) => [stop.estimated_arrival_at, stop.estimated_departure_at])
    .flatMap((time) => (time ? [Date.parse(time)] : []));
  return times.length === 0 ? null : { from: Math.min(...times), until: Math.max(...times) };
}
