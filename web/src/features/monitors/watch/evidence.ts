/**
 * What a monitor proves: each stop with its times in UTC and in the person's zone, its circle, the event that gave each
 * time and when it was received, how it was observed, the stay and the detention. Pure; printed and saved elsewhere.
 */
import type { BoardMonitorDetail, BoardMonitorStop, MonitorEvent } from '@waypost/contract/api/monitors';
import { stopName } from '../../../live/load-words.ts';
import {
  AT_START,
  type Detention,
  detentionOf,
  dwellOf,
  lateness,
  provedArrival,
} from '../../../live/monitor-stops.ts';
import { csvText } from '../../../ui/csv.ts';
import { fullDateTime, utcText } from '../../../ui/time.ts';
import { monitorName, plateText } from './words.ts';

export interface Observed {
  /** ISO 8601, as received from the service. */
  readonly at: string;
  readonly by: 'event' | 'read' | null;
  /** Null when it was read, or the event is not among those received. */
  readonly event_id: string | null;
  readonly received_at: string | null;
}

export interface EvidenceStop {
  readonly stop: BoardMonitorStop;
  readonly name: string;
  readonly arrived: Observed | null;
  readonly departed: Observed | null;
  /** Whole minutes after the plan, negative before it; null where the arrival is not proved. */
  readonly arrival_late_minutes: number | null;
  readonly departure_late_minutes: number | null;
  /** Whole minutes, rounded down; null while the truck is inside, or without both times. */
  readonly stay_minutes: number | null;
  readonly detention: Detention | null;
}

const MINUTE = 60_000;
/** Towards zero, so that neither side is made later than it was. */
const minutes = (ms: number | null): number | null => (ms === null ? null : Math.trunc(ms / MINUTE) + 0);

export function evidenceOf(monitor: BoardMonitorDetail): EvidenceStop[] {
  return monitor.stops.map((stop) => {
    const dwell = dwellOf(stop, false, 0);
    return {
      stop,
      name: stopName(stop, monitor.stops),
      arrived: observed(monitor.history, stop, 'arrived'),
      departed: observed(monitor.history, stop, 'departed'),
      arrival_late_minutes: minutes(lateness(stop.planned_arrival_at, provedArrival(stop))),
      departure_late_minutes: minutes(lateness(stop.planned_departure_at, stop.departed_at)),
      stay_minutes: minutes(dwell?.ms ?? null),
      detention: dwell && detentionOf(stop, dwell.ms),
    };
  });
}

function observed(
  history: readonly MonitorEvent[],
  stop: BoardMonitorStop,
  kind: 'arrived' | 'departed',
): Observed | null {
  const at = kind === 'arrived' ? stop.arrived_at : stop.departed_at;
  if (at === null) return null;
  const by = kind === 'arrived' ? stop.arrived_by : stop.departed_by;
  const event = history.find(
    (one) =>
      one.kind === kind &&
      one.stop_sequence === stop.sequence &&
      one.occurred_at !== null &&
      Date.parse(one.occurred_at) === Date.parse(at),
  );
  return { at, by, event_id: event?.event_id ?? null, received_at: event?.received_at ?? null };
}

export const OBSERVED_WORD: Readonly<Record<'event' | 'read', string>> = {
  event: 'live event',
  read: 'regular check',
};

const HEAD = [
  'monitor_id',
  'monitor_name',
  'load_refs',
  'vehicle_name',
  'vehicle_id',
  'vin',
  'license_plate',
  'stop_sequence',
  'stop_name',
  'circle_latitude',
  'circle_longitude',
  'circle_radius_meters',
  'planned_arrival_at_utc',
  'arrived_at_utc',
  'arrived_at_local',
  'arrival_late_minutes',
  'arrival_note',
  'arrival_observed_by',
  'arrival_event_id',
  'arrival_event_received_at_utc',
  'planned_departure_at_utc',
  'departed_at_utc',
  'departed_at_local',
  'departure_late_minutes',
  'departure_observed_by',
  'departure_event_id',
  'departure_event_received_at_utc',
  'stay_minutes',
  'free_minutes',
  'detention_minutes',
  'detention_rate_per_hour',
  'detention_amount',
  'detention_currency',
  'local_time_zone',
  'made_at_utc',
] as const;

/** @param zone IANA, of the person */
export function evidenceCsv(monitor: BoardMonitorDetail, now: number, zone: string): string {
  const { vehicle_name, vehicle_id, vin, id } = monitor;
  const vehicle = [vehicle_name, vehicle_id, vin, plateText(monitor)];
  const rows = evidenceOf(monitor).map(({ stop, name, arrived, departed, detention, ...row }) => [
    id,
    monitorName(monitor),
    loadRefs(monitor),
    ...vehicle,
    stop.sequence,
    name,
    stop.latitude,
    stop.longitude,
    stop.radius_meters,
    stop.planned_arrival_at,
    arrived?.at,
    arrived && fullDateTime(arrived.at, zone),
    row.arrival_late_minutes,
    stop.arrived_at_start ? AT_START : null,
    arrived?.by,
    arrived?.event_id,
    arrived?.received_at,
    stop.planned_departure_at,
    departed?.at,
    departed && fullDateTime(departed.at, zone),
    row.departure_late_minutes,
    departed?.by,
    departed?.event_id,
    departed?.received_at,
    row.stay_minutes,
    stop.free_minutes,
    detention?.minutes,
    stop.detention_rate,
    detention?.amount,
    detention?.currency,
    zone,
    utcText(now),
  ]);
  return csvText(HEAD, rows);
}

/** Loads that it is about, for people. */
export function loadRefs({ links }: Pick<BoardMonitorDetail, 'links'>): string {
  return links
    .filter(({ state }) => state === 'linked')
    .map(({ load_ref, load_id }) => load_ref ?? load_id)
    .join(' ');
}
