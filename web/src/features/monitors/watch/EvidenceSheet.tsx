/**
 * The evidence sheet: rendered next to the page and visible only in print. It names the tracked stops, the source of each time, the time
 * zone and the calculation rules.
 */
import type { BoardMonitorDetail, BoardMonitorStop, MonitorEvent } from '@waypost/contract/api/monitors';
import { hasObservedTime } from '@waypost/triage/journey';
import type { ReactNode } from 'react';
import { stopName } from '../../../live/load-words.ts';
import {
  AT_START,
  DETENTION_RULE,
  type Detention,
  detentionAt,
  dwellOf,
  knownArrival,
  knownDeparture,
  lateness,
  latenessText,
  moneyText,
  noEvidence,
} from '../../../live/monitor-stops.ts';
import { PrintArea } from '../../../live/PrintArea.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { coordinatesText } from '../../../ui/quantities.ts';
import { type CsvColumn, tableCsv } from '../../../ui/resource-list/columns.ts';
import { Fact, Facts } from '../../../ui/Section.tsx';
import { fullDateTime, minutesText, utcText } from '../../../ui/time.ts';
import { journeyAt } from './facts.ts';
import classes from './MonitorDetail.module.css';
import { loadRefs, monitorName, plateText, TRUCK_CSV_COLUMNS, vehicleText } from './words.ts';

interface Observed {
  /** ISO 8601, as received from the service. */
  readonly at: string;
  readonly by: 'event' | 'read' | null;
  /** Null when a regular check found the time, or the event is not among those received. */
  readonly event_id: string | null;
  readonly received_at: string | null;
}

interface EvidenceStop {
  readonly stop: BoardMonitorStop;
  /** IANA zone of its local times. */
  readonly zone: string;
  readonly name: string;
  readonly arrived: Observed | null;
  readonly departed: Observed | null;
  /** Whole minutes after the plan, negative before it; null where the arrival is not proved. */
  readonly arrival_late_minutes: number | null;
  readonly departure_late_minutes: number | null;
  /** The truck is inside: stay and detention are those so far. */
  readonly running: boolean;
  /** Whole minutes, between those shown; null without an arrival, or when the departure was not seen. */
  readonly stay_minutes: number | null;
  readonly detention: Detention | null;
}

const MINUTE = 60_000;
const minutes = (ms: number | null): number | null => (ms === null ? null : ms / MINUTE);

