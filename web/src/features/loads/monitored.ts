/**
 * What a load's monitor has seen, joined with the load's own stops. Without a monitor, or where a stop of the load has
 * no circle, nothing is known beyond the plan.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadStop } from '@waypost/contract/loads';
import { type Journey, journeyOf, lateBy } from '../../live/journey.ts';
import { journeyWords } from '../../live/journey-words.ts';

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

export interface Standing {
  readonly kind: 'at_stop' | 'on_the_way' | 'not_begun';
  /** `At Pueblo yard for 25 min` */
  readonly text: string;
  /** `at stop 25 min` */
  readonly brief: string;
  readonly late_ms: number | null;
}

/** Where the load stands by its monitor, while that watches; null when none does. */
export function standingOf(load: Partial<Monitored>, now: number): Standing | null {
  const journey = journeyOfLoad(load);
  if (!journey || !load.monitor) return null;
  const { kind } = journey;
  if (kind === 'done' || kind === 'ended') return null;
  return { kind, ...journeyWords(journey, load.monitor.stops, now), late_ms: lateBy(journey, now) };
}
