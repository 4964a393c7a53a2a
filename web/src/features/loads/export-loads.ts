/** Loads as a file: CSV for spreadsheets, GeoJSON for maps. Times are UTC, and units are in the names of the columns. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { lateOfLoad } from '@waypost/triage/monitored';
import { nextStop } from '@waypost/triage/plan';
import { isCause } from '@waypost/triage/score';
import { type CsvCell, csvText } from '../../ui/csv.ts';
import { believable, placeText } from '../../ui/units.ts';
import { sentenceOf } from './explain.ts';
import { predictedAt } from './predicted.ts';
import { plateText } from './vehicle-name.ts';

export interface ExportedLoad {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

const COLUMNS = [
  'load_ref',
  'load_id',
  'tracking_health',
  'check_truck',
  'needs_attention',
  'exception',
  'why',
  'fleet_name',
  'fleet_ref',
  'fleet_id',
  'vehicle_name',
  'vin',
  'license_plate',
  'assignment_source',
  'assignment_agreement',
  'latitude',
  'longitude',
  'occurred_at',
  'place',
  'moving',
  'speed_mps',
  'next_stop_sequence',
  'next_stop',
  'estimated_arrival_at',
  'predicted_arrival_from',
  'predicted_arrival_to',
  'late_minutes',
  'read_at',
  'read_error',
] as const;

type Fields = Readonly<Record<(typeof COLUMNS)[number], CsvCell>>;

/** What is known of a load now; null: not known. */
function fieldsOf({ load, facts }: ExportedLoad, now: number): Fields {
  const { fleet, motion, last_position, vehicle_assignment } = load;
  const vehicle = vehicle_assignment?.vehicle;
  const stop = nextStop(load, now);
  const foreseen =
    stop && predictedAt(load, stop, now)
      ? load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence)
      : null;
  const late_ms = lateOfLoad(load, now);
  const speed_mps = motion?.moving ? motion.speed_mps : null;
  const { what, why } = sentenceOf(load, isCause(facts.cause) ? facts.cause : 'unknown', now);
  return {
    load_ref: load.load_ref,
    load_id: load.load_id,
    tracking_health: load.tracking_health,
    check_truck: yesOrNo(facts.health === 'check'),
    needs_attention: yesOrNo(facts.attention),
    exception: facts.attention ? what : null,
    why: facts.attention ? why : null,
    fleet_name: fleet?.name,
    fleet_ref: fleet?.fleet_ref,
    fleet_id: fleet?.fleet_id,
    vehicle_name: vehicle?.vehicle_name,
    vin: vehicle?.vin,
    license_plate: vehicle && plateText(vehicle),
    assignment_source: vehicle_assignment?.source,
    assignment_agreement: vehicle_assignment?.agreement,
    latitude: last_position?.latitude,
    longitude: last_position?.longitude,
    occurred_at: last_position?.occurred_at,
    place: load.place && placeText(load.place),
    moving: motion?.moving === null || motion === null ? null : yesOrNo(motion.moving),
    speed_mps: speed_mps !== null && believable(speed_mps) ? Number(speed_mps.toFixed(1)) : null,
    next_stop_sequence: stop?.sequence,
    next_stop: stop?.name,
    estimated_arrival_at: stop?.estimated_arrival_at,
    predicted_arrival_from: foreseen?.from,
    predicted_arrival_to: foreseen?.to,
    late_minutes: late_ms === null ? null : Math.floor(late_ms / 60_000),
    read_at: load.read_at,
    read_error: load.read_error?.kind,
  };
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** A line for each load, in their order; the head is there without any. */
export function loadsCsv(loads: readonly ExportedLoad[], now: number): string {
  const lines = loads.map((one) => fieldsOf(one, now));
  return csvText(
    COLUMNS,
    lines.map((line) => COLUMNS.map((column) => line[column])),
  );
}

/** RFC 7946: points, `[longitude, latitude]`. A load whose position is not known has no geometry, which that allows. */
export function loadsGeoJson(loads: readonly ExportedLoad[], now: number): string {
  const features = loads.map((one) => {
    const { latitude: _, longitude: __, ...fields } = fieldsOf(one, now);
    const { load_id, last_position } = one.load;
    const geometry = last_position && {
      type: 'Point',
      coordinates: [last_position.longitude, last_position.latitude],
    };
    // JSON leaves out what is undefined; each feature has all properties.
    const properties = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value ?? null]),
    );
    return { type: 'Feature', id: load_id, properties, geometry };
  });
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}
