import type { BoardLoad } from '@waypost/contract/api/board';
import { phone as phoneNumber } from '@waypost/contract/api/phone';
import {
  type CorrectLoadRequest,
  MAX_LOAD_REF,
  MAX_STOPS,
  type PlannedStop,
  type PostLoadRequest,
  type SentLoad,
  type TruckIdentifiers,
} from '@waypost/contract/api/posted-loads';
import { uuid } from '@waypost/contract/common';
import { overlappingWindow, plannedWindow, windowOf } from '@waypost/triage/same-truck';
import { same } from '../../live/form/draft.ts';
import { roleOf } from '../../live/load-words.ts';
import { PLATE_FIELDS, type PlateField, plateProblems, vinProblem } from '../../live/truck.ts';
import { isolated } from '../../ui/bidi.ts';
import { personZone } from '../../ui/time.ts';
import { plural } from '../../ui/units.ts';
import { fromWall, minuteText } from '../../ui/zoned.ts';
import { type LoadDraft, placeOf, type StopDraft } from './draft.ts';
import { driveWarning, roadMeters } from './drive.ts';

type StopField = 'name' | 'place' | 'arrival' | 'departure';
export type FieldName =
  | 'load_ref'
  | 'carrier_phone'
  | 'vehicle_id'
  | 'vin'
  | PlateField
  | 'stops'
  | `stop:${string}:${StopField}`;
export const stopField = (key: string, field: StopField): FieldName => `stop:${key}:${field}`;
export const fieldDomId = (field: FieldName) => `load-${field}`;

interface CheckResult {
  /** By field, in the order of the form. */
  readonly errors: Map<FieldName, string>;
  /** Do not block sending. */
  readonly warnings: Map<FieldName, string>;
  /** The truck is on another load at that time; null: it is not. Does not block sending. */
  readonly other_load: string | null;
  /** The loads of the board that the truck is on, at whatever time: `LD-2 and 1 more load`. */
  readonly also_on: string | null;
}

export interface CheckContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Watched loads on the truck that this field identifies, except the one being corrected. */
  readonly sameTruck: (field: TruckField, value: string) => readonly BoardLoad[];
}

/** Fields that identify a truck on their own; the plate does so with its region. */
type TruckField = 'vehicle_id' | 'vin' | 'license_plate_number';
const IDENTIFYING_FIELDS: readonly TruckField[] = ['vehicle_id', 'vin', 'license_plate_number'];

export function check(draft: LoadDraft, { now, sameTruck }: CheckContext): CheckResult {
  const errors: CheckResult['errors'] = new Map();
  const warnings: CheckResult['warnings'] = new Map();
  const result = { errors, warnings };
  const load_ref = draft.load_ref.trim();
  if (load_ref === '') errors.set('load_ref', 'Enter the load number.');
  else if (load_ref.length > MAX_LOAD_REF)
    errors.set('load_ref', `A load number has at most ${MAX_LOAD_REF} characters.`);
  const phone = draft.carrier_phone.trim();
  const problem = phone === '' ? undefined : phoneNumber.safeParse(phone).error?.issues[0]?.message;
  if (problem) errors.set('carrier_phone', `Number ${problem}.`);
  checkTruck(draft, result);
  if (draft.with_stops) checkStops(draft.stops, now, result);
  // By each field that identifies a truck.
  const loads = IDENTIFYING_FIELDS.filter((field) => draft[field].trim() !== '' && !errors.has(field)).map(
    (field) => sameTruck(field, draft[field].trim()),
  );
  const others = loads.find(({ length }) => length > 0);
  return {
    ...result,
    other_load: otherLoad(draft.stops, loads),
    also_on: others ? namesText(others) : null,
  };
}

type FieldResult = Omit<CheckResult, 'other_load' | 'also_on'>;

function checkTruck(draft: LoadDraft, { errors, warnings }: FieldResult): void {
  const id = draft.vehicle_id.trim();
  if (id !== '' && !uuid.safeParse(id).success)
    errors.set(
      'vehicle_id',
      `“${isolated(id)}” does not name a truck yet. Choose one from the list, or enter its VIN or plate.`,
    );
  const vin = draft.vin.trim().toUpperCase();
  const problem = vin === '' ? null : vinProblem(vin);
  if (problem)
    (problem.severity === 'error' ? errors : warnings).set('vin', `${problem.sentence} ${problem.reason}`);
  if (hasPlate(draft))
    for (const { field, sentence, reason } of plateProblems(draft))
      errors.set(field, `${sentence} ${reason}`);
}

