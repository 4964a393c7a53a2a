/**
 * The evidence on paper: drawn beside the page and seen by the printer only. Everything that a reader needs stands on it:
 * what was watched, the source of each time, the time zone, and the rules by which it was calculated.
 */
import type { BoardMonitorDetail } from '@waypost/contract/api/monitors';
import { createPortal } from 'react-dom';
import { CompanyHead } from '../../../api/CompanyHead.tsx';
import { AT_START, DETENTION_RULE, latenessText, moneyText } from '../../../live/monitor-stops.ts';
import { durationText, fullDateTime, utcText } from '../../../ui/time.ts';
import { coordinatesText } from '../../../ui/units.ts';
import classes from './EvidenceSheet.module.css';
import { type EvidenceStop, evidenceOf, loadRefs, OBSERVED_WORD, type Observed } from './evidence.ts';
import { monitorName, plateText, vehicleText } from './words.ts';

export interface EvidenceSheetProps {
  readonly monitor: BoardMonitorDetail;
  readonly now: number;
  readonly zone: string;
}

export function EvidenceSheet({ monitor, now, zone }: EvidenceSheetProps) {
  const rows = evidenceOf(monitor);
  const plate = plateText(monitor);
  const facts: [string, string | null][] = [
    ['Monitor', `${monitorName(monitor)} (${monitor.id})`],
    ['Loads', loadRefs(monitor) || 'none linked'],
    ['Truck', [vehicleText(monitor), monitor.vin && `VIN ${monitor.vin}`, plate].filter(Boolean).join(', ')],
    ['Vehicle ID', monitor.vehicle_id],
    ['Tracking window', `${both(monitor.starts_at, zone)} to ${both(monitor.expires_at, zone)}`],
    ['Status', monitor.status],
  ];
  return createPortal(
    <article className={classes.sheet} aria-label="Evidence of arrivals and departures">
      <CompanyHead />
      <h1>Arrivals and departures</h1>
      <dl>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <table>
        <thead>
          <tr>
            <th>Stop and circle</th>
            <th>Arrival</th>
            <th>Departure</th>
            <th>Dwell and detention</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StopRow key={row.stop.sequence} row={row} zone={zone} />
          ))}
        </tbody>
      </table>
      <p>
        Observed by the tracking service. Each time is that of the first position report inside the circle
        (arrival) or outside it (departure). A truck already at the origin when tracking starts has no proven
        arrival, so no dwell time is shown there. A “live event” was sent when it happened; a “regular check”
        found the time later. {DETENTION_RULE}
      </p>
      <p>
        Created by Waypost at {utcText(now)} ({fullDateTime(now, zone)}), local times in {zone}.
      </p>
    </article>,
    document.body,
  );
}

function both(at: string | null, zone: string): string {
  return at === null ? 'not set' : `${utcText(at)} (${fullDateTime(at, zone)})`;
}

function StopRow({ row, zone }: { readonly row: EvidenceStop; readonly zone: string }) {
  const { stop, name, detention } = row;
  const { latitude, longitude, radius_meters } = stop;
  const money = detention && moneyText(detention);
  return (
    <tr>
      <td>
        <strong>
          {stop.sequence + 1}. {name}
        </strong>
        {latitude !== null && longitude !== null && (
          <div>
            {coordinatesText({ latitude, longitude })}, radius {radius_meters ?? 'not set'} m
          </div>
        )}
      </td>
      <td>
        <Times
          observed={row.arrived}
          planned={stop.planned_arrival_at}
          late={row.arrival_late_minutes}
          note={stop.arrived_at_start ? `Not a proven arrival: ${AT_START}` : null}
          zone={zone}
        />
      </td>
      <td>
        <Times
          observed={row.departed}
          planned={stop.planned_departure_at}
          late={row.departure_late_minutes}
          note={null}
          zone={zone}
        />
      </td>
      <td>
        {row.stay_minutes === null
          ? row.arrived && !row.departed && !stop.arrived_at_start
            ? 'not left yet'
            : 'not known'
          : row.stay_minutes === 0
            ? 'under 1 min'
            : durationText(row.stay_minutes * 60_000)}
        {detention && (
          <div>
            free {stop.free_minutes} min, detention {detention.minutes} min
            {stop.detention_rate && ` at ${stop.detention_currency} ${stop.detention_rate} per hour`}
            {money && <strong> = {money}</strong>}
          </div>
        )}
      </td>
    </tr>
  );
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
      {planned && <div>Planned {both(planned, zone)}</div>}
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
