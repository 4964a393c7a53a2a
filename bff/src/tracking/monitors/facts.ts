/** Pure functions that turn a record of the service into a fact for the reducer (reducer.ts). */
import type { MonitorEvent } from '@waypost/contract/api/monitors';
import { ASSUMPTIONS, type Assumptions } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import type { Monitor, MonitorStop } from '@waypost/contract/monitors';
import {
  BY_ID,
  type Ending,
  type Evidence,
  isEnd,
  type MonitorState,
  NOTHING,
  type Observed,
  type StopState,
} from './reducer.ts';

type EventKind = MonitorEvent['kind'];

/** Stored fields of a monitor. */
const TEXTS = [
  'webhook_group_id',
  'fleet_id',
  'vehicle_id',
  'name',
  'fleet_ref',
  'vin',
  'license_plate_number',
  'license_plate_region',
  'license_plate_country',
] as const;
const TIMES = [
  'starts_at',
  'expires_at',
  'created_at',
  'updated_at',
  'cancelled_at',
  'completed_at',
] as const;

const ENDINGS = ['completed', 'expired', 'cancelled'] as const;

export function factOfRecord(record: Monitor): MonitorState {
  return factOf(record, timeOf(record.updated_at) ?? timeOf(record.created_at) ?? 0, 'read');
}

interface EventFact {
  readonly kind: EventKind;
  readonly stop_sequence: number | null;
  readonly occurred_at: number | null;
  readonly state: MonitorState;
}

/** Fact from an event's record. `sent_at`: time in the envelope, used as a last resort. */
export function factOfEvent(
  event_name: string,
  record: MonitorEventRecord,
  sent_at: number | null,
  a: Assumptions = ASSUMPTIONS,
): EventFact {
  const kind = kindOf(event_name, record, a);
  const event_at = timeOf(record.occurred_at);
  const at = timeOf(record.updated_at) ?? event_at ?? sent_at ?? 0;
  const carried = factOf(record, at, 'carried');
  const { stop } = record;
  const key = stop ? stopKey(stop, null) : null;
  const stopEvent = kind === 'arrived' || kind === 'departed' ? kind : null;
  const own = stopEvent && stop ? timeOf(stop[`${stopEvent}_at`]) : null;
  const occurred_at = event_at ?? own ?? endingTime(record, kind);
  const stops: Record<string, StopState> = { ...carried.stops };
  if (stop && key !== null) {
    const about = stopState(stop, at, 'carried');
    const time = event_at ?? own;
    const evidence: Evidence = time === null ? 'sent' : 'own';
    const happened = time ?? sent_at;
    const withEventTime =
      stopEvent === null || happened === null ? about : withTime(about, stopEvent, evidence, happened);
    stops[key] = stops[key] === undefined ? withEventTime : mergeStops(stops[key], withEventTime);
  }
  const ending = ENDINGS.find((one) => one === kind);
  return {
    kind,
    stop_sequence: stop?.sequence ?? null,
    occurred_at,
    state: {
      ...carried,
      stops,
      ending: ending === undefined ? carried.ending : endingOf(record, ending, 2, occurred_at),
    },
  };
}

/** Kind of an event: by its assumed name, else by words in the name, else by the stop it concerns. */
function kindOf(event_name: string, record: MonitorEventRecord, a: Assumptions): EventKind {
  const names = a.events.geofence_monitor;
  if (event_name === names.stop_arrived) return 'arrived';
  if (event_name === names.stop_departed) return 'departed';
  for (const ending of ENDINGS) if (event_name === names[ending]) return ending;
  const word = event_name.slice(event_name.indexOf('.') + 1);
  if (/(^|[._-])(arriv(al|ed)|entered|enter)$/.test(word)) return 'arrived';
  if (/(^|[._-])(depart(ure|ed)|exited|exit)$/.test(word)) return 'departed';
  if (/(^|[._-])canceled$/.test(word)) return 'cancelled';
  for (const ending of ENDINGS) if (word.endsWith(ending)) return ending;
  if (record.stop?.departed_at) return 'departed';
  if (record.stop?.arrived_at) return 'arrived';
  return 'other';
}

/** Parses a time of the service to milliseconds; null when invalid. */
export function timeOf(text: string | null | undefined): number | null {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function factOf(record: MonitorEventRecord, t: number, evidence: Evidence): MonitorState {
  const fields: Record<string, Observed<string | number>> = {};
  for (const key of TEXTS) {
    const value = record[key];
    if (typeof value === 'string') fields[key] = { v: value, t };
  }
  for (const key of TIMES) {
    const value = timeOf(record[key]);
    if (value !== null) fields[key] = { v: value, t };
  }
  const { status, current_stop_sequence } = record;
  if (typeof current_stop_sequence === 'number')
    fields.current_stop_sequence = { v: current_stop_sequence, t };
  if (typeof status === 'string' && !isEnd(status)) fields.status = { v: status, t };
  const stops: Record<string, StopState> = {};
  (record.stops ?? []).forEach((stop, index) => {
    const key = stopKey(stop, index);
    if (key !== null) stops[key] = stopState(stop, t, evidence);
  });
  const ended = isEnd(status)
    ? status
    : record.completed_at
      ? 'completed'
      : record.cancelled_at
        ? 'cancelled'
        : null;
  return {
    ...NOTHING,
    fields,
    stops,
    ending: ended === null ? null : endingOf(record, ended, 1, endingTime(record, ended)),
  };
}

/** A stop in `stops` without a sequence gets its index: stops are in travel order. */
function stopKey(stop: MonitorStop, index: number | null): string | null {
  if (typeof stop.sequence === 'number') return String(stop.sequence);
  if (index !== null) return String(index);
  return stop.id ? BY_ID + stop.id : null;
}

function stopState(stop: MonitorStop, t: number, evidence: Evidence): StopState {
  const known = <V>(value: V | null | undefined) =>
    value === null || value === undefined ? null : { v: value, t };
  const [longitude, latitude] = stop.point?.coordinates ?? [];
  const id = known(stop.id);
  const name = known(stop.name);
  const radius_meters = known(stop.radius_meters);
  const arrived_at = timeOf(stop.arrived_at);
  const departed_at = timeOf(stop.departed_at);
  return {
    ...(id && { id }),
    ...(name && { name }),
    ...(latitude !== undefined &&
      longitude !== undefined && { centre: { v: [latitude, longitude] as const, t } }),
    ...(radius_meters && { radius_meters }),
    arrived: arrived_at === null ? {} : { [evidence]: arrived_at },
    departed: departed_at === null ? {} : { [evidence]: departed_at },
  };
}

/** Merges two states of one stop from the same record; the second one wins. */
function mergeStops(a: StopState, b: StopState): StopState {
  return { ...a, ...b, arrived: { ...a.arrived, ...b.arrived }, departed: { ...a.departed, ...b.departed } };
}

function withTime(
  stop: StopState,
  stopEvent: 'arrived' | 'departed',
  evidence: Evidence,
  at: number,
): StopState {
  return { ...stop, [stopEvent]: { ...stop[stopEvent], [evidence]: at } };
}

function endingTime(record: MonitorEventRecord, status: string): number | null {
  if (status === 'completed') return timeOf(record.completed_at);
  if (status === 'cancelled') return timeOf(record.cancelled_at);
  if (status === 'expired') return timeOf(record.expires_at);
  return null;
}

function endingOf(record: MonitorEventRecord, status: string, evidence: number, at: number | null): Ending {
  const own = status === 'expired' ? null : endingTime(record, status);
  return { status, evidence: own === null ? evidence : 2, at: own ?? at };
}