function namesText([first, ...more]: readonly BoardLoad[]): string {
  const others = more.length === 0 ? '' : ` and ${more.length} more ${plural(more.length, 'load')}`;
  return isolated(first?.load_ref ?? first?.load_id ?? '') + others;
}

function otherLoad(
  stops: readonly StopDraft[],
  same_truck: readonly (readonly BoardLoad[])[],
): string | null {
  const times = stops.flatMap((stop) => [timeOf(stop, 'arrival'), timeOf(stop, 'departure')]);
  const window = windowOf(times.filter((time) => time !== null));
  // A truck identified by two fields needs only one warning.
  const overlapping =
    same_truck.map((loads) => overlappingWindow(window, loads)).find(({ length }) => length > 0) ?? [];
  const [other] = overlapping;
  if (!other) return null;
  const name = isolated(other.load_ref ?? other.load_id);
  const plan = plannedWindow(other);
  const when =
    window === null || plan === null
      ? `. ${window === null ? 'This load' : name} has no planned times, so they may overlap`
      : ` at the same time (${minuteText(plan.from, personZone())} to ${minuteText(plan.until, personZone())})`;
  return `This truck is also on ${namesText(overlapping)}${when}. One of them may have the wrong truck.`;
}

/** The country is prefilled, so it does not count. */
const hasPlate = (draft: LoadDraft) =>
  draft.license_plate_number.trim() !== '' || draft.license_plate_region.trim() !== '';

function checkStops(stops: readonly StopDraft[], now: number, { errors, warnings }: FieldResult): void {
  if (stops.length > MAX_STOPS) errors.set('stops', `A load has at most ${MAX_STOPS} stops.`);
  let previous: number | null = null;
  /** The last stop with a place; the way to it from the last one that also has a time, and that time. */
  let placed: StopDraft | null = null;
  let way_meters = 0;
  let left_at: number | null = null;
  stops.forEach((stop, index) => {
    const field = (name: StopField) => stopField(stop.key, name);
    const inner = index > 0 && index < stops.length - 1;
    const role = roleOf(index, stops.length).toLowerCase();
    if (stop.latitude === null)
      errors.set(
        field('place'),
        stop.place_text.trim() === ''
          ? `Choose the place of ${inner ? role : `the ${role}`}.`
          : `“${isolated(stop.place_text.trim())}” does not match a place yet. Choose one from the list.`,
      );
    const arrival = timeOf(stop, 'arrival');
    const departure = timeOf(stop, 'departure');
    if (stop.arrival !== '' && arrival === null) errors.set(field('arrival'), 'Enter the date and the time.');
    if (stop.departure !== '' && departure === null)
      errors.set(field('departure'), 'Enter the date and the time.');
    if (arrival !== null && departure !== null && departure < arrival)
      errors.set(field('departure'), 'The departure is before the arrival.');
    const first = arrival ?? departure;
    const where = field(arrival === null ? 'departure' : 'arrival');
    const last = departure ?? arrival;
    if (index === stops.length - 1 && last !== null && last < now)
      warnings.set(where, 'This is in the past.');
    if (first !== null && previous !== null && first < previous)
      errors.set(where, 'This is before the stop above. Check the order and time zones.');
    if (last !== null) previous = last;
    if (stop.latitude === null) return;
    if (placed !== null) way_meters += roadMeters(placed, stop) ?? 0;
    placed = stop;
    const warning = first !== null && left_at !== null && driveWarning(way_meters, first - left_at);
    if (warning) warnings.set(where, warning);
    if (last !== null) [left_at, way_meters] = [last, 0];
  });
}

/** Milliseconds since 1970; null: empty or incomplete. */
export function timeOf(stop: StopDraft, which: 'arrival' | 'departure'): number | null {
  const read = fromWall(stop[which], stop.zone);
  return read && Date.parse(read.at);
}

