import type { BoardLoad } from '@waypost/contract/api/board';
import {
  type historyQuery,
  type LoadHistory,
  MAX_POSITIONS,
  type TruckEvidence,
} from '@waypost/contract/api/history';
import { HISTORY_ROUTES } from '@waypost/contract/api/history-routes';
import type { LoadStop } from '@waypost/contract/loads';
import {
  bearingDegrees,
  destination,
  distanceMeters,
  type LatLon,
  METERS_PER_MILE,
} from '@waypost/geo/geodesy';
import { appointmentsOf } from '@waypost/triage/plan';
import type { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  firstPositionSince,
  type PositionRow,
  positionsBetween,
  type RecordedPosition,
  timesWithin,
  trailOf,
} from '../../platform/store/watched-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { StopPlaceOf } from '../arrival/stop-places.ts';
import type { PlaceOf } from '../board/entry.ts';
import type { WatchListCommands } from '../watch-list/commands.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Maximum and minimum period over which a truck's movement is evaluated. */
const [MAX_APPROACH_MS, MIN_APPROACH_MS] = [3 * HOUR, 20 * 60_000];
/** How much earlier than planned a pickup may be. */
const EARLY_MS = 12 * HOUR;

interface HistoryOptions {
  readonly db: Database;
  /** A watched load; throws 404 for others. */
  readonly find: (load_id: string) => Promise<BoardLoad>;
  readonly placeOf: PlaceOf;
  readonly stopPlaceOf: StopPlaceOf;
  /** Unit, plate or VIN of a vehicle of a watched load, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
  /** How long positions are kept, ms. */
  readonly kept_ms: number;
  readonly now?: () => number;
}

export class History extends ServerPart<HistoryOptions> {
  /** Throws 404, and 422 when the period ends before it starts. */
  async of(load_id: string, { from, to, truck }: z.output<typeof historyQuery>): Promise<LoadHistory> {
    const { db, find, placeOf, kept_ms } = this.options;
    const item = await find(load_id);
    const since = Date.parse(from);
    const until = to === undefined ? this.now() : Date.parse(to);
    if (until < since) throw new Problem(422, 'invalid', 'The period must end after it starts');
    const vehicle_id = truckOf(item, truck);
    const rows = vehicle_id ? await trailOf(db, vehicle_id, since, MAX_POSITIONS + 1, until) : [];
    const positions = rows.slice(-MAX_POSITIONS);
    const first = vehicle_id ? await firstPositionSince(db, vehicle_id, 0) : undefined;
    return {
      truck: vehicle_id === null ? null : this.#truck(vehicle_id),
      from: toIso(since),
      to: toIso(until),
      positions: positions.map(({ occurred_at, latitude, longitude }) => [occurred_at, latitude, longitude]),
      truncated: rows.length > positions.length,
      first_at: toIso(first?.occurred_at),
      kept_days: Math.round(kept_ms / DAY),
      stays: staysOf(positions).map((stay) => ({
        from: toIso(stay.from),
        to: toIso(stay.to),
        latitude: stay.latitude,
        longitude: stay.longitude,
        place: placeOf(stay),
        silent_seconds: Math.round(stay.silent / 1000),
      })),
    };
  }

  /** Throws 404. */
  async evidence(load_id: string): Promise<TruckEvidence> {
    const { find, placeOf, stopPlaceOf } = this.options;
    const item = await find(load_id);
    const stops = plannedStops(item, stopPlaceOf);
    const vehicle_id = truckOf(item, 'current');
    const { last_position: last } = item;
    const at = last ? Date.parse(last.occurred_at) : null;
    const planned = at === null ? null : plannedPosition(stops, at);
    return {
      position: last && {
        latitude: last.latitude,
        longitude: last.longitude,
        occurred_at: last.occurred_at,
        place: placeOf(last),
      },
      planned:
        last && planned
          ? {
              latitude: planned.latitude,
              longitude: planned.longitude,
              place: placeOf(planned),
              from_stop: planned.from.stop.name,
              to_stop: planned.to.stop.name,
              unsure_meters: Math.round(planned.unsure_meters),
              distance_meters: Math.round(distanceMeters(last, planned)),
            }
          : null,
      stops: stops.map(({ stop, latitude, longitude, unsure_meters }) => ({
        stop: stop.name,
        latitude,
        longitude,
        unsure_meters: Math.round(unsure_meters),
      })),
      approach: vehicle_id && last && at ? await this.#approach(item, vehicle_id, stops, last, at) : null,
      origin: vehicle_id && stops[0] ? await this.#origin(vehicle_id, item, stops[0]) : null,
      previous:
        item.previous_vehicle_id === null ? null : await this.#previous(item.previous_vehicle_id, stops),
    };
  }

