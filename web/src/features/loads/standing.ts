/** Where a load stands by its monitor, in words. */
import { lateBy } from '@waypost/triage/journey';
import { journeyOfLoad, type Monitored, type Standing, standingOf } from '@waypost/triage/monitored';
import { journeyWords } from '../../live/load-words.ts';

export interface StandingWords {
  readonly kind: Standing;
  /** `At Pueblo yard for 25 min` */
  readonly text: string;
  /** `at stop 25 min` */
  readonly brief: string;
  readonly late_ms: number | null;
}

/** Null when no monitor watches it. */
export function standingWords(load: Partial<Monitored>, now: number): StandingWords | null {
  const kind = standingOf(load);
  const journey = journeyOfLoad(load);
  if (kind === null || !journey || !load.monitor) return null;
  return { kind, ...journeyWords(journey, load.monitor.stops, now), late_ms: lateBy(journey, now) };
}
