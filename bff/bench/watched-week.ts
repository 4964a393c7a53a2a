/**
 * Runs the board against the simulated world with a manual clock, and compares each exception with what really happened in that
 * world, which neither the service nor the board knows.
 *
 * An alarm is one cause of one load that needs attention in at least two consecutive observations. Causes present in the very first
 * observation do not count, because their beginning is unknown. Causes gone by the next observation are counted separately as brief;
 * if the cause returns within the time in which the board treats it as the same exception, it is not counted again. An alarm is false
 * if at its first observation its claim is wrong or the load was already delivered:
 * - possible wrong truck only repeats the service, that another truck matches better: false only when the load was delivered;
 * - truck changed: the previous and the current truck both carry the load;
 * - one truck on several loads: the truck carries this load;
 * - no recent pings: the truck sent a ping within the time after which a position is stale;
 * - still driving past the last appointment: the truck arrived within the grace period;
 * - running late: the truck arrived at that stop within the grace period;
 * - no truck, no pings yet, not shared, position not trusted: the load was already delivered.
 *
 * A true alarm is missed when one of these held for half an hour and the load did not need attention:
 * - the service reports that the truck does not carry the load, and it does not;
 * - the truck of an undelivered load is silent for longer than the stale limit;
 * - an undelivered load has no truck although its pickup is due within two hours;
 * - the truck known to carry the load drives, sends pings, and is past the last appointment by more than the grace period.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import type { LatLon } from '@waypost/geo/geodesy';
import { DRIVING } from '@waypost/sandbox/world/timeline';
import { STALE_AFTER } from '@waypost/sandbox/world/tracking';
import { World } from '@waypost/sandbox/world/world';
import { START_SOON_MS } from '@waypost/triage/cause';
import { factsOf } from '@waypost/triage/facts';
import { LATE_GRACE_MS } from '@waypost/triage/journey';
import { inTravelOrder, plannedStart, type RunningLate, runningLate } from '@waypost/triage/plan';
import type { Cause } from '@waypost/triage/score';
import { pino } from 'pino';
import { Activity } from '../src/platform/activity/activity.ts';
import type { Database } from '../src/platform/store/database.ts';
import { Archiver } from '../src/tracking/archive/archiver.ts';
import { createArrivals } from '../src/tracking/arrival/arrivals.ts';
import { createStopPlaces } from '../src/tracking/arrival/stop-places.ts';
import { ArrivalRecords } from '../src/tracking/arrival/track-record.ts';
import { Board } from '../src/tracking/board/board.ts';
import { cityIndex } from '../src/tracking/geocoding/city-index.ts';
import { CONTINUES_MS } from '../src/tracking/triage/reducer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const OBSERVATION_INTERVAL_MS = 5 * MINUTE;
const MISSED_AFTER_MS = 30 * MINUTE;
/** Disables archiving during the simulation. */
const NEVER_MS = 365 * 24 * HOUR;

export interface WatchedWeek {
  /** Causes gone by the next observation. */
  readonly brief: number;
  readonly alarms: ReadonlyMap<Cause, { all: number; wrong: number }>;
  /** Missed alarms by kind. */
  readonly missed: ReadonlyMap<string, number>;
  /** Observations in which a condition that must not be missed held. */
  readonly watchedFor: number;
}

export interface WatchedWeekOptions {
  readonly db: Database;
  readonly seed: number;
  readonly loads: number;
  readonly days: number;
  /** Start of the clock, milliseconds since 1970. */
  readonly start: number;
  /** The site book contains all stops; otherwise only the city in a stop's name is known. */
  readonly siteBook: boolean;
}

interface Alarm {
  readonly cause: Cause;
  readonly isTrue: boolean;
  observations: number;
}

