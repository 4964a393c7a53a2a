import type { Icon } from '@tabler/icons-react';
import {
  type BoardMonitor,
  MONITOR_STATUS_WORD,
  type MonitorLink,
  type MonitorSources,
} from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { isWatchedFor, journeyOf, lateBy } from '@waypost/triage/journey';
import { minutesBetween } from '@waypost/triage/minutes';
import { useNow } from '../../../live/context.ts';
import { journeyText, stopName } from '../../../live/load-words.ts';
import { detentionAt, overText, passedOriginText } from '../../../live/monitor-stops.ts';
import { isolated } from '../../../ui/bidi.ts';
import { IconBan, IconCircleCheck, IconClockX, IconEye, IconHelpCircle } from '../../../ui/icons.ts';
import type { CsvColumn } from '../../../ui/resource-list/columns.ts';
import {
  agoText,
  dockTime,
  durationText,
  fromNowText,
  minutesText,
  shortDateTime,
} from '../../../ui/time.ts';
import { type Flag, type FlagKind, journeyAt, type MonitorState } from './facts.ts';

type FlagAction =
  | { readonly kind: 'follow'; readonly label: string }
  | { readonly kind: 'load'; readonly label: string; readonly load_id: string }
  | { readonly kind: 'read'; readonly label: string };

interface FlagWords {
  readonly what: string;
  readonly why: string;
  readonly action: FlagAction | null;
}

export const FLAG_WORD: Readonly<Record<FlagKind, string>> = {
  check_truck: 'Possible wrong truck',
  expired_unfinished: 'Expired unfinished',
  origin_passed: 'Origin already left',
  expires_early: 'Expires too early',
  silent: 'No pings',
  late: 'Late',
  skipped: 'Stop skipped',
  departed_unseen: 'No arrival',
  disorder: 'Times out of order',
  detention: 'Detention',
};

const FOLLOW: FlagAction = { kind: 'follow', label: 'Create follow-on' };
const READ: FlagAction = { kind: 'read', label: 'Refresh' };

const DOUBT_WORDS: Readonly<Record<DoubtReason, Pick<FlagWords, 'what' | 'why'>>> = {
  disagree: {
    what: 'Possible wrong truck: the tracking service doubts that it carries the load',
    why: 'These times may belong to another truck.',
  },
  vehicle_changed: {
    what: 'Possible wrong truck: its load has another truck now',
    why: "This monitor tracks only one of the two trucks, so its times may not be the load's.",
  },
  same_truck: {
    what: 'Possible wrong truck: it is assigned to several loads at the same time',
    why: 'These times may belong to another load.',
  },
};

/** @param now the server's clock, milliseconds since 1970 */
export function flagWords(flag: Flag, monitor: BoardMonitor, now: number): FlagWords {
  const { stops } = monitor;
  const stop = stops.find(({ sequence }) => sequence === flag.stop_sequence);
  const name = stop ? isolated(stopName(stop, stops)) : 'a stop';
  const ago = flag.since === null ? null : durationText(now - flag.since);
  switch (flag.kind) {
    case 'check_truck':
      return { ...DOUBT_WORDS[flag.doubt ?? 'disagree'], action: loadAction(monitor) };
    case 'expired_unfinished': {
      const last = stops.at(-1);
      const remaining = stops.filter(
        ({ departed_at, around_truck }) => departed_at === null && !around_truck,
      ).length;
      return {
        what: `Expired ${ago === null ? '' : `${ago} ago, `}${last?.arrived_at ? 'before it left' : 'before'} the last stop`,
        why:
          remaining === 1
            ? `${name} is no longer tracked.`
            : `${remaining} stops are no longer tracked, from ${name} on.`,
        action: FOLLOW,
      };
    }
    case 'origin_passed':
      return {
        what: flag.passed ? passedOriginText(monitor, flag.passed) : `Waits for the truck at ${name}`,
        why: 'We assume stops are tracked in order, so it would record nothing until the truck returns there. Replace it.',
        action: {
          kind: 'follow',
          label: `Start at stop ${(flag.passed?.at_stop ?? 1) + 1}`,
        },
      };
    case 'expires_early':
      return {
        what: `Expires before arrival at ${name}`,
        why:
          flag.arrival_by === 'plan'
            ? `Planned arrival ${whenText(flag.arrival, now)}, tracked until ${whenText(monitor.expires_at, now)}.`
            : `Earliest arrival ${whenText(flag.arrival, now)} (straight line at 65 mph), tracked until ${whenText(monitor.expires_at, now)}.`,
        action: FOLLOW,
      };
    case 'silent':
      return {
        what: `No pings for ${ago}`,
        why:
          monitor.rhythm_seconds === null
            ? `Its ping rate is unknown; we flag it after ${durationText(flag.assumed_limit ?? 0)}. Arrivals can't be seen without pings.`
            : `It usually pings every ${durationText(monitor.rhythm_seconds * 1000)}. Arrivals can't be seen without pings.`,
        action: loadAction(monitor) ?? READ,
      };
    case 'late': {
      const by = lateBy(journeyOf(monitor), now, monitor.starts_at) ?? 0;
      return {
        what: `Already ${durationText(by)} late to ${name}`,
        why: `Appt ${stop?.planned_arrival_at ? dockTime(stop.planned_arrival_at, now, stop.time_zone) : ''}, not arrived yet.`,
        action: loadAction(monitor),
      };
    }
    case 'skipped':
      return {
        what: `${name} was skipped`,
        why: 'A later stop was reached but this one was never seen. The truck may have passed outside the circle or between two pings.',
        action: READ,
      };
    case 'departed_unseen':
      return {
        what: `Left ${name} without an arrival`,
        why: "Dwell time can't be proven: it arrived before tracking started, or the event was lost.",
        action: READ,
      };
    case 'disorder':
      return {
        what: `Times at ${name} are out of order`,
        why: "They can't all be true. See the events as received.",
        action: READ,
      };
    case 'detention':
      return {
        what: `${overText((stop && detentionAt(stop, true, now)) ?? { minutes: 0 })} free time at ${name}`,
        why: `Free time there is ${stop?.free_minutes ?? 0} min. Detention is running.`,
        action: loadAction(monitor),
      };
  }
}

