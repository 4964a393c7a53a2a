/** Pure functions that build API responses of monitors. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { BoardMonitor, BoardMonitorStop, MonitorStopContext } from '@waypost/contract/api/monitors';
import type { LoadStop } from '@waypost/contract/loads';
import type { Circle } from '@waypost/contract/monitors';
import { timeZoneAt } from '@waypost/geo/time-zone';
import { journeyOf } from '@waypost/triage/journey';
import { pick } from '../../platform/lib/pick.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Board } from '../board/board.ts';
import type { PlaceOf } from '../board/entry.ts';
import type { Entry } from './entry.ts';
import { nameOf, numberOf, textOf } from './names.ts';
import { bestTime, type StopState, statusOf, stopsOf } from './reducer.ts';
import type { Vehicles } from './vehicle-positions.ts';
import { isAtStart } from './vehicle-positions.ts';

export interface SiteTerms {
  readonly name: string;
  readonly free_minutes: number | null;
  readonly detention_rate: string | null;
  readonly detention_currency: string | null;
}

export interface MonitorContext {
  readonly board: Pick<Board, 'get'>;
  readonly site: (id: string) => SiteTerms | undefined;
  readonly siteAt: (circle: Circle) => SiteTerms | undefined;
  readonly vehicles: Vehicles;
  readonly placeOf: PlaceOf;
  /** An arrival at the origin within this time of the tracking start must be proven by `outside_origin_at`; ms. */
  readonly tracking_start_ms: number;
  /** Assumption about the service: a monitor waits at its origin first. */
  readonly stops_in_order: boolean;
}

/** The load that provides the planned times. */
type PlannedLoad = Pick<BoardLoad, 'load_id' | 'stops'>;

type RequestedStop = Circle & { readonly name?: string | undefined };

export function toMonitorResponse(entry: Entry, context: MonitorContext): BoardMonitor {
  const { row, state, command, links, target } = entry;
  const { board, vehicles } = context;
  const planned = links.find((link) => link.state === 'linked' && board.get(link.load_id));
  const load = (planned && board.get(planned.load_id)?.item) ?? null;
  const text = (field: string) => textOf(state, field);
  const time = (field: string) => toIso(numberOf(state, field));
  const { ending } = state;
  const ended = (status: string) => (ending?.status === status ? toIso(ending.at) : null);
  return {
    id: row.id,
    name: nameOf(state, command),
    status: statusOf(state),
    fleet_id: text('fleet_id'),
    fleet_ref: text('fleet_ref'),
    vehicle_id: text('vehicle_id') ?? command?.vehicle_id ?? null,
    vehicle_name: entry.vehicle_name,
    vin: text('vin') ?? command?.vin ?? null,
    license_plate_number: text('license_plate_number') ?? command?.license_plate_number ?? null,
    license_plate_region: text('license_plate_region') ?? command?.license_plate_region ?? null,
    license_plate_country: text('license_plate_country') ?? command?.license_plate_country ?? null,
    webhook_group_id: text('webhook_group_id'),
    starts_at: startOf(entry),
    expires_at: time('expires_at') ?? command?.expires_at ?? null,
    created_at: time('created_at'),
    updated_at: time('updated_at'),
    cancelled_at: time('cancelled_at') ?? ended('cancelled'),
    completed_at: time('completed_at') ?? ended('completed'),
    current_stop_sequence: numberOf(state, 'current_stop_sequence'),
    stops: stopItems(entry, load, context),
    links: [...links],
    created_by_name: entry.created_by_name,
    events: row.events,
    last_event_at: toIso(row.last_event_at),
    last_read_at: toIso(row.read_at),
    last_position: vehicles.lastPosition(target.vehicle_id),
    place: vehicles.place(target.vehicle_id),
    rhythm_seconds: vehicles.rhythmSeconds(target.vehicle_id),
    version: row.version,
  };
}

const LOAD_STOP_FIELDS = [
  'sequence',
  'name',
  'latitude',
  'longitude',
  'radius_meters',
  'load_stop_sequence',
  'planned_arrival_at',
  'planned_departure_at',
  'arrived_at',
  'departed_at',
  'arrived_at_start',
  'city_center',
  'around_truck',
] as const;

/** Short form for a load's row, with that load's plan. */
export function toLoadMonitor(entry: Entry, load: PlannedLoad, context: MonitorContext): LoadMonitor {
  const stops = stopItems(entry, load, context).map((stop, index) => {
    // A circle around the truck where tracking began is no stop of the load: whoever is in it is on the way.
    const is_start = index === 0 && stop.load_stop_sequence === null && isMadeFrom(entry, load);
    return is_start ? { ...stop, departed_at: stop.departed_at ?? stop.arrived_at } : stop;
  });
  const status = statusOf(entry.state);
  const current_stop_sequence = numberOf(entry.state, 'current_stop_sequence');
  const { kind } = journeyOf({ status, stops, current_stop_sequence });
  return {
    monitor_id: entry.row.id,
    status,
    vehicle_id: entry.target.vehicle_id,
    waits_at_origin: context.stops_in_order && kind === 'not_begun',
    starts_at: startOf(entry),
    stops: stops.map((stop) => pick(stop, LOAD_STOP_FIELDS)),
  };
}