/** Advances the clock observation by observation; the world runs at the speed of the clock. */
export async function watchWeek({
  db,
  seed,
  loads,
  days,
  start,
  siteBook,
}: WatchedWeekOptions): Promise<WatchedWeek> {
  const log = pino({ level: 'silent' });
  let time = start;
  const now = () => time;
  const world = new World({ seed, loads, speed: 1, clock: { now }, newId: () => '' });
  const ids = world.loads.all.map(({ load_id }) => load_id);
  const sites = new Map<string, LatLon>();
  const siteNamed = (name: string) => (siteBook && sites.get(name)) || null;
  const cities = cityIndex();
  const stopPlaceOf = createStopPlaces({ findCity: cities.find.bind(cities), siteNamed });
  const records = new ArrivalRecords({ db, log });
  const board = await Board.open({
    db,
    log,
    now,
    placeOf: () => null,
    arrivalsOf: createArrivals({ placeOf: stopPlaceOf, now, recordOf: records.of }),
    batchMs: HOUR,
  });
  await board.watch(ids, 'person', null);
  const archiver = new Archiver({
    db,
    log,
    board,
    now,
    stopPlaceOf,
    activity: new Activity(db, log, now),
    settings: { deliveredMs: NEVER_MS, overdueMs: NEVER_MS, notFoundMs: NEVER_MS },
    onArchived: () => undefined,
    everyMs: HOUR,
  });

  const alarms = new Map<Cause, { all: number; wrong: number }>();
  const missed = new Map<string, number>();
  /** By load. Exceptions present in the very first observation are not alarms. */
  const open = new Map<string, Alarm>();
  const ended = new Map<string, { alarm: Alarm; at: number }>();
  const since = new Map<string, number>();
  let [watchedFor, brief] = [0, 0];
  const count = (cause: Cause, isTrue: boolean) => {
    const counts = alarms.get(cause) ?? { all: 0, wrong: 0 };
    alarms.set(cause, counts);
    counts.all += 1;
    if (!isTrue) counts.wrong += 1;
  };
  const observe = (load: BoardLoad) => {
    const { cause, attention } = factsOf(load, { now: time, outage: false });
    const truth = truthOf(world, load, time);
    if (!truth) return;
    const { load_id } = load;
    const previous = open.get(load_id);
    if (previous && !(attention && previous.cause === cause)) {
      if (previous.observations === 1) brief += 1;
      open.delete(load_id);
      ended.set(load_id, { alarm: previous, at: time });
    }
    const last = ended.get(load_id);
    if (attention && last?.alarm.cause === cause && time - last.at <= CONTINUES_MS) {
      if (last.alarm.observations === 1) brief -= 1;
      open.set(load_id, last.alarm);
      ended.delete(load_id);
    }
    const lasting = open.get(load_id);
    if (lasting) {
      lasting.observations += 1;
      if (lasting.observations === 2) count(cause, lasting.isTrue);
    } else if (attention) {
      const observations = time === start ? 2 : 1;
      open.set(load_id, { cause, observations, isTrue: truth.isTrue(cause) });
    }
    for (const [what, holds] of Object.entries(truth.must)) {
      const key = `${load_id} ${what}`;
      if (holds) watchedFor += 1;
      if (!holds || attention) since.delete(key);
      else if (!since.has(key)) since.set(key, time);
      else if (time - (since.get(key) as number) === MISSED_AFTER_MS)
        missed.set(what, (missed.get(what) ?? 0) + 1);
    }
  };
  for (const end = start + days * 24 * HOUR; time < end; time += OBSERVATION_INTERVAL_MS) {
    world.catchUp();
    for (const id of ids) {
      const response = world.tracking(id);
      for (const { name, ...place } of world.loads.find(id)?.stops ?? []) if (name) sites.set(name, place);
      if (response) board.recordAnswer(id, response, null);
    }
    await board.flush();
    await records.refresh();
    await archiver.runOnce();
    for (const id of ids) {
      const load = board.get(id)?.item;
      if (load) observe(load);
    }
  }
  await board.close();
  return { alarms, missed, watchedFor, brief };
}

/** False alarms as a share of all alarms. */
export function falseShare({ alarms }: Pick<WatchedWeek, 'alarms'>): number {
  const counts = [...alarms.values()];
  const sum = (of: 'all' | 'wrong') => counts.reduce((total, item) => total + item[of], 0);
  return Math.round((1000 * sum('wrong')) / Math.max(1, sum('all'))) / 1000;
}

function truthOf(world: World, load: BoardLoad, now: number) {
  const journey = world.journey(load.load_id);
  if (!journey) return null;
  const { carrier, trip } = journey;
  const tau = world.clock.tau(now);
  const truck = load.vehicle_assignment && world.vehicles.byId(load.vehicle_assignment.vehicle.id);
  const carries = truck?.itinerary === carrier;
  const delivered = tau > trip.destination.departed;
  const last_ping_at = truck?.pings.last(tau)?.at ?? null;
  const silent = last_ping_at !== null && tau - last_ping_at > STALE_AFTER;
  const planned = inTravelOrder(load.stops).at(-1)?.estimated_arrival_at;
  const late = (at: number, appointment = planned) =>
    appointment != null && world.clock.wall(at) > Date.parse(appointment) + LATE_GRACE_MS;
  const start = plannedStart(load);
  const located = last_ping_at !== null && load.last_position !== null;

  const isTrue = (cause: Cause): boolean => {
    switch (cause) {
      case 'same_truck':
        return !carries;
      case 'vehicle_changed':
        return !carries || load.previous_vehicle_id !== load.vehicle_assignment?.vehicle.id;
      case 'stale':
      case 'stale_driving':
        return !delivered && silent;
      case 'overdue':
        return !delivered && late(trip.destination.arrived);
      case 'running_late': {
        const { stop } = runningLate(load, now) as RunningLate;
        const visit = [trip.origin, trip.intermediate, trip.destination].find(
          (visit) => visit?.site.name === stop.name,
        );
        return visit != null && tau < visit.arrived && late(visit.arrived, stop.estimated_arrival_at);
      }
      default:
        return !delivered;
    }
  };
  const drives = carrier.at(tau).activity === DRIVING && tau < trip.destination.arrived;
  return {
    isTrue,
    must: {
      'wrong truck': load.vehicle_assignment?.agreement === 'disagree' && !carries,
      'silent truck': !delivered && located && silent,
      'no truck': !delivered && truck === null && start !== null && start - now <= START_SOON_MS,
      'still driving past the last appointment':
        carries && located && !silent && drives && late(tau - OBSERVATION_INTERVAL_MS),
    },
  };
}
