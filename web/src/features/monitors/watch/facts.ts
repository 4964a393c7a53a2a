/** What the list keeps beside each monitor, so that counts, order and filters need no second look. Worked out by changes, and by time. */
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
import { freeUntil, provedArrival } from '../../../live/monitor-stops.ts';

// What is wrong with a monitor, or will be: each fault with since when and at which stop, worst first. Pure; sentences are
// in words.ts. Missing times are never made up, only flagged as missing.
/** Worst first. */
const FLAG_KINDS = [
  'check_truck',
  'expired_unfinished',
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
  /** The stop that it is about; null: the whole monitor. */
  readonly stop_sequence: number | null;
  /** Milliseconds since 1970; null when unknown. */
  readonly since: number | null;
  /** `check_truck`: why. */
  readonly doubt?: DoubtReason;
  /** `silent`: the assumed limit, milliseconds, where the truck's rhythm is not known. */
  readonly assumed_limit?: number;
  /** `expires_early`: when it can be at the last stop at the earliest, or is planned to be. */
  readonly arrival?: number;
  readonly arrival_by?: 'distance' | 'plan';
}

interface IntegrityContext {
  readonly now: number;
  /** Why the truck may not be the one that carries the load, by the watched loads; null when nothing says so. */
  readonly doubt: DoubtReason | null;
  /** Age at which we assume that the service calls a position stale. */
  readonly stale_after_minutes: number;
}

/** 65 mph without a stop: no truck is quicker over a day, so what cannot be reached at this speed cannot be reached. */
const GENEROUS_MPS = 29.06;
/** Silence is flagged after this many of the truck's usual intervals, and never sooner than this. */
const SILENT_INTERVALS = 6;
const SILENT_LEAST_MS = 30 * 60_000;

const ms = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

/** Still `active` after its end: the service has not reported the end yet. */
export function statusAt({ status, expires_at }: BoardMonitor, now: number): string | null {
  const expires = ms(expires_at);
  return status === 'active' && expires !== null && expires <= now ? 'expired' : status;
}

export function integrityOf(monitor: BoardMonitor, context: IntegrityContext) {
  const { now, doubt } = context;
  // Where the rhythm is not known.
  const assumed_limit = context.stale_after_minutes * 60_000;
  const status = statusAt(monitor, now);
  const journey = journeyOf({ ...monitor, status });
  const flags: Flag[] = [];
  const turns: number[] = [];
  const about = (kind: FlagKind, stop: BoardMonitorStop | null, since: number | null, more = {}) =>
    flags.push({ kind, stop_sequence: stop?.sequence ?? null, since, ...more });
  /** True once `at` has passed; until then the flags are good no longer than that. */
  const passed = (at: number | null): at is number => {
    if (at !== null && at > now) turns.push(at);
    return at !== null && at <= now;
  };

  if (doubt) about('check_truck', null, null, { doubt });
  recordFlags(monitor, journey, about);
  const expires = ms(monitor.expires_at);
  if (status === 'expired') {
    if (journey.kind !== 'done') about('expired_unfinished', journey.next, expires);
  } else if (status === 'active') {
    passed(expires);
    const silence = silentFrom(monitor, assumed_limit);
    const silent = passed(silence?.tells_at ?? null);
    if (silence && silent) about('silent', null, silence.since, { assumed_limit });
    if (expires !== null) earlyExpiry(monitor, journey, expires, silent, { now, about, passed });
    const due = ms(journey.next?.planned_arrival_at);
    passed(due === null ? null : due + LATE_GRACE_MS + 1);
    if (lateBy(journey, now, monitor.starts_at) !== null) about('late', journey.next, due);
    if (journey.kind === 'at_stop' && journey.stop) {
      const free = freeUntil(journey.stop, provedArrival(journey.stop));
      if (passed(free)) about('detention', journey.stop, free);
    }
  }
  flags.sort((a, b) => FLAG_KINDS.indexOf(a.kind) - FLAG_KINDS.indexOf(b.kind));
  // From then on the flags may be others though nothing has changed.
  return { flags, valid_until: Math.min(Number.POSITIVE_INFINITY, ...turns) };
}

type About = (kind: FlagKind, stop: BoardMonitorStop | null, since: number | null, more?: object) => void;

/** Faults of the record itself: they stay when the watch is over, since a proof has them too. */
function recordFlags({ stops }: BoardMonitor, journey: Journey<BoardMonitorStop>, about: About): void {
  const last = stops.findLastIndex(hasObservedTime);
  const reached = journey.kind === 'on_the_way' && journey.next ? stops.indexOf(journey.next) : last;
  let before: number | null = null;
  stops.forEach((stop, index) => {
    const [arrived, departed] = [ms(stop.arrived_at), ms(stop.departed_at)];
    if (index < reached && !hasObservedTime(stop)) about('skipped', stop, null);
    if (departed !== null && arrived === null) about('departed_unseen', stop, departed);
    const backwards =
      (arrived !== null && departed !== null && departed < arrived) ||
      (before !== null && arrived !== null && arrived < before);
    if (backwards) about('disorder', stop, arrived);
    before = arrived ?? before;
  });
}

