/** A watched load in memory: the published item, and its conversion to and from the stored row. */
import type {
  BoardLoad,
  ChangeEvent,
  IdentifiersSent,
  Kept,
  LoadFleet,
  Place,
} from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { type LoadTracking, loadTracking } from '@waypost/contract/loads';
import { redactSecrets } from '@waypost/contract/redact';
import { parseResponse, type UnreadItem } from '@waypost/contract/unread';
import { advanceDuty, type Duty, startOfDuty } from '../arrival/duty.ts';
import { pick } from '../lib/pick.ts';
import { toIso } from '../lib/time.ts';
import type { NewArchivedLoad } from '../store/archived-loads.ts';
import type { PositionRow, WatchedLoadRow } from '../store/watched-loads.ts';
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
  raw: unknown;
  source: WatchedLoadRow['source'];
  watched_by: string | null;
  /** The last assigned vehicle, even while there is none; compared with the next one. */
  last_vehicle_id: string | null;
  duty: Duty | null;
  /** Usual intervals between positions. */
  rhythm: Rhythm;
  /** Change number of `item.triage`; comparable across servers. */
  triage_change: number;
  /** Change number of `item.last_call` and `item.dispatcher_eta`; comparable across servers. */
  call_change: number;
  positions: PositionRow[];
}

/** Fields set by Waypost, never overwritten by a response. */
const LOCAL_FIELDS = [
  'same_truck_loads',
  'monitor',
  'predicted_arrivals',
  'possible_delivery',
  'late_limits',
  'leaving',
  'kept',
  'triage',
  'last_call',
  'dispatcher_eta',
] as const satisfies readonly (keyof BoardLoad)[];
/** Stored separately from the response: fields of the item, and of its entry. */
const DERIVED_FIELDS = [
  ...LOCAL_FIELDS,
  'read_error',
  'previous_vehicle_id',
  'vehicle_changed_at',
  'identifiers_sent',
  'fleet',
  'motion',
  'clock_ahead_seconds',
  'usual_gap_seconds',
] as const satisfies readonly (keyof BoardLoad)[];
const DERIVED_ENTRY_FIELDS = ['last_vehicle_id', 'triage_change', 'call_change', 'duty', 'rhythm'] as const;
type Derived = Pick<BoardLoad, (typeof DERIVED_FIELDS)[number]> &
  Pick<Entry, (typeof DERIVED_ENTRY_FIELDS)[number]>;

export function newEntry(
  load_id: string,
  source: WatchedLoadRow['source'],
  watched_by: string | null,
  now: number,
  kept: Kept | null = null,
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
    usual_gap_seconds: null,
    monitor: null,
    predicted_arrivals: [],
    leaving: null,
    kept,
    triage: null,
  };
  return {
    item,
    published: null,
    json: '',
    raw: null,
    source,
    watched_by,
    last_vehicle_id: null,
    duty: null,
    rhythm: NO_RHYTHM,
    triage_change: 0,
    call_change: 0,
    positions: [],
  };
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
  entry.raw = redactSecrets(raw);
  entry.last_vehicle_id = vehicle ?? lastVehicle;
  entry.item = {
    ...before,
    ...tracking,
    read_at: toIso(now),
    read_error: null,
    unread: valuesOf(unread),
    previous_vehicle_id: changed ? lastVehicle : before.previous_vehicle_id,
    vehicle_changed_at: changed ? toIso(now) : before.vehicle_changed_at,
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
    ...pick(before, LOCAL_FIELDS),
    identifiers_sent: identifiersSentBy(tracking.vehicle_assignment, toIso(now), before.identifiers_sent),
    fleet: vehicle === null ? null : (fleetOf?.(vehicle) ?? (sameVehicle ? before.fleet : null)),
  };
  if (changed) {
    entry.duty = null;
    entry.rhythm = NO_RHYTHM;
  }
  if (moved) entry.item.clock_ahead_seconds = clockAhead(tracking, now);
  if (moved) entry.item.usual_gap_seconds = gapAfter(entry, sameVehicle ? before.last_position : null);
  if (position && vehicle && moved) {
    const { latitude, longitude } = position;
    const at = Date.parse(position.occurred_at);
    entry.positions.push({ vehicle_id: vehicle, occurred_at: at, latitude, longitude });
    const seen = { latitude, longitude, at };
    entry.duty = entry.duty ? advanceDuty(entry.duty, seen) : startOfDuty(seen);
  }
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

