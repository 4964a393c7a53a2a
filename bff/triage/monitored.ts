/**
 * What a load's monitor has seen, joined with the load's own stops. Without a monitor, or where a stop of the load has
 * no circle, nothing is known beyond the plan.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadStop } from '@waypost/contract/loads';
import { type Journey, journeyOf, lateBy } from './journey.ts';

export type LoadMonitorStop = LoadMonitor['stops'][number];
export type Monitored = Pick<BoardLoad, 'monitor'>;

/** Null without a monitor. */
export function journeyOfLoad({ monitor }: Partial<Monitored>): Journey<LoadMonitorStop> | null {
  return monitor ? journeyOf(monitor) : null;
}

/** What the monitor has seen at this stop; null when it does not watch it. */
export function seenAt({ monitor }: Partial<Monitored>, stop: LoadStop): LoadMonitorStop | null {
  return monitor?.stops.find(({ load_stop_sequence }) => load_stop_sequence === stop.sequence) ?? null;
}

/** How long the next arrival is known to be overdue, milliseconds; null when it is not, or nobody knows. */
export function lateOfLoad(load: Partial<Monitored>, now: number): number | null {
  const journey = journeyOfLoad(load);
  return journey && lateBy(journey, now);
}

/** Where a load stands by its monitor, while that watches. */
export type Standing = 'at_stop' | 'on_the_way' | 'not_begun';

/** Null when no monitor watches it. */
export function standingOf(load: Partial<Monitored>): Standing | null {
  const kind = journeyOfLoad(load)?.kind;
  return kind === undefined || kind === 'done' || kind === 'ended' ? null : kind;
}