  #truck(vehicle_id: string) {
    return { vehicle_id, name: this.options.vehicleName(vehicle_id) };
  }

  /** Whether the truck approached the next planned stop or moved away from it. */
  async #approach(
    item: BoardLoad,
    vehicle_id: string,
    stops: readonly PlannedStop[],
    last: LatLon,
    at: number,
  ): Promise<TruckEvidence['approach']> {
    const next = stops.find(({ arrives }) => arrives > at) ?? stops.at(-1);
    const [before] = await positionsBetween(this.options.db, vehicle_id, at - MAX_APPROACH_MS, at);
    if (!next || !before || at - before.occurred_at < MIN_APPROACH_MS) return null;
    return {
      stop: next.stop.name,
      since: toIso(before.occurred_at),
      meters_before: Math.round(distanceMeters(before, next)),
      meters_after: Math.round(distanceMeters(last, next)),
      course_degrees: item.motion?.bearing_degrees ?? null,
      stop_degrees: Math.round(bearingDegrees(last, next)),
    };
  }

  /** Null before the pickup, and when the recorded positions of the truck start after it. */
  async #origin(vehicle_id: string, item: BoardLoad, origin: PlannedStop): Promise<TruckEvidence['origin']> {
    const { db } = this.options;
    const since = origin.arrives - EARLY_MS;
    const first = await firstPositionSince(db, vehicle_id, 0);
    if (this.now() < origin.leaves || !first) return null;
    const within_meters = origin.unsure_meters;
    const seen = await timesWithin(db, vehicle_id, origin, within_meters, since);
    if (!seen && first.occurred_at > origin.arrives) return null;
    return { stop: item.stops[0]?.name ?? null, seen_at: toIso(seen?.first), within_meters };
  }

  async #previous(vehicle_id: string, stops: readonly PlannedStop[]): Promise<TruckEvidence['previous']> {
    const { db, placeOf } = this.options;
    const [last]: (PositionRow | undefined)[] = await trailOf(db, vehicle_id, 0, 1);
    const planned = last ? plannedPosition(stops, last.occurred_at) : null;
    return {
      ...this.#truck(vehicle_id),
      position: last
        ? {
            latitude: last.latitude,
            longitude: last.longitude,
            occurred_at: toIso(last.occurred_at),
            place: placeOf(last),
          }
        : null,
      planned_distance_meters: last && planned ? Math.round(distanceMeters(last, planned)) : null,
    };
  }
}

function truckOf(item: BoardLoad, truck: 'current' | 'previous'): string | null {
  return truck === 'previous' ? item.previous_vehicle_id : (item.vehicle_assignment?.vehicle.id ?? null);
}

type CreateHistoryOptions = Uses<'db'> & {
  readonly config: Config;
  readonly placeOf: PlaceOf;
  readonly vehicleName: (vehicle_id: string) => string | null;
} & {
  readonly commands: Pick<WatchListCommands, 'find'>;
  readonly stopPlaceOf: StopPlaceOf;
};

export function createHistory({ db, config, commands, ...places }: CreateHistoryOptions): Capability {
  const history = new History({
    ...places,
    db,
    find: async (load_id) => (await commands.find(load_id)).item,
    kept_ms: config.retention.positions,
  });
  return {
    routes: (router) =>
      mountRoutes(router, HISTORY_ROUTES, {
        loadHistory: ({ params, query }) => history.of(params.load_id, query),
        truckEvidence: ({ params }) => history.evidence(params.load_id),
      }),
    machineRoutes: (router) =>
      mountRoutes(router, HISTORY_ROUTES, {
        machineLoadHistory: ({ params, query }) => history.of(params.load_id, query),
        machineTruckEvidence: ({ params }) => history.evidence(params.load_id),
      }),
  };
}