const startOf = ({ state, command }: Entry): string | null =>
  toIso(numberOf(state, 'starts_at')) ?? command?.starts_at ?? null;

/** Whether it was made from the stops of this load, so that one without a number is none of them. */
const isMadeFrom = ({ command }: Entry, load: PlannedLoad): boolean =>
  command?.about?.load_id === load.load_id &&
  command.about.stops.some(({ load_stop_sequence }) => load_stop_sequence != null);

function stopItems(entry: Entry, load: PlannedLoad | null, context: MonitorContext) {
  const { row, state, command } = entry;
  const { site, siteAt, tracking_start_ms } = context;
  const known = new Map(stopsOf(state).map(({ sequence, stop }) => [sequence, stop]));
  const requested: readonly RequestedStop[] = command
    ? [command.origin, ...(command.stops ?? []), command.destination]
    : [];
  requested.forEach((_, sequence) => {
    if (!known.has(sequence)) known.set(sequence, { arrived: {}, departed: {} });
  });
  const about = new Map((command?.about?.stops ?? []).map((stop) => [stop.sequence, stop]));
  const sequences = [...known.keys()].sort((a, b) => a - b);
  const names = sequences.map((sequence) => nameAt(sequence, known, about, requested));
  const trustsNumbers = load === null || isMadeFrom(entry, load);
  const matched = trustsNumbers ? [] : matchStops(names, load.stops);
  return sequences.map((sequence, index): BoardMonitorStop => {
    const stop = known.get(sequence) as StopState;
    const entered = about.get(sequence);
    const circle = requested[sequence];
    const load_stop_sequence = (trustsNumbers ? entered?.load_stop_sequence : matched[index]) ?? null;
    const planned = load?.stops.find((one) => one.sequence === load_stop_sequence);
    const [arrived, departed] = [bestTime(stop.arrived), bestTime(stop.departed)];
    const latitude = stop.centre?.v[0] ?? circle?.latitude ?? null;
    const longitude = stop.centre?.v[1] ?? circle?.longitude ?? null;
    const radius_meters = stop.radius_meters?.v ?? circle?.radius_meters ?? null;
    const is_dock = !entered?.city_center && !entered?.around_truck;
    const terms =
      (entered?.site_id ? site(entered.site_id) : undefined) ??
      (is_dock && latitude !== null && longitude !== null && radius_meters !== null
        ? siteAt({ latitude, longitude, radius_meters })
        : undefined);
    return {
      sequence,
      id: stop.id?.v ?? null,
      name: names[index] ?? null,
      latitude,
      longitude,
      radius_meters,
      time_zone: latitude === null || longitude === null ? null : timeZoneAt({ latitude, longitude }),
      arrived_at: toIso(arrived?.at),
      departed_at: toIso(departed?.at),
      arrived_at_start:
        index === 0 &&
        arrived !== null &&
        row.outside_origin_at === null &&
        isAtStart(arrived.at, state, command, tracking_start_ms),
      arrived_by: arrived?.by ?? null,
      departed_by: departed?.by ?? null,
      site_id: entered?.site_id ?? null,
      load_stop_sequence,
      planned_arrival_at: planned?.estimated_arrival_at ?? entered?.planned_arrival_at ?? null,
      planned_departure_at: planned?.estimated_departure_at ?? entered?.planned_departure_at ?? null,
      ...(entered?.city_center ? { city_center: entered.city_center } : {}),
      ...(entered?.around_truck ? { around_truck: true } : {}),
      ...(terms && { site_name: terms.name }),
      free_minutes: terms?.free_minutes ?? null,
      detention_rate: terms?.detention_rate ?? null,
      detention_currency: terms?.detention_currency ?? null,
    };
  });
}

function nameAt(
  sequence: number,
  known: ReadonlyMap<number, StopState>,
  about: ReadonlyMap<number, MonitorStopContext>,
  requested: readonly RequestedStop[],
): string | null {
  const name = about.get(sequence)?.name ?? known.get(sequence)?.name?.v ?? requested[sequence]?.name ?? null;
  return name === '' ? null : name;
}

/**
 * Matches the stops of a monitor to those of a load where nobody has: first and last to first and last, others by name, else by
 * position if the counts agree. Null: no match.
 */
export function matchStops(
  names: readonly (string | null)[],
  stops: readonly Pick<LoadStop, 'sequence' | 'name'>[],
): (number | null)[] {
  const normalize = (name: string | null) => name?.trim().toLowerCase().replace(/\s+/g, ' ') ?? '';
  const free = [...stops].sort((a, b) => a.sequence - b.sequence);
  const [first, last] = [free[0], free.at(-1)];
  const taken = new Set<number>();
  const take = (stop: { sequence: number } | undefined) => {
    if (!stop || taken.has(stop.sequence)) return null;
    taken.add(stop.sequence);
    return stop.sequence;
  };
  const ends = names.map((_, index) => {
    if (index === 0) return take(first);
    if (index === names.length - 1) return take(last);
    return null;
  });
  return names.map((name, index) => {
    if (ends[index] != null) return ends[index];
    const same =
      normalize(name) === ''
        ? undefined
        : free.find((stop) => normalize(stop.name) === normalize(name) && !taken.has(stop.sequence));
    return take(same ?? (names.length === free.length ? free[index] : undefined));
  });
}