/** When silence is flagged, and since when it lasts; null without any ping, which proves nothing. */
function silentFrom(
  monitor: BoardMonitor,
  assumed_limit: number,
): { since: number; tells_at: number } | null {
  const position = ms(monitor.last_position?.occurred_at);
  if (position === null) return null;
  const times = monitor.stops.flatMap(({ arrived_at, departed_at }) => [ms(arrived_at), ms(departed_at)]);
  const since = Math.max(position, ...times.filter((at) => at !== null));
  const limit =
    monitor.rhythm_seconds === null
      ? assumed_limit
      : Math.max(SILENT_LEAST_MS, monitor.rhythm_seconds * 1000 * SILENT_INTERVALS);
  // What was before the watch began was nobody's to hear.
  return { since, tells_at: Math.max(since, ms(monitor.starts_at) ?? since) + limit };
}

interface EarlyExpiryTools {
  readonly now: number;
  readonly about: About;
  readonly passed: (at: number | null) => boolean;
}

function earlyExpiry(
  monitor: BoardMonitor,
  journey: Journey<BoardMonitorStop>,
  expires: number,
  silent: boolean,
  { now, about, passed }: EarlyExpiryTools,
): void {
  const last = monitor.stops.at(-1);
  if (!last || last.arrived_at !== null) return;
  const planned = ms(last.planned_arrival_at);
  if (planned !== null && planned > expires) {
    about('expires_early', last, null, { arrival: planned, arrival_by: 'plan' });
    return;
  }
  const way = remainingMeters(monitor, journey);
  const from = ms(monitor.last_position?.occurred_at);
  if (way === null || from === null) return;
  const drive = (way / GENEROUS_MPS) * 1000;
  // A truck that reports is where it says; one that is silent may have driven all the time since.
  const arrival = (silent ? from : now) + drive;
  if (!silent) passed(expires - drive);
  if (arrival > expires) about('expires_early', last, null, { arrival, arrival_by: 'distance' });
}

/** Straight from the last position through the stops that are left, metres; null when there is no position or no place. */
function remainingMeters(
  { last_position, stops }: Pick<BoardMonitor, 'last_position' | 'stops'>,
  { next }: Journey<BoardMonitorStop>,
): number | null {
  if (!last_position || !next) return null;
  let here: LatLon = last_position;
  let meters = 0;
  let radius = 0;
  let places = 0;
  for (const { latitude, longitude, radius_meters } of stops.slice(stops.indexOf(next))) {
    if (latitude === null || longitude === null) continue;
    const there = { latitude, longitude };
    meters += distanceMeters(here, there);
    here = there;
    radius = radius_meters ?? 0;
    places += 1;
  }
  return places === 0 ? null : Math.max(0, meters - radius);
}

/** A status of the service, or `other`: unknown, or none received yet. */
export type MonitorState = (typeof MONITOR_STATUSES)[number] | 'other';

export interface MonitorFacts {
  readonly state: MonitorState;
  /** Worst first. */
  readonly flags: readonly Flag[];
  readonly attention: boolean;
  readonly rank: number;
  /** The order inside a rank, milliseconds. */
  readonly since: number;
  readonly journey: JourneyKind;
  readonly stop_sequence: number | null;
  readonly next_sequence: number | null;
  readonly next_arrival: number | null;
  /** End of the watch while it is watched, else null. */
  readonly expires: number | null;
  readonly valid_until: number;
}

/** A monitor, and what was worked out of it. */
export interface KnownMonitor {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

const QUIET = 100;
const STATE_RANK: Readonly<Record<MonitorState, number>> = {
  active: QUIET,
  other: QUIET + 1,
  expired: QUIET + 2,
  completed: QUIET + 2,
  cancelled: QUIET + 2,
};

const isState = (status: string | null): status is (typeof MONITOR_STATUSES)[number] =>
  (MONITOR_STATUSES as readonly (string | null)[]).includes(status);

export function monitorFacts(monitor: BoardMonitor, context: IntegrityContext): MonitorFacts {
  const { now } = context;
  const status = statusAt(monitor, now);
  const state = isState(status) ? status : 'other';
  const integrity = integrityOf(monitor, context);
  const { kind, stop, next } = journeyOf({ ...monitor, status });
  const worst = integrity.flags[0];
  const expires = monitor.expires_at === null ? null : Date.parse(monitor.expires_at);
  const asks_until = state === 'expired' && expires !== null ? expires + MONITOR_FOLLOW_ON_MS : null;
  const attention = worst !== undefined && (state === 'active' || (asks_until !== null && asks_until > now));
  const planned = state === 'active' ? (next?.planned_arrival_at ?? null) : null;
  return {
    state,
    flags: integrity.flags,
    attention,
    rank: attention ? FLAG_KINDS.indexOf(worst.kind) : STATE_RANK[state],
    // The older trouble first; what is quiet, the newest first.
    since: attention ? (worst.since ?? 0) : -(Date.parse(monitor.created_at ?? '') || 0),
    journey: kind,
    stop_sequence: stop?.sequence ?? null,
    next_sequence: next?.sequence ?? null,
    next_arrival: planned === null ? null : Date.parse(planned),
    expires: state === 'active' ? expires : null,
    valid_until:
      asks_until !== null && asks_until > now
        ? Math.min(asks_until, integrity.valid_until)
        : integrity.valid_until,
  };
}