/** @param own_zone that of the person (IANA), for stops whose place is unknown */
export function evidenceOf(monitor: BoardMonitorDetail, now: number, own_zone: string): EvidenceStop[] {
  const { kind, stop: current } = journeyAt(monitor, now);
  return monitor.stops.map((stop) => {
    const inside = kind === 'at_stop' && stop === current;
    const dwell = dwellOf(stop, inside, now);
    return {
      stop,
      zone: stop.time_zone ?? own_zone,
      name: stopName(stop, monitor.stops),
      arrived: observed(monitor.history, stop, 'arrived'),
      departed: observed(monitor.history, stop, 'departed'),
      arrival_late_minutes: minutes(lateness(stop.planned_arrival_at, knownArrival(stop))),
      departure_late_minutes: minutes(lateness(stop.planned_departure_at, knownDeparture(stop))),
      running: dwell?.running ?? false,
      stay_minutes: minutes(dwell?.ms ?? null),
      detention: detentionAt(stop, inside, now),
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
    (candidate) =>
      candidate.kind === kind &&
      candidate.stop_sequence === stop.sequence &&
      candidate.occurred_at !== null &&
      Date.parse(candidate.occurred_at) === Date.parse(at),
  );
  return { at, by, event_id: event?.event_id ?? null, received_at: event?.received_at ?? null };
}

const OBSERVED_WORD: Readonly<Record<'event' | 'read', string>> = {
  event: 'live event',
  read: 'regular check',
};

interface CsvRow {
  readonly monitor: BoardMonitorDetail;
  readonly row: EvidenceStop;
}

const local = (observed: Observed | null, { zone }: EvidenceStop) =>
  observed && fullDateTime(observed.at, zone);

const CSV_COLUMNS: readonly CsvColumn<CsvRow>[] = [
  ['monitor_id', ({ monitor }) => monitor.id],
  ['monitor_name', ({ monitor }) => monitorName(monitor)],
  ...TRUCK_CSV_COLUMNS,
  ['tracked_from_utc', ({ monitor }) => monitor.starts_at],
  ['tracked_until_utc', ({ monitor }) => monitor.expires_at],
  ['stop_sequence', ({ row }) => row.stop.sequence],
  ['stop_name', ({ row }) => row.name],
  ['circle_latitude', ({ row }) => row.stop.latitude],
  ['circle_longitude', ({ row }) => row.stop.longitude],
  ['circle_radius_meters', ({ row }) => row.stop.radius_meters],
  ['stop_time_zone', ({ row }) => row.stop.time_zone],
  ['planned_arrival_at_utc', ({ row }) => row.stop.planned_arrival_at],
  ['arrived_at_utc', ({ row }) => row.arrived?.at],
  ['arrived_at_local', ({ row }) => local(row.arrived, row)],
  ['arrival_late_minutes', ({ row }) => row.arrival_late_minutes],
  ['arrival_note', ({ row }) => (row.stop.arrived_at_start ? AT_START : null)],
  ['arrival_observed_by', ({ row }) => row.arrived?.by],
  ['arrival_event_id', ({ row }) => row.arrived?.event_id],
  ['arrival_event_received_at_utc', ({ row }) => row.arrived?.received_at],
  [
    'is_evidence',
    ({ row: { stop } }) =>
      stop.around_truck
        ? 'no, where tracking began'
        : stop.city_center
          ? 'no, city center'
          : hasObservedTime(stop)
            ? 'yes'
            : 'no, not seen',
  ],
  ['planned_departure_at_utc', ({ row }) => row.stop.planned_departure_at],
  ['departed_at_utc', ({ row }) => row.departed?.at],
  ['departed_at_local', ({ row }) => local(row.departed, row)],
  ['departure_late_minutes', ({ row }) => row.departure_late_minutes],
  ['departure_observed_by', ({ row }) => row.departed?.by],
  ['departure_event_id', ({ row }) => row.departed?.event_id],
  ['departure_event_received_at_utc', ({ row }) => row.departed?.received_at],
  ['stay_minutes', ({ row }) => row.stay_minutes],
  ['site_name', ({ row }) => row.stop.site_name],
  ['free_minutes', ({ row }) => row.stop.free_minutes],
  ['detention_minutes', ({ row }) => row.detention?.minutes],
  ['detention_rate_per_hour', ({ row }) => row.stop.detention_rate],
  ['detention_amount', ({ row }) => row.detention?.amount],
  ['detention_currency', ({ row }) => row.stop.detention_currency],
  // Filled where the truck is still inside: the minutes and the amount are those so far.
  ['running_as_of_utc', ({ row }, now) => (row.running ? utcText(now) : null)],
  ['local_time_zone', ({ row }) => row.zone],
  ['made_at_utc', (_row, now) => utcText(now)],
];

/** @param zone that of the person (IANA), for stops whose place is unknown */
export function evidenceCsv(monitor: BoardMonitorDetail, now: number, zone: string): string {
  const rows = evidenceOf(monitor, now, zone).map((row) => ({ monitor, row }));
  return tableCsv(CSV_COLUMNS, rows, now);
}

interface EvidenceSheetProps {
  readonly monitor: BoardMonitorDetail;
  readonly now: number;
  readonly zone: string;
}

export function EvidenceSheet({ monitor, now, zone }: EvidenceSheetProps) {
  const plate = plateText(monitor);
  return (
    <PrintArea>
      <article className={classes.sheet} aria-label="Evidence of arrivals and departures">
        <h1>Arrivals and departures</h1>
        <Facts>
          <Fact name="Monitor">{`${monitorName(monitor)} (${monitor.id})`}</Fact>
          <Fact name="Loads">{loadRefs(monitor) || 'none linked'}</Fact>
          <Fact name="Truck">
            {[vehicleText(monitor), monitor.vin && `VIN ${monitor.vin}`, plate].filter(Boolean).join(', ')}
          </Fact>
          <Fact name="Vehicle ID">{monitor.vehicle_id}</Fact>
          <Fact name="Tracking window">
            {utcAndLocal(monitor.starts_at, zone)} to {utcAndLocal(monitor.expires_at, zone)}
          </Fact>
          <Fact name="Status">{monitor.status}</Fact>
        </Facts>
        <DataTable
          even
          heads={['Stop and circle', 'Arrival', 'Departure', 'Dwell and detention']}
          rows={evidenceOf(monitor, now, zone).map((row) => ({
            key: String(row.stop.sequence),
            cells: stopCells(row, now),
          }))}
        />
        <p>
          Observed by the tracking service. Each time is that of the first position report inside the circle
          (arrival) or outside it (departure). A truck already at the origin when tracking starts has no
          proven arrival, so no dwell time is shown there. Times at a city center, where nobody drew the
          circle of the dock, are no evidence. A “live event” was sent when it happened; a “regular check”
          found the time later.{' '}
          {monitor.stops.some(({ free_minutes }) => free_minutes !== null)
            ? DETENTION_RULE
            : 'No detention is calculated: no stop of this monitor is at a site with a free time.'}
        </p>
        <p>
          Created by Waypost at {utcText(now)} ({fullDateTime(now, zone)}). The times of a stop are also in
          its local time.
        </p>
      </article>
    </PrintArea>
  );
}

function utcAndLocal(at: string | null, zone: string): string {
  return at === null ? 'not set' : `${utcText(at)} (${fullDateTime(at, zone)})`;
}

function stopCells(row: EvidenceStop, now: number): readonly ReactNode[] {
  const { stop, name, zone, detention } = row;
  const { latitude, longitude, radius_meters } = stop;
  const money = detention && moneyText(detention);
  return [
    <>
      <strong>
        {stop.sequence + 1}. {name}
      </strong>
      {latitude !== null && longitude !== null && (
        <div>
          {coordinatesText({ latitude, longitude })}, radius {radius_meters ?? 'not set'} m
        </div>
      )}
    </>,
    <Times
      observed={row.arrived}
      planned={stop.planned_arrival_at}
      late={row.arrival_late_minutes}
      note={noEvidence(stop) ?? (stop.arrived_at_start ? `Not a proven arrival: ${AT_START}` : null)}
      zone={zone}
    />,
    <Times
      observed={row.departed}
      planned={stop.planned_departure_at}
      late={row.departure_late_minutes}
      note={noEvidence(stop)}
      zone={zone}
    />,
    <>
      {row.running && `running as of ${fullDateTime(now, zone)}: `}
      {row.stay_minutes === null ? 'not known' : minutesText(row.stay_minutes * 60_000)}
      {detention && (
        <div>
          free {stop.free_minutes} min{stop.site_name && ` (site ${isolated(stop.site_name)})`}, detention{' '}
          {detention.minutes} min
          {stop.detention_rate && ` at ${stop.detention_currency} ${stop.detention_rate} per hour`}
          {money && <strong> = {money}</strong>}
        </div>
      )}
    </>,
  ];
}

interface TimesProps {
  readonly observed: Observed | null;
  readonly planned: string | null;
  readonly late: number | null;
  readonly note: string | null;
  readonly zone: string;
}

function Times({ observed, planned, late, note, zone }: TimesProps) {
  return (
    <>
      {planned && <div>Planned {utcAndLocal(planned, zone)}</div>}
      {observed ? (
        <>
          <strong>{utcText(observed.at)}</strong>
          <div>{fullDateTime(observed.at, zone)}</div>
          {late !== null && <div>{latenessText(late * 60_000)}</div>}
          {note && <div>{note}</div>}
          <div>
            by {observed.by ? OBSERVED_WORD[observed.by] : 'the service'}
            {observed.event_id && ` ${observed.event_id}`}
            {observed.received_at && `, received ${utcText(observed.received_at)}`}
          </div>
        </>
      ) : (
        'not seen'
      )}
    </>
  );
}
