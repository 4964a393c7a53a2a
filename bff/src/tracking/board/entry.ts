/** A watched load in memory: the published item, and its conversion to and from the stored row. */
import type { BoardLoad, ChangeEvent, IdentifiersSent, LoadFleet, Place } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { type LoadTracking, loadTracking } from '@waypost/contract/loads';
import { redactSecrets } from '@waypost/contract/redact';
import { parseResponse, type UnreadItem } from '@waypost/contract/unread';
import { fleetVehicle, isConfirmed, lastSeenAt } from '@waypost/triage/doubt';
import { advanceDuty, type Duty, NO_PACE, startOfDuty } from '@waypost/triage/duty';
import { pick } from '../../platform/lib/pick.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { NewArchivedLoad } from '../../platform/store/archived-loads.ts';
import type { ArrivalCaseRow } from '../../platform/store/arrival-cases.ts';
import type { PositionRow, WatchedLoadRow } from '../../platform/store/watched-loads.ts';
import type { ShownEstimate } from '../arrival/track-record.ts';
import { advanceRhythm, NO_MOTION, NO_RHYTHM, nextMotion, type Rhythm, usualGap } from './motion.ts';

export type PlaceOf = (position: { latitude: number; longitude: number }) => Place | null;

export type FleetOf = (vehicle_id: string) => LoadFleet | null;

export type Unread = readonly UnreadItem[];

export interface Entry {
  item: BoardLoad;
  /** `item` as last committed and published; null: never. */
  published: BoardLoad | null;
  /** JSON of `published`, cached for large lists. */
  json: string;
  /** JSON of the last response, without secrets; null: none. As text, because it is only stored: objects would slow down every garbage collection. */
  raw: string | null;
  source: WatchedLoadRow['source'];
  watched_by: string | null;
  /** The last assigned vehicle, even while there is none; compared with the next one. */
  last_vehicle_id: string | null;
  duty: Duty | null;
  /** What was shown about arrivals that are not known yet. */
  shown: readonly ShownEstimate[];
  /** Usual intervals between positions. */
  rhythm: Rhythm;
  /** By owner, of its last change; comparable across servers. Missing: it never changed anything. */
  versions: Versions;
  /** Not stored yet. */
  positions: PositionRow[];
  cases: ArrivalCaseRow[];
}

/**
 * Owners of the fields that are set by Waypost and never overwritten by a response; all other fields belong to `tracking`. Servers
 * merge a load owner by owner: the newer version wins.
 */
const OWNERS = {
  read_error: 'failure',
  same_truck_loads: 'trucks',
  monitor: 'monitor',
  predicted_arrivals: 'arrivals',
  possible_delivery: 'arrivals',
  no_arrival_before: 'arrivals',
  late_limits: 'late_limits',
  stop_zones: 'arrivals',
  leaving: 'leaving',
  kept: 'kept',
  carrier_phone: 'carrier_phone',
  triage: 'triage',
  last_call: 'calls',
  dispatcher_eta: 'calls',
  identifiers_sent: 'identifiers',
  fleet: 'fleet',
} as const satisfies Partial<Record<keyof BoardLoad, string>>;
type OwnedField = keyof typeof OWNERS;
type Owner = (typeof OWNERS)[OwnedField] | 'tracking';
type Versions = Readonly<Partial<Record<Owner, number>>>;
export type OwnedFields = Partial<Pick<BoardLoad, OwnedField>>;
const OWNED_FIELDS = Object.keys(OWNERS) as OwnedField[];

/** Stored separately from the response: fields of the item, and of its entry. */
const DERIVED_FIELDS = [
  ...OWNED_FIELDS,
  'previous_vehicle_id',
  'vehicle_changed_at',
  'lost_truck',
  'motion',
  'clock_ahead_seconds',
  'pings_delayed',
  'usual_gap_seconds',
] as const satisfies readonly (keyof BoardLoad)[];
const DERIVED_ENTRY_FIELDS = ['last_vehicle_id', 'versions', 'duty', 'shown', 'rhythm'] as const;
type Derived = Pick<BoardLoad, (typeof DERIVED_FIELDS)[number]> &
  Pick<Entry, (typeof DERIVED_ENTRY_FIELDS)[number]>;
/** In rows of earlier versions, in place of `versions`. */
interface EarlierVersions {
  readonly triage_change?: number;
}