function whenText(at: string | number | null | undefined, now: number): string {
  return at === null || at === undefined ? '' : `${shortDateTime(at, now)} (${fromNowText(at, now)})`;
}

function loadAction({ links }: BoardMonitor): FlagAction | null {
  const link = links.find(({ state }) => state === 'linked');
  return link ? { kind: 'load', label: 'Open load', load_id: link.load_id } : null;
}

export function describeJourney(monitor: BoardMonitor, now: number): string {
  return journeyText(journeyAt(monitor, now), monitor.stops, now, monitor.starts_at);
}

/** `25 min at Pueblo yard`: in a list, the end of a long name is cut, and not how long the truck has been there. */
export function useJourneyInList(monitor: BoardMonitor): string {
  return useNow((now) => {
    const { kind, stop } = journeyAt(monitor, now);
    if (kind !== 'at_stop' || !stop?.arrived_at || stop.arrived_at_start)
      return describeJourney(monitor, now);
    const stay = minutesText(minutesBetween(stop.arrived_at, now));
    return `${stay} at ${isolated(stopName(stop, monitor.stops))}`;
  });
}

interface NextExpected {
  readonly name: string;
  /** `14:30`; null without a plan. */
  readonly planned: string | null;
  /** `20 min late`, `in 1 h`, `planned before tracking began`; null without a plan. */
  readonly relative: string | null;
  readonly late: boolean;
}

export function nextExpected(monitor: BoardMonitor, now: number): NextExpected | null {
  const journey = journeyAt(monitor, now);
  const { kind, next } = journey;
  if (kind === 'done' || kind === 'ended' || !next) return null;
  const name = stopName(next, monitor.stops);
  const at = next.planned_arrival_at;
  if (at === null) return { name, planned: null, relative: null, late: false };
  const by = lateBy(journey, now, monitor.starts_at);
  const passed = now - Date.parse(at);
  const relative = isWatchedFor(journey, monitor.starts_at)
    ? `${durationText(passed)} late`
    : 'planned before tracking began';
  return {
    name,
    planned: dockTime(at, now, next.time_zone),
    relative: passed >= 60_000 ? relative : fromNowText(Math.max(now, Date.parse(at)), now),
    late: by !== null,
  };
}

export function useFlagWords(flag: Flag, monitor: BoardMonitor): FlagWords {
  return useNow((now) => flagWords(flag, monitor, now));
}

/** No color: color means health, and a status has none. */
export const STATE: Readonly<Record<MonitorState, { word: string; Icon: Icon }>> = {
  active: { word: MONITOR_STATUS_WORD.active, Icon: IconEye },
  completed: { word: MONITOR_STATUS_WORD.completed, Icon: IconCircleCheck },
  expired: { word: MONITOR_STATUS_WORD.expired, Icon: IconClockX },
  cancelled: { word: MONITOR_STATUS_WORD.cancelled, Icon: IconBan },
  other: { word: 'Unknown', Icon: IconHelpCircle },
};

/** Includes the raw value of an unknown status. */
export function stateText(state: MonitorState, raw: string | null): string {
  return state === 'other' && raw !== null ? `Unknown: ${raw}` : STATE[state].word;
}

const EVENTS: Readonly<Record<MonitorSources['events'], string>> = {
  active: 'live events',
  pending: 'live events (setting up)',
  by_hand: 'live events, once an administrator registers our address',
  none: 'no live events yet',
};

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

export const loadRefs = ({ links }: Pick<BoardMonitor, 'links'>): string =>
  links
    .filter(({ state }) => state === 'linked')
    .map(({ load_ref, load_id }) => load_ref ?? load_id)
    .join(' ');

/** What a file says of the truck and its loads. */
export const TRUCK_CSV_COLUMNS: readonly CsvColumn<{ readonly monitor: BoardMonitor }>[] = [
  ['load_refs', ({ monitor }) => loadRefs(monitor)],
  ['vehicle_name', ({ monitor }) => monitor.vehicle_name],
  ['vehicle_id', ({ monitor }) => monitor.vehicle_id],
  ['vin', ({ monitor }) => monitor.vin],
  ['license_plate', ({ monitor }) => plateText(monitor)],
];

/** `Unit 1187`, or the vehicle's best other name. */
export function vehicleText(vehicle: Vehicle): string {
  const id = vehicle.vehicle_id ? `Vehicle ${vehicle.vehicle_id.slice(0, 8)}` : 'Unknown vehicle';
  return vehicle.vehicle_name || plateText(vehicle) || vehicle.vin || id;
}

/** The monitor's own name, else its load's, else its short id. */
export function monitorName({ name, links, id }: Pick<BoardMonitor, 'name' | 'links' | 'id'>): string {
  return name || links.find(({ state }) => state === 'linked')?.load_ref || `Monitor ${id.slice(0, 8)}`;
}

export const LINK_WORDS: Readonly<Record<MonitorLink['source'], string>> = {
  created: 'created from this load',
  name: 'same name, same vehicle',
  vehicle_time: 'same vehicle at that time',
  person: 'Linked manually',
};
