/** One watched load in memory: the item that browsers see, and how it goes to and from its row in the store. */
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

/** Fleet of a vehicle; null: not known. */
export type FleetOf = (vehicle_id: string) => LoadFleet | null;

/** What of an answer could not be read. */
export type Unread = readonly UnreadItem[];

export interface Entry {
  item: BoardLoad;
  /** `item` as last committed and published; null when it never was. */
  published: BoardLoad | null;
  /** JSON of `published`, so that a list of thousands is put together without a walk through each. */
  json: string;
  raw: unknown;
  source: WatchedLoadRow['source'];
  watched_by: string | null;
  /** The vehicle that was assigned last, also while none is: what the next one is compared with. */
  last_vehicle_id: string | null;
  /** What the positions of its vehicle show of the driver's day. */
  duty: Duty | null;
  /** How often its positions come. */
  rhythm: Rhythm;
  /** Change of triage that `item.triage` is of: a larger one is newer, whichever server it comes from. */
  triage_change: number;
  positions: PositionRow[];
}

/** Fields of an item that are ours, whatever new fields an answer may have. */
const OURS = [
  'same_truck_loads',
  'monitor',
  'predicted_arrivals',
  'possible_delivery',
  'leaving',
  'kept',
  'triage',
] as const satisfies readonly (keyof BoardLoad)[];
/** Kept beside the answer in the store: of the item, and of its entry. */
const DERIVED = [
  ...OURS,
  'read_error',
  'previous_vehicle_id',
  'vehicle_changed_at',
  'identifiers_sent',
  'fleet',
  'motion',
  'clock_ahead_seconds',
  'usual_gap_seconds',
] as const satisfies readonly (keyof BoardLoad)[];
const ENTRY_DERIVED = ['last_vehicle_id', 'triage_change', 'duty', 'rhythm'] as const;
type Derived = Pick<BoardLoad, (typeof DERIVED)[number]> & Pick<Entry, (typeof ENTRY_DERIVED)[number]>;

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
    positions: [],
  };
}

/** The item after a good read. Pure but for `entry`, whose positions to store grow. */
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

  // It is shown and stored: what looks like a secret is neither.
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
    ...pick(before, OURS),
    identifiers_sent: shownBy(tracking.vehicle_assignment, toIso(now), before.identifiers_sent),
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

/** Clocks of servers differ by less. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Of a position that has just come, seconds; null: its device's clock is not known to be ahead. */
function clockAhead({ tracking_health, last_position }: LoadTracking, now: number): number | null {
  // The service must doubt it too: else our own clock may be behind.
  if (tracking_health !== 'unknown' || !last_position) return null;
  const ahead = Date.parse(last_position.occurred_at) - now;
  return ahead > CLOCK_TOLERANCE_MS ? Math.round(ahead / 1000) : null;
}

/** What is usual of its positions, after one more than `before`. */
function gapAfter(entry: Entry, before: LoadTracking['last_position']): number | null {
  const { last_position: now, motion } = entry.item;
  if (!now) return null;
  if (before) {
    const seconds = (Date.parse(now.occurred_at) - Date.parse(before.occurred_at)) / 1000;
    entry.rhythm = advanceRhythm(entry.rhythm, seconds, motion?.moving === true);
  }
  return usualGap(entry.rhythm, motion?.moving ?? null);
}

/** An assignment shows whether identifiers were sent. Without one, what was known before stays. */
function shownBy(
  assignment: LoadTracking['vehicle_assignment'],
  at: string,
  before: IdentifiersSent | null,
): IdentifiersSent | null {
  if (assignment?.source !== 'declared' && assignment?.source !== 'inferred') return before;
  const sent = assignment.source === 'declared';
  return before?.sent === sent ? before : { sent, by_name: null, at };
}

/** The item after a failed read: what was known stays, with its age. */
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

/** A load is one item; null when everything of it could be read. */
const valuesOf = (unread: Unread) => unread[0]?.values.slice() ?? null;

/** Fields that say when we looked, not what we saw: they alone make no change. */
const SILENT = new Set(['read_at', 'version']);

