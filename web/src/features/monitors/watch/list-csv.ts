/** The list as it is shown, as CSV: times in UTC as the service tells them, so that a sheet can reckon with them. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { journeyOf, lateBy, seen, stopName } from '../../../live/journey.ts';
import { type CsvCell, csvText } from '../../../ui/csv.ts';
import type { MonitorFacts } from './facts.ts';
import { FLAG_WORD } from './flag-words.ts';
import { statusAt } from './integrity.ts';
import { monitorName, plateText } from './names.ts';
import { wordsOfJourney } from './told.ts';

const HEAD = [
  'monitor_id',
  'name',
  'status',
  'load_refs',
  'vehicle_name',
  'vehicle_id',
  'vin',
  'license_plate',
  'journey',
  'stops_seen',
  'stops',
  'next_stop',
  'next_planned_arrival_at_utc',
  'next_late_by_minutes',
  'starts_at_utc',
  'expires_at_utc',
  'minutes_left',
  'flags',
  'created_at_utc',
  'created_by',
  'last_event_at_utc',
] as const;

const MINUTE = 60_000;

export interface Listed {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

export function listCsv(rows: readonly Listed[], now: number): string {
  return csvText(
    HEAD,
    rows.map(({ monitor, facts }) => rowOf(monitor, facts, now)),
  );
}

function rowOf(monitor: BoardMonitor, facts: MonitorFacts, now: number): CsvCell[] {
  const journey = journeyOf({ ...monitor, status: statusAt(monitor, now) });
  const watched = journey.kind !== 'done' && journey.kind !== 'ended';
  const late = lateBy(journey, now, monitor.starts_at);
  const next = watched ? journey.next : null;
  return [
    monitor.id,
    monitorName(monitor),
    facts.state === 'other' ? monitor.status : facts.state,
    monitor.links
      .filter(({ state }) => state === 'linked')
      .map(({ load_ref, load_id }) => load_ref ?? load_id)
      .join(' '),
    monitor.vehicle_name,
    monitor.vehicle_id,
    monitor.vin,
    plateText(monitor),
    wordsOfJourney(monitor, now).text,
    monitor.stops.filter(seen).length,
    monitor.stops.length,
    next && stopName(next, monitor.stops),
    next?.planned_arrival_at,
    late === null ? null : Math.floor(late / MINUTE),
    monitor.starts_at,
    monitor.expires_at,
    facts.expires === null ? null : Math.max(0, Math.floor((facts.expires - now) / MINUTE)),
    facts.flags.map(({ kind }) => FLAG_WORD[kind]).join('; '),
    monitor.created_at,
    monitor.created_by_name,
    monitor.last_event_at,
  ];
}
