import {
  type BoardMonitor,
  type BoardMonitorStop,
  MONITOR_FOLLOW_ON_MS,
} from '@waypost/contract/api/monitors';
import { MONITOR_STATUSES } from '@waypost/contract/monitors';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { DoubtReason } from '@waypost/triage/doubt';
import {
  hasObservedTime,
  type Journey,
  type JourneyKind,
  journeyOf,
  LATE_GRACE_MS,
  lateBy,
} from '@waypost/triage/journey';
import { type PassedOrigin, waitsAtPassedOrigin } from '@waypost/triage/passed-origin';
import { freeUntil } from '../../../live/monitor-stops.ts';

// Flags of a monitor, worst first: what is or will be wrong, since when, and at which stop. Pure; the texts are in words.ts. Missing times
// are flagged, never inferred.
const FLAG_KINDS = [
  'check_truck',
  'expired_unfinished',
  'origin_passed',
  'expires_early',
  'silent',
  'late',
  'skipped',
  'departed_unseen',
  'disorder',
  'detention',
] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export interface Flag {
  readonly kind: FlagKind;
  /** Null: the whole monitor. */
  readonly stop_sequence: number | null;
  /** Milliseconds since 1970; null when unknown. */
  readonly since: number | null;
  readonly doubt?: DoubtReason;
  /** `silent`: the assumed limit in milliseconds when the truck's ping rate is unknown. */
  readonly assumed_limit?: number;
  /** `expires_early`: earliest possible or planned arrival at the last stop. */
  readonly arrival?: number;
  readonly arrival_by?: 'distance' | 'plan';
  /** `origin_passed` */
  readonly passed?: PassedOrigin;
}

interface IntegrityContext {
  readonly now: number;
  /** Why the truck may be the wrong one, according to the watched loads; null without doubt. */
  readonly doubt: DoubtReason | null;
  /** Age at which we assume that the service calls a position stale. */
  readonly stale_after_minutes: number;
  /** Assumption about the service: a monitor waits at its origin first. */
  readonly monitor_stops_in_order: boolean;
}

/** 65 mph without a stop: no truck averages more over a day. */
const MAX_AVERAGE_MPS = 29.06;
/** Silence is flagged after this many of the truck's usual intervals, but never before the minimum. */
const SILENCE_INTERVALS = 6;
const MIN_SILENCE_MS = 30 * 60_000;

const ms = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

/** Treats an `active` monitor past its end as expired: the service has not reported the end yet. */
export function statusAt({ status, expires_at }: BoardMonitor, now: number): string | null {
  const expires = ms(expires_at);
  return status === 'active' && expires !== null && expires <= now ? 'expired' : status;
}

export const journeyAt = (monitor: BoardMonitor, now: number): Journey<BoardMonitorStop> =>
  journeyOf({ ...monitor, status: statusAt(monitor, now) });

