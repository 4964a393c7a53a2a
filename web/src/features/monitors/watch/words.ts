/** What a monitor and its vehicle are called. */

import type { Icon } from '@tabler/icons-react';
import type { BoardMonitor, MonitorLink, MonitorSources } from '@waypost/contract/api/monitors';
import { journeyOf, lateBy } from '@waypost/triage/journey';
import { useNow } from '../../../live/context.ts';
import { type JourneyWords, journeyWords, stopName } from '../../../live/load-words.ts';
import { IconBan, IconCircleCheck, IconClockX, IconEye, IconHelpCircle } from '../../../ui/icons.ts';
import { agoText, durationText, fromNowText, shortDateTime } from '../../../ui/time.ts';
import type { MonitorFacts, MonitorState } from './facts.ts';
import { type FlagWords, flagWords } from './flag-words.ts';
import { type Flag, statusAt } from './integrity.ts';

/** Texts of a monitor that change with time, each shown as one so that nothing is drawn anew unless a word differs. */
export function wordsOfJourney(monitor: BoardMonitor, now: number): JourneyWords {
  const journey = journeyOf({ ...monitor, status: statusAt(monitor, now) });
  return journeyWords(journey, monitor.stops, now, monitor.starts_at);
}

export function useJourneyText(monitor: BoardMonitor): string {
  return useNow((now) => wordsOfJourney(monitor, now).text);
}

interface NextExpected {
  readonly name: string;
  /** `14:30`; null when no plan is known. */
  readonly planned: string | null;
  /** `20 min late`, `in 1 h`; null without a plan. */
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
    standing: by === null ? fromNowText(at, now) : `${durationText(by)} late`,
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

/** Status of a monitor in a word and a shape. No colour: colour means health, and a status is none. */
export const STATE: Readonly<Record<MonitorState, { word: string; Icon: Icon }>> = {
  active: { word: 'Active', Icon: IconEye },
  completed: { word: 'Completed', Icon: IconCircleCheck },
  expired: { word: 'Expired', Icon: IconClockX },
  cancelled: { word: 'Cancelled', Icon: IconBan },
  other: { word: 'Unknown', Icon: IconHelpCircle },
};

/** With the raw value beside a word that represents something nobody knows. */
export function stateText(state: MonitorState, raw: string | null): string {
  return state === 'other' && raw !== null ? `Unknown: ${raw}` : STATE[state].word;
}

const EVENTS: Readonly<Record<MonitorSources['events'], string>> = {
  active: 'live events',
  pending: 'live events (setting up)',
  by_hand: 'live events, once an administrator registers our address',
  none: 'no live events yet',
};

/** @param now the server's clock */
export function sourceWords(sources: MonitorSources, now: number): string {
  const { events, reads, last_event_at, last_read_at } = sources;
  const parts = [EVENTS[events] + (last_event_at ? ` (last ${agoText(last_event_at, now)})` : '')];
  if (reads === 'yes') parts.push(`checks${last_read_at ? ` (last ${agoText(last_read_at, now)})` : ''}`);
  if (reads === 'no') parts.push('no checks available');
  return `Updates: ${parts.join(', ')}`;
}

type Vehicle = Pick<
  BoardMonitor,
  | 'vehicle_name'
  | 'vehicle_id'
  | 'vin'
  | 'license_plate_number'
  | 'license_plate_region'
  | 'license_plate_country'
>;

/** `TX 4KD8812 (USA)`; null without a number. */
export function plateText(vehicle: Vehicle): string | null {
  if (!vehicle.license_plate_number) return null;
  const region = vehicle.license_plate_region ? `${vehicle.license_plate_region} ` : '';
  const country = vehicle.license_plate_country ? ` (${vehicle.license_plate_country})` : '';
  return `${region}${vehicle.license_plate_number}${country}`;
}

/** `Unit 1187`, or the best other name that the vehicle has. */
export function vehicleText(vehicle: Vehicle): string {
  const id = vehicle.vehicle_id ? `Vehicle ${vehicle.vehicle_id.slice(0, 8)}` : 'Unknown vehicle';
  return vehicle.vehicle_name || plateText(vehicle) || vehicle.vin || id;
}

/** Its own name, else of its load, else its id in short. */
export function monitorName({ name, links, id }: Pick<BoardMonitor, 'name' | 'links' | 'id'>): string {
  return name || links.find(({ state }) => state === 'linked')?.load_ref || `Monitor ${id.slice(0, 8)}`;
}

const SOURCE_WORDS: Readonly<Record<MonitorLink['source'], string>> = {
  created: 'created from this load',
  name: 'same name, same vehicle',
  vehicle_time: 'same vehicle at that time',
  person: 'Linked manually',
};
export const linkWords = (source: MonitorLink['source']): string => SOURCE_WORDS[source];