/** A version after `before`, also when the clock of the server that made that change is ahead. */
const nextVersion = (before: number | undefined, now: number) => Math.max(now, (before ?? 0) + 1);

/**
 * Sets fields of a load; fields without a change are ignored. `version`: number of the change; without it the next one of each owner.
 * False when nothing has changed.
 */
export function setFields(entry: Entry, fields: OwnedFields, now: number, version?: number): boolean {
  const changed = (Object.keys(fields) as OwnedField[]).filter(
    (field) => !isSame(fields[field], entry.item[field]),
  );
  if (changed.length > 0) decideFields(entry, pick(fields, changed), now, version);
  return changed.length > 0;
}

/** Sets fields of a load, also against what another server has changed and this one does not know yet. */
export function decideFields(entry: Entry, fields: OwnedFields, now: number, version?: number): void {
  const versions: Partial<Record<Owner, number>> = { ...entry.versions };
  for (const owner of new Set((Object.keys(fields) as OwnedField[]).map((field) => OWNERS[field])))
    versions[owner] = version ?? nextVersion(versions[owner], now);
  Object.assign(entry, { item: { ...entry.item, ...fields }, versions });
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What people decide about a load. */
export type Decisions = Pick<BoardLoad, 'identifiers_sent' | 'kept' | 'leaving' | 'carrier_phone'>;

/** What the answers of the service before its next one have shown, which that one does not say. */
export const LAST_SEEN = [
  'vehicle_assignment',
  'last_position',
  'place',
  'motion',
  'previous_vehicle_id',
  'vehicle_changed_at',
  'lost_truck',
  'clock_ahead_seconds',
  'pings_delayed',
  'usual_gap_seconds',
] as const satisfies readonly (keyof BoardLoad)[];

/** What is known of a load that is added. `last_seen`: of one that has just left. */
export type KnownBefore = Partial<Decisions> & {
  readonly last_seen?: Pick<BoardLoad, (typeof LAST_SEEN)[number]> | null;
};

export function newEntry(
  load_id: string,
  source: WatchedLoadRow['source'],
  watched_by: string | null,
  now: number,
  { last_seen, ...decided }: KnownBefore = {},
): Entry {
  const item: BoardLoad = {
    load_id,
    load_ref: null,
    tracking_health: null,
    vehicle_assignment: null,
    last_position: null,
    stops: [],
    version: 0,
    watched_at: toIso(now),
    read_at: null,
    read_error: null,
    previous_vehicle_id: null,
    vehicle_changed_at: null,
    same_truck_loads: [],
    identifiers_sent: null,
    fleet: null,
    place: null,
    motion: null,
    clock_ahead_seconds: null,
    pings_delayed: null,
    usual_gap_seconds: null,
    monitor: null,
    predicted_arrivals: [],
    leaving: null,
    kept: null,
    triage: null,
    ...last_seen,
  };
  const entry: Entry = {
    item,
    published: null,
    json: '',
    raw: null,
    source,
    watched_by,
    last_vehicle_id: fleetVehicle(item),
    duty: null,
    shown: [],
    rhythm: NO_RHYTHM,
    versions: {},
    positions: [],
    cases: [],
  };
  setFields(entry, decided, now);
  return entry;
}

/** Applies a successful read to the entry; new positions are added to `entry.positions`. */
export function applyAnswer(
  entry: Entry,
  tracking: LoadTracking,
  raw: unknown,
  now: number,
  { placeOf, fleetOf }: { readonly placeOf: PlaceOf; readonly fleetOf?: FleetOf | undefined },
  unread: Unread = [],
): void {
  const before = entry.item;
  const vehicle = tracking.vehicle_assignment?.vehicle.id ?? null;
  const vehicleBefore = before.vehicle_assignment?.vehicle.id ?? null;
  const lastVehicle = entry.last_vehicle_id;
  const changed = vehicle !== null && lastVehicle !== null && vehicle !== lastVehicle;
  const sameVehicle = vehicle !== null && vehicle === vehicleBefore;
  const position = tracking.last_position;
  const moved = position?.occurred_at !== before.last_position?.occurred_at || !sameVehicle;

  // Shown and stored, so secrets are redacted first.
  entry.raw = raw === null ? null : JSON.stringify(redactSecrets(raw));
  entry.last_vehicle_id = vehicle ?? lastVehicle;
  entry.item = {
    ...before,
    ...tracking,
    read_at: toIso(now),
    unread: valuesOf(unread),
    previous_vehicle_id: changed ? lastVehicle : before.previous_vehicle_id,
    vehicle_changed_at: changed ? toIso(now) : before.vehicle_changed_at,
    lost_truck: vehicle === null ? (lostTruckOf(before, now) ?? before.lost_truck ?? null) : null,
    place: position ? (moved || !before.place ? placeOf(position) : before.place) : null,
    motion: position
      ? moved
        ? nextMotion(
            (sameVehicle && before.motion) || NO_MOTION,
            sameVehicle ? before.last_position : null,
            position,
          )
        : before.motion
      : null,
    ...pick(before, OWNED_FIELDS),
    read_error: null,
  };
  const { versions } = entry;
  entry.versions = {
    ...versions,
    tracking: nextVersion(versions.tracking, now),
    failure: nextVersion(versions.failure, now),
  };
  setFields(
    entry,
    {
      identifiers_sent: identifiersSentBy(tracking.vehicle_assignment, toIso(now), before.identifiers_sent),
      fleet: fleetAfter(entry.item, before, fleetOf),
    },
    now,
  );
  if (changed) {
    entry.duty = null;
    entry.shown = [];
    entry.rhythm = NO_RHYTHM;
  }
  if (moved) entry.item.clock_ahead_seconds = clockAhead(tracking, now);
  if (moved) entry.item.pings_delayed = sameVehicle ? delayOf(before, position, now) : null;
  if (moved) entry.item.usual_gap_seconds = gapAfter(entry, sameVehicle ? before.last_position : null);
  // Of a load that has returned, the record of its truck begins anew.
  if (position && vehicle && (moved || !entry.duty)) {
    const { latitude, longitude } = position;
    const at = Date.parse(position.occurred_at);
    entry.positions.push({ vehicle_id: vehicle, occurred_at: at, latitude, longitude });
    const seen = { latitude, longitude, at };
    entry.duty = entry.duty ? advanceDuty(entry.duty, seen) : startOfDuty(seen);
  }
}

/** The truck of the load before it had none; null: it had none then. */
function lostTruckOf(before: BoardLoad, now: number): BoardLoad['lost_truck'] {
  if (!before.vehicle_assignment) return null;
  const seen_at = lastSeenAt(before, now);
  return {
    vehicle: before.vehicle_assignment.vehicle,
    confirmed: isConfirmed(before),
    seen_at: seen_at === null ? null : toIso(seen_at),
    place: seen_at === null ? null : before.place,
    lost_at: toIso(now),
  };
}

function fleetAfter(after: BoardLoad, before: BoardLoad, fleetOf?: FleetOf): BoardLoad['fleet'] {
  const vehicle = fleetVehicle(after);
  if (vehicle === null) return null;
  return fleetOf?.(vehicle) ?? (vehicle === fleetVehicle(before) ? before.fleet : null);
}

/** Tolerance for differing server clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** How far the device's clock is ahead, by a new position, seconds; null: not known to be ahead. */
function clockAhead({ tracking_health, last_position }: LoadTracking, now: number): number | null {
  // Only if the service doubts it too: otherwise our own clock may be behind.
  if (tracking_health !== 'unknown' || !last_position) return null;
  const ahead = Date.parse(last_position.occurred_at) - now;
  return ahead > CLOCK_TOLERANCE_MS ? Math.round(ahead / 1000) : null;
}

const DELAYED_MS = 10 * 60_000;

/** A new position that was missing at the read before, although it is from well before that: it was sent late. */
function delayOf(
  before: BoardLoad,
  position: LoadTracking['last_position'],
  now: number,
): BoardLoad['pings_delayed'] {
  if (!position || !before.last_position || before.read_at === null) return null;
  const at = Date.parse(position.occurred_at);
  if (at <= Date.parse(before.last_position.occurred_at)) return null;
  return Date.parse(before.read_at) - at < DELAYED_MS
    ? null
    : { seconds: Math.round((now - at) / 1000), at: toIso(now) };
}

function gapAfter(entry: Entry, before: LoadTracking['last_position']): number | null {
  const { last_position: now, motion } = entry.item;
  if (!now) return null;
  if (before) {
    const seconds = (Date.parse(now.occurred_at) - Date.parse(before.occurred_at)) / 1000;
    entry.rhythm = advanceRhythm(entry.rhythm, seconds, motion?.moving === true);
  }
  return usualGap(entry.rhythm, motion?.moving ?? null);
}

/** Whether identifiers were sent, as shown by the assignment. Without one, the previous value remains. */
function identifiersSentBy(
  assignment: LoadTracking['vehicle_assignment'],
  at: string,
  before: IdentifiersSent | null,
): IdentifiersSent | null {
  if (assignment?.source !== 'declared' && assignment?.source !== 'inferred') return before;
  const sent = assignment.source === 'declared';
  return before?.sent === sent ? before : { sent, by_name: null, at };
}

/**
 * Applies a failed read: previous data remains, with its age. A failure like the one before is newer than what other servers read
 * between both.
 */
export function applyFailure(
  entry: Entry,
  kind: string,
  status: number | null,
  message: string,
  now: number,
): void {
  const since = entry.item.read_error?.since ?? toIso(now);
  decideFields(entry, { read_error: { status, kind, message, since } }, now);
}

/** Unread values of the load; null when everything could be read. */
const valuesOf = (unread: Unread) => unread[0]?.values.slice() ?? null;

/** Fields that do not count as changes by themselves. */
const UNPUBLISHED_FIELDS = new Set(['read_at', 'version']);

/** Top-level fields of `item` that differ from the published ones; null when none do. */
export function changedFields(entry: Entry): ChangeEvent['items'][number] | null {
  if (!entry.published) return entry.item;
  const item: Readonly<Record<string, unknown>> = entry.item;
  const published: Readonly<Record<string, unknown>> = entry.published;
  const changed: Record<string, unknown> = {};
  let any = false;
  for (const key of new Set([...Object.keys(item), ...Object.keys(published)])) {
    if (UNPUBLISHED_FIELDS.has(key)) continue;
    const value = item[key];
    if (value === published[key] || JSON.stringify(value) === JSON.stringify(published[key])) continue;
    changed[key] = value ?? null;
    any = true;
  }
  if (!any) return null;
  const { load_id, version, read_at } = entry.item;
  return { ...changed, load_id, version, read_at };
}

export function toRow(entry: Entry): WatchedLoadRow {
  const { item } = entry;
  const derived: Derived = { ...pick(item, DERIVED_FIELDS), ...pick(entry, DERIVED_ENTRY_FIELDS) };
  return {
    load_id: item.load_id,
    watched: 1,
    source: entry.source,
    watched_at: Date.parse(item.watched_at),
    watched_by: entry.watched_by,
    version: item.version,
    read_at: item.read_at === null ? null : Date.parse(item.read_at),
    tracking: entry.raw,
    derived: JSON.stringify(derived),
  };
}

/** Row of a removed load: only the fact and time of the removal. */
export function toRemovedRow(entry: Entry, version: number, now: number): WatchedLoadRow {
  return { ...toRow(entry), watched: 0, version, watched_at: now, tracking: null, derived: null };
}

/** Restores an entry. A response that this version cannot parse is dropped and read again. */
export function fromRow(row: WatchedLoadRow, placeOf: PlaceOf): Entry {
  const entry = newEntry(row.load_id, row.source, row.watched_by, row.watched_at);
  const raw: unknown = row.tracking === null ? null : JSON.parse(row.tracking);
  const tracking = raw === null ? null : parseResponse(loadTracking, raw);
  if (tracking?.success && row.read_at !== null) {
    entry.raw = JSON.stringify(redactSecrets(raw));
    entry.item = {
      ...entry.item,
      ...tracking.data,
      read_at: toIso(row.read_at),
      unread: valuesOf(tracking.unread),
      place: tracking.data.last_position ? placeOf(tracking.data.last_position) : null,
      identifiers_sent: identifiersSentBy(tracking.data.vehicle_assignment, toIso(row.read_at), null),
    };
  }
  const { last_vehicle_id, duty, shown, rhythm, versions, triage_change, ...derived } = JSON.parse(
    row.derived ?? '{}',
  ) as Partial<Derived> & EarlierVersions;
  entry.item = { ...entry.item, ...derived, version: row.version };
  // Missing in rows of earlier versions.
  entry.last_vehicle_id = last_vehicle_id ?? entry.item.vehicle_assignment?.vehicle.id ?? null;
  entry.duty = duty ? { ...duty, stays: duty.stays ?? [], pace: duty.pace ?? NO_PACE } : null;
  entry.shown = shown ?? [];
  entry.rhythm = rhythm ?? NO_RHYTHM;
  entry.versions = {
    triage: triage_change ?? 0,
    ...versions,
    // Read times are saved apart.
    tracking: Math.max(versions?.tracking ?? 0, row.read_at ?? 0),
  };
  markPublished(entry);
  return entry;
}

export function markPublished(entry: Entry): void {
  entry.published = entry.item;
  entry.json = JSON.stringify(entry.item);
}

/**
 * Merges what was committed for a load, by this or another server, into `local`, owner by owner. True when newer local changes may
 * remain to be committed.
 */
export function mergeCommitted(local: Entry, committed: Entry): boolean {
  // Removed and added again: nothing of its earlier time on the board counts.
  const isSameLoad = local.item.watched_at === committed.item.watched_at;
  const isNewer = (owner: Owner) =>
    isSameLoad && (local.versions[owner] ?? 0) > (committed.versions[owner] ?? 0);
  const tracking = isNewer('tracking') ? local : committed;
  const owned = OWNED_FIELDS.filter((field) => isNewer(OWNERS[field]));
  const newer = [
    ...(tracking === local ? ['tracking' as const] : []),
    ...owned.map((field) => OWNERS[field]),
  ];
  Object.assign(local, {
    item: {
      ...tracking.item,
      ...pick(committed.item, [...OWNED_FIELDS, 'version', 'watched_at']),
      ...pick(local.item, owned),
    },
    ...pick(tracking, ['raw', 'last_vehicle_id', 'duty', 'shown', 'rhythm']),
    ...pick(committed, ['source', 'watched_by', 'published', 'json']),
    versions: { ...committed.versions, ...pick(local.versions, newer) },
  } satisfies Partial<Entry>);
  return newer.length > 0;
}

export interface Departure {
  readonly reason: ArchiveReason;
  /** When the reason arose, milliseconds; null: a person archived it. */
  readonly since: number | null;
  /** Null: Waypost itself. */
  readonly by: { readonly sub: string; readonly name: string } | null;
}

/** Why a load is archived: a person's decision, else the evidence, which its item keeps either way. `by` null: automatically. */
export function departureOf({ leaving }: BoardLoad, by: Departure['by']): Departure {
  return by || !leaving
    ? { reason: 'removed', since: null, by }
    : { reason: leaving.reason, since: Date.parse(leaving.since), by };
}

/**
 * Committed ones, each part in its order. Chosen at once, so that one whose exception begins or ends while they are sent is neither left
 * out nor sent twice.
 */
export function exceptionsFirst(entries: Iterable<Entry>): Entry[] {
  const committed = [...entries].filter(({ published }) => published);
  const { first = [], rest = [] } = Object.groupBy(committed, ({ item }) => (item.triage ? 'first' : 'rest'));
  return [...first, ...rest];
}

/** `n`: change number of the removal; `now`: milliseconds. */
export function toArchivedLoad(
  item: BoardLoad,
  departure: Departure,
  n: number,
  now: number,
): NewArchivedLoad {
  const { reason, since, by } = departure;
  const { fleet } = item;
  const vehicle = item.vehicle_assignment?.vehicle;
  const stops = item.stops.toSorted((a, b) => a.sequence - b.sequence);
  return {
    row: {
      n,
      load_id: item.load_id,
      load_ref: item.load_ref,
      reason,
      since,
      archived_at: now,
      archived_by: by?.sub ?? null,
      archived_by_name: by?.name ?? null,
      watched_at: Date.parse(item.watched_at),
      origin: stops[0]?.name ?? null,
      destination: stops.at(-1)?.name ?? null,
      vehicle_id: vehicle?.id ?? null,
      vehicle_name: vehicle?.vehicle_name ?? vehicle?.license_plate_number ?? vehicle?.vin ?? null,
      fleet_id: fleet?.fleet_id ?? null,
      fleet_ref: fleet?.fleet_ref ?? null,
      fleet_name: fleet?.name ?? null,
    },
    references: [vehicle?.license_plate_number, ...stops.map(({ name }) => name)],
    numbers: [vehicle?.vin],
    item: JSON.stringify(item),
  };
}