/** Positions within this distance of the first one belong to the same stay. */
const STAY_METERS = 250;
const MIN_STAY_MS = 10 * 60_000;

interface RecordedStay extends LatLon {
  /** First and last position of the stay, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Longest time without a position during the stay, ms. */
  readonly silent: number;
}

/** @param positions of one truck, oldest first */
export function staysOf(positions: readonly RecordedPosition[]): RecordedStay[] {
  const stays: RecordedStay[] = [];
  let first = 0;
  for (let at = 1; at <= positions.length; at += 1) {
    const start = positions[first] as RecordedPosition;
    const here = positions[at];
    if (here && distanceMeters(start, here) <= STAY_METERS) continue;
    const last = positions[at - 1] as RecordedPosition;
    if (last.occurred_at - start.occurred_at >= MIN_STAY_MS) {
      stays.push({
        latitude: start.latitude,
        longitude: start.longitude,
        from: start.occurred_at,
        to: last.occurred_at,
        silent: longestGap(positions, first, at - 1),
      });
    }
    first = at;
  }
  return stays;
}

function longestGap(positions: readonly RecordedPosition[], from: number, to: number): number {
  let longest = 0;
  for (let at = from + 1; at <= to; at += 1) {
    const [a, b] = [positions[at - 1] as RecordedPosition, positions[at] as RecordedPosition];
    longest = Math.max(longest, b.occurred_at - a.occurred_at);
  }
  return longest;
}

/** Position uncertainty at a stop whose place is known by its site or monitor, or only by its city. */
const AT_SITE_METERS = 5 * METERS_PER_MILE;
const AT_CITY_METERS = 15 * METERS_PER_MILE;
/** Position uncertainty between two stops, as a share of the leg, because of traffic and breaks. */
const LEG_SHARE = 0.2;

export interface PlannedStop extends LatLon {
  readonly stop: LoadStop;
  readonly unsure_meters: number;
  /** Milliseconds since 1970. */
  readonly arrives: number;
  readonly leaves: number;
}

interface PlannedPosition extends LatLon {
  readonly from: PlannedStop;
  /** The same as `from` while the load should be at that stop. */
  readonly to: PlannedStop;
  readonly unsure_meters: number;
}

/** Stops with a known time and place, in travel order, without fuel and rest stops. */
function plannedStops(item: Pick<BoardLoad, 'stops' | 'monitor'>, placeOf: StopPlaceOf): PlannedStop[] {
  return appointmentsOf(item.stops).flatMap((stop) => {
    const arrives = stop.estimated_arrival_at ?? stop.estimated_departure_at;
    const place = placeOf(item, stop);
    if (!arrives || !place) return [];
    return [
      {
        stop,
        latitude: place.latitude,
        longitude: place.longitude,
        unsure_meters: place.place_by === 'city' ? AT_CITY_METERS : AT_SITE_METERS,
        arrives: Date.parse(arrives),
        leaves: Date.parse(stop.estimated_departure_at ?? arrives),
      },
    ];
  });
}

/** Null when no stop has a known time and place. */
function plannedPosition(stops: readonly PlannedStop[], at: number): PlannedPosition | null {
  const passed = stops.findLastIndex(({ arrives }) => arrives <= at);
  const from = stops[Math.max(0, passed)];
  const to = stops[passed + 1];
  if (!from) return null;
  if (passed === -1 || !to || at <= from.leaves) return { ...from, from, to: from };
  const meters = distanceMeters(from, to);
  const share = Math.min(1, (at - from.leaves) / Math.max(1, to.arrives - from.leaves));
  return {
    ...destination(from, bearingDegrees(from, to), meters * share),
    from,
    to,
    unsure_meters: Math.max(from.unsure_meters, to.unsure_meters, meters * LEG_SHARE),
  };
}
