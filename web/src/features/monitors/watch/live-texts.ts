/** Texts of a monitor that change with time, each shown as one so that nothing is drawn anew unless a word differs. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { journeyOf, lateBy } from '@waypost/triage/journey';
import { useNow } from '../../../live/context.ts';
import { type JourneyWords, journeyWords, stopName } from '../../../live/journey-words.ts';
import { durationText, fromNowText, shortDateTime } from '../../../ui/time.ts';
import type { MonitorFacts } from './facts.ts';
import { type FlagWords, flagWords } from './flag-words.ts';
import { type Flag, statusAt } from './integrity.ts';

export function wordsOfJourney(monitor: BoardMonitor, now: number): JourneyWords {
  const journey = journeyOf({ ...monitor, status: statusAt(monitor, now) });
  return journeyWords(journey, monitor.stops, now, monitor.starts_at);
}

export function useJourneyText(monitor: BoardMonitor): string {
  return useNow((now) => wordsOfJourney(monitor, now).text);
}

export interface NextExpected {
  readonly name: string;
  /** `14:30`; null when no plan is known. */
  readonly planned: string | null;
  /** `late by 20 min`, `in 1 h`; null without a plan. */
  readonly standing: string | null;
  readonly late: boolean;
}

/** Null when nothing is expected any more. */
export function nextExpected(monitor: BoardMonitor, now: number): NextExpected | null {
  const journey = journeyOf({ ...monitor, status: statusAt(monitor, now) });
  const { kind, next } = journey;
  if (kind === 'done' || kind === 'ended' || !next) return null;
  const name = stopName(next, monitor.stops);
  const at = next.planned_arrival_at;
  if (at === null) return { name, planned: null, standing: null, late: false };
  const by = lateBy(journey, now, monitor.starts_at);
  return {
    name,
    planned: shortDateTime(at, now),
    standing: by === null ? fromNowText(at, now) : `late by ${durationText(by)}`,
    late: by !== null,
  };
}

export function useNextExpected(monitor: BoardMonitor): NextExpected | null {
  const json = useNow((now) => JSON.stringify(nextExpected(monitor, now)));
  return JSON.parse(json) as NextExpected | null;
}

/** `1 d 4 h`; null when it is not watched, or without an end. */
export function useTimeLeft({ expires }: MonitorFacts): string | null {
  return useNow((now) => (expires === null ? null : durationText(expires - now)));
}

export function useFlagWords(flag: Flag, monitor: BoardMonitor): FlagWords {
  const json = useNow((now) => JSON.stringify(flagWords(flag, monitor, now)));
  return JSON.parse(json) as FlagWords;
}