/** Applies a failed read: previous data remains, with its age. */
export function applyFailure(
  entry: Entry,
  kind: string,
  status: number | null,
  message: string,
  now: number,
): void {
  const before = entry.item.read_error;
  const same =
    before !== null && before.kind === kind && before.status === status && before.message === message;
  if (!same)
    entry.item = { ...entry.item, read_error: { status, kind, message, since: before?.since ?? toIso(now) } };
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
    tracking: entry.raw === null ? null : JSON.stringify(entry.raw),
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
    entry.raw = redactSecrets(raw);
    entry.item = {
      ...entry.item,
      ...tracking.data,
      read_at: toIso(row.read_at),
      unread: valuesOf(tracking.unread),
      place: tracking.data.last_position ? placeOf(tracking.data.last_position) : null,
      identifiers_sent: identifiersSentBy(tracking.data.vehicle_assignment, toIso(row.read_at), null),
    };
  }
  const { last_vehicle_id, duty, rhythm, triage_change, call_change, ...derived } = JSON.parse(
    row.derived ?? '{}',
  ) as Partial<Derived>;
  entry.item = { ...entry.item, ...derived, version: row.version };
  // Missing in rows of earlier versions.
  entry.last_vehicle_id = last_vehicle_id ?? entry.item.vehicle_assignment?.vehicle.id ?? null;
  entry.duty = duty ? { ...duty, stays: duty.stays ?? [] } : null;
  entry.rhythm = rhythm ?? NO_RHYTHM;
  entry.triage_change = triage_change ?? 0;
  entry.call_change = call_change ?? 0;
  markPublished(entry);
  return entry;
}

export function markPublished(entry: Entry): void {
  entry.published = entry.item;
  entry.json = JSON.stringify(entry.item);
}

/**
 * Merges what another server has committed for the same load into `local`. The newer read wins: the local one only if it is pending and
 * newer. `fields`: changes to publish; null: none.
 */
export function mergeCommitted(
  local: Entry,
  remote: Entry,
  isPending: boolean,
): { isStillPending: boolean; fields: ChangeEvent['items'][number] | null } {
  const localIsNewer = isPending && (local.item.read_at ?? '') > (remote.item.read_at ?? '');
  const fields = changedFields({ ...local, item: remote.item });
  const identifiers_sent = latest(local.item.identifiers_sent, remote.item.identifiers_sent);
  const kept = latest(local.item.kept, remote.item.kept);
  const triageIsNewer = local.triage_change > remote.triage_change;
  const triage = triageIsNewer ? local.item.triage : remote.item.triage;
  const callIsNewer = local.call_change > remote.call_change;
  const { last_call, dispatcher_eta } = callIsNewer ? local.item : remote.item;
  const decisions = { identifiers_sent, kept, triage, last_call, dispatcher_eta };
  const hasNewerDecision =
    identifiers_sent !== remote.item.identifiers_sent ||
    kept !== remote.item.kept ||
    triageIsNewer ||
    callIsNewer;
  const isStillPending = localIsNewer || (isPending && hasNewerDecision);
  if (localIsNewer) local.item = { ...local.item, ...decisions, version: remote.item.version };
  else {
    local.item = { ...remote.item, ...decisions };
    local.raw = remote.raw;
    local.last_vehicle_id = remote.last_vehicle_id;
    local.duty = remote.duty;
    local.rhythm = remote.rhythm;
  }
  local.triage_change = Math.max(local.triage_change, remote.triage_change);
  local.call_change = Math.max(local.call_change, remote.call_change);
  local.source = remote.source;
  local.watched_by = remote.watched_by;
  local.published = remote.published;
  local.json = remote.json;
  return { isStillPending, fields };
}

/** The later decision of a person counts, regardless of which server read last. */
function latest<T extends { readonly at: string }>(a: T | null, b: T | null): T | null {
  return a !== null && (b === null || a.at > b.at) ? a : b;
}

export interface Departure {
  readonly reason: ArchiveReason;
  /** When the reason arose, milliseconds; null: a person archived it. */
  readonly since: number | null;
  /** Null: Waypost itself. */
  readonly by: { readonly sub: string; readonly name: string } | null;
}

/** Why a load is archived: evidence of its delivery, else a person's decision. `by` null: automatically. */
export function departureOf({ leaving }: BoardLoad, by: Departure['by']): Departure {
  return {
    reason: leaving?.reason ?? 'removed',
    since: leaving ? Date.parse(leaving.since) : null,
    by,
  };
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