export function checkIntegrity(monitor: BoardMonitor, context: IntegrityContext) {
  const { now, doubt } = context;
  const assumed_limit = context.stale_after_minutes * 60_000;
  const status = statusAt(monitor, now);
  const journey = journeyAt(monitor, now);
  const flags: Flag[] = [];
  const change_times: number[] = [];
  const addFlag = (kind: FlagKind, stop: BoardMonitorStop | null, since: number | null, more = {}) =>
    flags.push({ kind, stop_sequence: stop?.sequence ?? null, since, ...more });
  /** Whether `at` has passed; if not, the flags are valid until then at most. */
  const passed = (at: number | null): at is number => {
    if (at !== null && at > now) change_times.push(at);
    return at !== null && at <= now;
  };

  if (doubt) addFlag('check_truck', null, null, { doubt });
  addRecordFlags(monitor, journey, addFlag);
  const expires = ms(monitor.expires_at);
  if (status === 'expired') {
    if (journey.kind !== 'done') addFlag('expired_unfinished', journey.next, expires);
  } else if (status === 'active') {
    passed(expires);
    const origin = context.monitor_stops_in_order ? waitsAtPassedOrigin({ ...monitor, status }) : null;
    if (origin) addFlag('origin_passed', monitor.stops[0] ?? null, null, { passed: origin });
    const silence = silentFrom(monitor, assumed_limit);
    const silent = passed(silence?.flagged_at ?? null);
    if (silence && silent) addFlag('silent', null, silence.since, { assumed_limit });
    if (expires !== null) addEarlyExpiryFlag(monitor, journey, expires, silent, { now, addFlag, passed });
    const due = ms(journey.next?.planned_arrival_at);
    passed(due === null ? null : due + LATE_GRACE_MS + 1);
    if (lateBy(journey, now, monitor.starts_at) !== null) addFlag('late', journey.next, due);
    if (journey.kind === 'at_stop' && journey.stop) {
      const free = freeUntil(journey.stop);
      // The first minute that counts is over a minute after the free time.
      if (free !== null && passed(free + 60_000)) addFlag('detention', journey.stop, free);
    }
  }
  flags.sort((a, b) => FLAG_KINDS.indexOf(a.kind) - FLAG_KINDS.indexOf(b.kind));
  return { flags, valid_until: Math.min(Number.POSITIVE_INFINITY, ...change_times) };
}

type AddFlag = (kind: FlagKind, stop: BoardMonitorStop | null, since: number | null, more?: object) => void;

/** Flags for inconsistent times. They remain after tracking ends, since the evidence has them too. */
function addRecordFlags({ stops }: BoardMonitor, journey: Journey<BoardMonitorStop>, addFlag: AddFlag): void {
  const last = stops.findLastIndex(hasObservedTime);
  const reached = journey.kind === 'on_the_way' && journey.next ? stops.indexOf(journey.next) : last;
  let before: number | null = null;
  stops.forEach((stop, index) => {
    if (stop.around_truck) return;
    const [arrived, departed] = [ms(stop.arrived_at), ms(stop.departed_at)];
    if (index < reached && !hasObservedTime(stop)) addFlag('skipped', stop, null);
    if (departed !== null && arrived === null) addFlag('departed_unseen', stop, departed);
    const backwards =
      (arrived !== null && departed !== null && departed < arrived) ||
      (before !== null && arrived !== null && arrived < before);
    if (backwards) addFlag('disorder', stop, arrived);
    before = arrived ?? before;
  });
}

/** Since when the truck is silent and when that is flagged; null without any ping, which proves nothing. */
function silentFrom(
  monitor: BoardMonitor,
  assumed_limit: number,
): { since: number; flagged_at: number } | null {
  const position = ms(monitor.last_position?.occurred_at);
  if (position === null) return null;
  const times = monitor.stops.flatMap(({ arrived_at, departed_at }) => [ms(arrived_at), ms(departed_at)]);
  const since = Math.max(position, ...times.filter((at) => at !== null));
  const limit =
    monitor.rhythm_seconds === null
      ? assumed_limit
      : Math.max(MIN_SILENCE_MS, monitor.rhythm_seconds * 1000 * SILENCE_INTERVALS);
  // Silence before tracking started does not count.
  return { since, flagged_at: Math.max(since, ms(monitor.starts_at) ?? since) + limit };
}

interface EarlyExpiryContext {
  readonly now: number;
  readonly addFlag: AddFlag;
  readonly passed: (at: number | null) => boolean;
}