/** Null: no identifiers. Requires a draft without errors. */
function truckOf(draft: LoadDraft): TruckIdentifiers | null {
  const text = (value: string) => value.trim().toUpperCase();
  const plate = hasPlate(draft)
    ? Object.fromEntries(PLATE_FIELDS.map((field) => [field, text(draft[field])]))
    : {};
  const truck = {
    ...(draft.vehicle_id.trim() === '' ? {} : { vehicle_id: draft.vehicle_id.trim().toLowerCase() }),
    ...(text(draft.vin) === '' ? {} : { vin: text(draft.vin) }),
    ...plate,
  };
  return Object.keys(truck).length === 0 ? null : truck;
}

function stopsOf(stops: readonly StopDraft[]): PlannedStop[] {
  return stops.flatMap((stop, index): PlannedStop[] => {
    const { latitude, longitude } = stop;
    if (latitude === null || longitude === null) return [];
    const arrival = fromWall(stop.arrival, stop.zone);
    const departure = fromWall(stop.departure, stop.zone);
    const name = stop.name.trim() || stop.place_name;
    const inner = index > 0 && index < stops.length - 1;
    return [
      {
        ...(name === '' ? {} : { name }),
        stop_type: inner ? 'intermediate' : index === 0 ? 'origin' : 'destination',
        latitude,
        longitude,
        ...(arrival ? { estimated_arrival_at: arrival.at } : {}),
        ...(departure ? { estimated_departure_at: departure.at } : {}),
      },
    ];
  });
}

export function postOf(draft: LoadDraft): PostLoadRequest {
  const vehicle = truckOf(draft);
  return {
    load_ref: draft.load_ref.trim(),
    ...(vehicle ? { vehicle } : {}),
    stops: stopsOf(draft.stops),
  };
}

/**
 * The changes of a correction; null: none.
 * @param initial the draft as it started, made from `sent`
 */
export function correctionOfDraft(
  draft: LoadDraft,
  initial: LoadDraft,
  sent: SentLoad,
): CorrectLoadRequest | null {
  const load_ref = draft.load_ref.trim();
  const vehicle = truckOf(draft);
  const change = {
    ...(load_ref === initial.load_ref.trim() ? {} : { load_ref }),
    // Empty fields must not remove identifiers that somebody else has sent.
    ...(same(vehicle, truckOf(initial)) ? {} : { vehicle }),
    ...(draft.with_stops && !same(stopsOf(draft.stops), sent.stops) ? { stops: stopsOf(draft.stops) } : {}),
  };
  return Object.keys(change).length === 0 ? null : { version: sent.version, ...change };
}

/** Form field of a path in a 422, ours or the service's (`body.stops.0.latitude`). Null: not in the form. */
export function fieldOfPath(path: string, draft: LoadDraft): FieldName | null {
  const [first = '', second = '', third = ''] = path
    .split(/[.[\]/]+/)
    .filter((part) => part !== '' && part !== '$' && part !== 'body');
  if (first === 'load_ref') return 'load_ref';
  if (first === 'vehicle') return TRUCK_FIELDS.find((field) => field === second) ?? 'vin';
  if (first !== 'stops') return null;
  const stop = draft.stops[Number(second)];
  return stop ? stopField(stop.key, STOP_FIELD_OF[third] ?? 'place') : 'stops';
}

const TRUCK_FIELDS = ['vehicle_id', 'vin', ...PLATE_FIELDS] as const;
const STOP_FIELD_OF: Readonly<Record<string, StopField>> = {
  name: 'name',
  estimated_arrival_at: 'arrival',
  estimated_departure_at: 'departure',
};

/** Current value of a field; the service's rejection is shown until it changes. */
export function fieldText(draft: LoadDraft, field: FieldName): string {
  if (field === 'stops') return JSON.stringify(draft.stops);
  if (!field.startsWith('stop:')) return draft[field as keyof LoadDraft] as string;
  const stop = draft.stops.find(({ key }) => field.startsWith(`stop:${key}:`));
  if (!stop) return '';
  const name = field.slice(field.lastIndexOf(':') + 1) as StopField;
  return name === 'place' ? placeOf(stop) : stop[name];
}
