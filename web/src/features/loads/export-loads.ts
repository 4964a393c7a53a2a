/** Exports of loads: CSV for spreadsheets, GeoJSON for maps. Times are UTC, and column names include the units. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { CsvCell } from '@waypost/contract/csv';
import { isPositionDoubted } from '@waypost/triage/doubt';
import type { LoadFacts } from '@waypost/triage/facts';
import { expectedLateness, passedAppointmentAt } from '@waypost/triage/lateness';
import { bandOf } from '@waypost/triage/score';
import { csvText } from '../../ui/csv.ts';
import { isPlausibleSpeed } from '../../ui/quantities.ts';
import { personZone } from '../../ui/time.ts';
import { placeText } from '../../ui/units.ts';
import { toWall } from '../../ui/zoned.ts';
import { sentenceOf } from './explain.ts';
import { shownStop } from './next-stop.ts';
import { estimateAt, stopZone } from './predicted.ts';
import { plateText } from './vehicle-name.ts';

export interface ExportedLoad {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

function exportFields({ load, facts }: ExportedLoad, now: number) {
  const stop = shownStop(load, now);
  const estimate = stop && estimateAt(load, stop, now);
  const arrival =
    estimate && !estimate.passed && !isPositionDoubted(load, now)
      ? load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence)
      : null;
  const lateness = expectedLateness(load, now);
  // By the plan alone nobody has seen the truck arrive, which does not mean that it has not.
  const by_plan = lateness?.by === 'plan';
  const is_open = facts.attention || facts.triage === 'snoozed';
  const speed_mps = load.motion?.moving ? load.motion.speed_mps : null;
  return {
    load,
    facts,
    vehicle: load.vehicle_assignment?.vehicle,
    stop,
    zone: stopZone(load, stop?.sequence),
    arrival,
    eta: load.dispatcher_eta,
    eta_stop: load.stops.find(({ sequence }) => sequence === load.dispatcher_eta?.stop_sequence),
    lateness: by_plan ? null : lateness,
    passed_at: by_plan ? lateness.appointment_at : passedAppointmentAt(load, now),
    speed_mps: speed_mps !== null && isPlausibleSpeed(speed_mps) ? speed_mps : null,
    /** Of its exception, also while that is snoozed; a closed one is no exception any more. */
    sentence: is_open ? sentenceOf(load, facts.cause, now, true) : null,
  };
}

/** An empty cell means unknown. */
const COLUMNS: Readonly<Record<string, (fields: ReturnType<typeof exportFields>) => CsvCell>> = {
  load_ref: ({ load }) => load.load_ref,
  load_id: ({ load }) => load.load_id,
  tracking_health: ({ load }) => load.tracking_health,
  possible_wrong_truck: ({ facts }) => yesOrNo(facts.health === 'check'),
  needs_attention: ({ facts }) => yesOrNo(facts.attention),
  exception: ({ sentence }) => sentence?.what,
  why: ({ sentence }) => sentence?.why,
  severity: ({ facts, sentence }) => (sentence ? bandOf(facts.score) : null),
  owner: ({ load }) => (load.triage?.closed === null ? load.triage.owner?.name : null),
  fleet_name: ({ load }) => load.fleet?.name,
  fleet_ref: ({ load }) => load.fleet?.fleet_ref,
  fleet_id: ({ load }) => load.fleet?.fleet_id,
  vehicle_name: ({ vehicle }) => vehicle?.vehicle_name,
  vin: ({ vehicle }) => vehicle?.vin,
  license_plate: ({ vehicle }) => vehicle && plateText(vehicle),
  assignment_source: ({ load }) => load.vehicle_assignment?.source,
  assignment_agreement: ({ load }) => load.vehicle_assignment?.agreement,
  latitude: ({ load }) => load.last_position?.latitude,
  longitude: ({ load }) => load.last_position?.longitude,
  occurred_at: ({ load }) => load.last_position?.occurred_at,
  place: ({ load }) => load.place && placeText(load.place),
  moving: ({ load }) => (load.motion?.moving == null ? null : yesOrNo(load.motion.moving)),
  speed_mps: ({ speed_mps }) => speed_mps && Number(speed_mps.toFixed(1)),
  next_stop_sequence: ({ stop }) => stop?.sequence,
  next_stop: ({ stop }) => stop?.name,
  estimated_arrival_at: ({ stop }) => stop?.estimated_arrival_at,
  /** The appointment as it was agreed on, in the time of the dock. */
  appointment_at_dock: ({ stop, zone }) =>
    stop?.estimated_arrival_at && zone && toWall(stop.estimated_arrival_at, zone),
  dock_time_zone: ({ zone }) => zone,
  predicted_arrival_from: ({ arrival }) => arrival?.from,
  predicted_arrival_to: ({ arrival }) => arrival?.to,
  dispatcher_eta: ({ eta }) => eta?.at,
  dispatcher_eta_stop: ({ eta_stop }) => eta_stop?.name,
  dispatcher_eta_by: ({ eta }) => eta?.by.name,
  late_minutes_from: ({ lateness }) => lateness && Math.floor(lateness.from_ms / 60_000),
  late_minutes_to: ({ lateness }) => lateness && Math.floor(lateness.to_ms / 60_000),
  appointment_passed_at: ({ lateness, passed_at }) =>
    lateness || passed_at === null ? null : new Date(passed_at).toISOString(),
  read_error: ({ load }) => load.read_error?.kind,
  exception_state: ({ facts }) => facts.triage,
  /** Empty while a snooze lasts until something changes. */
  snoozed_until: ({ load, facts }) =>
    facts.triage === 'snoozed'
      ? load.triage?.snooze
        ? load.triage.snooze.until
        : load.dispatcher_eta?.at
      : null,
  /** Of the times in `exception` and `why` that name no other zone. */
  local_time_zone: () => personZone(),
};

export function loadsCsv(loads: readonly ExportedLoad[], now: number): string {
  const lines = loads.map((exported) => exportFields(exported, now));
  return csvText(
    Object.keys(COLUMNS),
    lines.map((fields) => Object.values(COLUMNS).map((column) => column(fields))),
  );
}

/** RFC 7946 points (`[longitude, latitude]`). A load without a known position has no geometry, which the RFC allows. */
export function loadsGeoJson(loads: readonly ExportedLoad[], now: number): string {
  const { latitude: _, longitude: __, ...columns } = COLUMNS;
  const features = loads.map((exported) => {
    const fields = exportFields(exported, now);
    const { load_id, last_position } = exported.load;
    const geometry = last_position && {
      type: 'Point',
      coordinates: [last_position.longitude, last_position.latitude],
    };
    // JSON omits undefined values, but each feature must have all properties.
    const properties = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column(fields) ?? null]),
    );
    return { type: 'Feature', id: load_id, properties, geometry };
  });
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}