function addEarlyExpiryFlag(
  monitor: BoardMonitor,
  journey: Journey<BoardMonitorStop>,
  expires: number,
  silent: boolean,
  { now, addFlag, passed }: EarlyExpiryContext,
): void {
  const last = monitor.stops.at(-1);
  if (!last || last.arrived_at !== null) return;
  const planned = ms(last.planned_arrival_at);
  if (planned !== null && planned > expires) {
    addFlag('expires_early', last, null, { arrival: planned, arrival_by: 'plan' });
    return;
  }
  const meters = remainingMeters(monitor, journey);
  const from = ms(monitor.last_position?.occurred_at);
  if (meters === null || from === null) return;
  const drive_ms = (meters / MAX_AVERAGE_MPS) * 1000;
  // A reporting truck is at its reported position; a silent one may have kept driving.
  const arrival = (silent ? from : now) + drive_ms;
  if (!silent) passed(expires - drive_ms);
  if (arrival > expires) addFlag('expires_early', last, null, { arrival, arrival_by: 'distance' });
}

/** Straight-line meters from the last position through the remaining stops; null without a position or coordinates. */
function remainingMeters(
  { last_position, stops }: Pick<BoardMonitor, 'last_position' | 'stops'>,
  { next }: Journey<BoardMonitorStop>,
): number | null {
  if (!last_position || !next) return null;
  let here: LatLon = last_position;
  let meters = 0;
  let radius = 0;
  let stops_with_position = 0;
  for (const { latitude, longitude, radius_meters } of stops.slice(stops.indexOf(next))) {
    if (latitude === null || longitude === null) continue;
    const there = { latitude, longitude };
    meters += distanceMeters(here, there);
    here = there;
    radius = radius_meters ?? 0;
    stops_with_position += 1;
  }
  return stops_with_position === 0 ? null : Math.max(0, meters - radius);
}

/** A status of the service; `other`: unknown, or none received yet. */
export type MonitorState = (typeof MONITOR_STATUSES)[number] | 'other';

export interface MonitorFacts {
  readonly state: MonitorState;
  readonly flags: readonly Flag[];
  readonly attention: boolean;
  readonly rank: number;
  /** Sort key within a rank, milliseconds. */
  readonly since: number;
  readonly journey: JourneyKind;
  readonly stop_sequence: number | null;
  readonly next_sequence: number | null;
  readonly next_arrival: number | null;
  /** End of tracking while active, else null. */
  readonly expires: number | null;
  readonly valid_until: number;
}

export interface MonitorWithFacts {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

const UNFLAGGED_RANK = 100;
const STATE_RANK: Readonly<Record<MonitorState, number>> = {
  active: UNFLAGGED_RANK,
  other: UNFLAGGED_RANK + 1,
  expired: UNFLAGGED_RANK + 2,
  completed: UNFLAGGED_RANK + 2,
  cancelled: UNFLAGGED_RANK + 2,
};

const isState = (status: string | null): status is (typeof MONITOR_STATUSES)[number] =>
  (MONITOR_STATUSES as readonly (string | null)[]).includes(status);

export function monitorFacts(monitor: BoardMonitor, context: IntegrityContext): MonitorFacts {
  const { now } = context;
  const status = statusAt(monitor, now);
  const state = isState(status) ? status : 'other';
  const integrity = checkIntegrity(monitor, context);
  const { kind, stop, next } = journeyAt(monitor, now);
  const worst = integrity.flags[0];
  const expires = ms(monitor.expires_at);
  const follow_until = state === 'expired' && expires !== null ? expires + MONITOR_FOLLOW_ON_MS : 0;
  const may_follow = follow_until > now;
  const attention = worst !== undefined && (state === 'active' || may_follow);
  return {
    state,
    flags: integrity.flags,
    attention,
    rank: attention ? FLAG_KINDS.indexOf(worst.kind) : STATE_RANK[state],
    // Flagged monitors: oldest problem first. Others: newest first.
    since: attention ? (worst.since ?? 0) : -(Date.parse(monitor.created_at ?? '') || 0),
    journey: kind,
    stop_sequence: stop?.sequence ?? null,
    next_sequence: next?.sequence ?? null,
    next_arrival: state === 'active' ? ms(next?.planned_arrival_at) : null,
    expires: state === 'active' ? expires : null,
    valid_until: may_follow ? Math.min(follow_until, integrity.valid_until) : integrity.valid_until,
  };
}