/** Top-level fields of `item` that differ from what was published; null when nothing does. */
export function changedFields(entry: Entry): ChangeEvent['items'][number] | null {
  if (!entry.published) return entry.item;
  const item: Readonly<Record<string, unknown>> = entry.item;
  const published: Readonly<Record<string, unknown>> = entry.published;
  const changed: Record<string, unknown> = {};
  let any = false;
  for (const key of new Set([...Object.keys(item), ...Object.keys(published)])) {
    if (SILENT.has(key)) continue;
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
  const derived: Derived = { ...pick(item, DERIVED), ...pick(entry, ENTRY_DERIVED) };
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

/** What stays of a load that was taken off the list: that it was, and when. */
export function toRemovedRow(entry: Entry, version: number, now: number): WatchedLoadRow {
  return { ...toRow(entry), watched: 0, version, watched_at: now, tracking: null, derived: null };
}

/** What the store knew. An answer that this version no longer understands is forgotten and read again. */
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
      identifiers_sent: shownBy(tracking.data.vehicle_assignment, toIso(row.read_at), null),
    };
  }
  const { last_vehicle_id, duty, rhythm, triage_change, ...derived } = JSON.parse(
    row.derived ?? '{}',
  ) as Partial<Derived>;
  entry.item = { ...entry.item, ...derived, version: row.version };
  // Rows of earlier versions have no such field.
  entry.last_vehicle_id = last_vehicle_id ?? entry.item.vehicle_assignment?.vehicle.id ?? null;
  entry.duty = duty ? { ...duty, stays: duty.stays ?? [] } : null;
  entry.rhythm = rhythm ?? NO_RHYTHM;
  entry.triage_change = triage_change ?? 0;
  markPublished(entry);
  return entry;
}

export function markPublished(entry: Entry): void {
  entry.published = entry.item;
  entry.json = JSON.stringify(entry.item);
}

/**
 * What another server has committed of the same load. The newer read stays: ours, when it is `waiting` to be committed and newer,
 * now as a difference to theirs. `fields` is what browsers miss; null: nothing.
 */
export function takeOver(
  ours: Entry,
  theirs: Entry,
  waiting: boolean,
): { stillWaiting: boolean; fields: ChangeEvent['items'][number] | null } {
  const oursIsNewer = waiting && (ours.item.read_at ?? '') > (theirs.item.read_at ?? '');
  const fields = changedFields({ ...ours, item: theirs.item });
  const identifiers_sent = later(ours.item.identifiers_sent, theirs.item.identifiers_sent);
  const kept = later(ours.item.kept, theirs.item.kept);
  const triageIsNewer = ours.triage_change > theirs.triage_change;
  const triage = triageIsNewer ? ours.item.triage : theirs.item.triage;
  const said = { identifiers_sent, kept, triage };
  const oursSaysMore =
    identifiers_sent !== theirs.item.identifiers_sent || kept !== theirs.item.kept || triageIsNewer;
  const stillWaiting = oursIsNewer || (waiting && oursSaysMore);
  if (oursIsNewer) ours.item = { ...ours.item, ...said, version: theirs.item.version };
  else {
    ours.item = { ...theirs.item, ...said };
    ours.raw = theirs.raw;
    ours.last_vehicle_id = theirs.last_vehicle_id;
    ours.duty = theirs.duty;
    ours.rhythm = theirs.rhythm;
  }
  ours.triage_change = Math.max(ours.triage_change, theirs.triage_change);
  ours.source = theirs.source;
  ours.watched_by = theirs.watched_by;
  ours.published = theirs.published;
  ours.json = theirs.json;
  return { stillWaiting, fields };
}

/** What a person has said is no read: the later word counts, whichever server has read last. */
function later<T extends { readonly at: string }>(a: T | null, b: T | null): T | null {
  return a !== null && (b === null || a.at > b.at) ? a : b;
}

export interface Departure {
  readonly reason: ArchiveReason;
  /** Milliseconds; what the reason rests on; null: a person's word. */
  readonly since: number | null;
  /** Null: Waypost itself. */
  readonly by: { readonly sub: string; readonly name: string } | null;
}

/** Why a load that is to be archived now leaves: what shows that it was delivered, else a person's word. @param by null: by itself */
export function departureOf({ leaving }: BoardLoad, by: Departure['by']): Departure {
  return {
    reason: leaving?.reason ?? 'removed',
    since: leaving ? Date.parse(leaving.since) : null,
    by,
  };
}

/** @param n the board's change number of its removal; @param now milliseconds */
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
