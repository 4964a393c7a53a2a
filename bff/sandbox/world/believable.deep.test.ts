/** The world of a demonstration: what a dispatcher would call impossible must not happen in it. */
import type { LoadTracking } from '@waypost/contract/loads';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { DAY, HOUR, MINUTE } from './clock.ts';
import type { Itinerary } from './itinerary.ts';
import { pingsBetween } from './pings.ts';
import { DRIVING, REST } from './timeline.ts';
import type { Trip } from './trip.ts';
import { World } from './world.ts';

const MONDAY = Date.UTC(2026, 10, 23);
const HOURS_OF_DAY = [3, 9, 15, 21];
/** Plans are rounded to five minutes. */
const ROUNDING = 5 * MINUTE;

function worldAt(begins: number, loads = 500) {
  const clock = new ManualClock(begins);
  const newId = countedIds();
  const world = new World({ kind: 'believable', seed: 1, loads, speed: 1, clock, newId, start: begins });
  const all = () => world.loads.all.map(({ load_id }) => world.tracking(load_id) as LoadTracking);
  return { clock, world, all };
}
const miles = (meters: number) => meters / METERS_PER_MILE;
const itinerariesOf = (world: World) => world.vehicles.all.flatMap(({ itinerary }) => itinerary ?? []);
/** The first trips of each truck, about four days. */
const tripsOf = (itinerary: Itinerary): Trip[] => [0, 1, 2].map((index) => itinerary.trip(index));
const share = <T>(items: readonly T[], holds: (item: T) => boolean) =>
  items.filter(holds).length / items.length;

describe.each(HOURS_OF_DAY)('believable world begun at %i:00 UTC', (hour) => {
  const begins = MONDAY + hour * HOUR;
  const { world, clock, all } = worldAt(begins);

  it('plans each stop after the one before, by the drive between them', () => {
    for (const passed of [0, 12 * HOUR, 12 * HOUR]) {
      clock.advance(passed);
      all();
      for (const { stops } of world.loads.all) {
        const planned = stops.filter((stop) => stop.estimated_arrival_at !== null);
        expect(planned.length).toBeGreaterThanOrEqual(2);
        planned.slice(1).forEach((stop, i) => {
          const before = planned[i] as (typeof planned)[0];
          const from = before.estimated_departure_at ?? before.estimated_arrival_at;
          const drive = (miles(distanceMeters(before, stop)) / 70) * HOUR;
          const left = (stop.estimated_arrival_at as number) - (before.estimated_arrival_at as number);
          expect(left + ROUNDING).toBeGreaterThanOrEqual(drive);
          expect(stop.estimated_arrival_at).toBeGreaterThan((from as number) - 2 * HOUR);
        });
      }
    }
  });

  it('has no truck faster than 70 mph between two pings', () => {
    let fastest = 0;
    for (const { pings } of world.vehicles.all)
      pingsBetween(pings, -6 * HOUR, 18 * HOUR).forEach((ping, i, list) => {
        const before = list[i - 1];
        if (before)
          fastest = Math.max(fastest, miles(distanceMeters(before, ping)) / ((ping.at - before.at) / HOUR));
      });
    expect(fastest).toBeGreaterThan(50);
    expect(fastest).toBeLessThan(70);
  });

  it('has a ping in each second', () => {
    const inMinute = world.vehicles.all.flatMap(({ pings }) => pingsBetween(pings, 0, MINUTE));
    expect(inMinute.length).toBeGreaterThan(60);
  });
});

describe('believable world', () => {
  const { world } = worldAt(MONDAY + 14 * HOUR);
  const trips = itinerariesOf(world).flatMap(tripsOf);
  const visits = trips.flatMap(({ origin, intermediate, destination }) =>
    [origin, intermediate, destination].flatMap((visit) => visit ?? []),
  );
  const latenessOf = ({ arrived, appointment }: (typeof visits)[0]) => arrived - (appointment?.from ?? 0);

  it('keeps most appointments, and misses some by hours', () => {
    expect(share(visits, (visit) => latenessOf(visit) <= 30 * MINUTE)).toBeGreaterThan(0.85);
    expect(visits.some((visit) => latenessOf(visit) > HOUR)).toBe(true);
    expect(visits.every((visit) => latenessOf(visit) > -HOUR && latenessOf(visit) < 8 * HOUR)).toBe(true);
  });

  it('makes most appointments by day, some at night', () => {
    const byDay = share(visits, ({ site, appointment }) => {
      const solar = new Date(world.clock.wall(appointment?.from ?? 0) + (site.longitude / 15) * HOUR);
      return solar.getUTCHours() >= 4 && solar.getUTCHours() < 19;
    });
    expect(byDay).toBeGreaterThan(0.8);
    expect(byDay).toBeLessThan(1);
  });

  it('drives about 11 hours between rests, on average at 50 to 62 mph', () => {
    let longest = 0;
    const averages: number[] = [];
    for (const { timeline, origin, destination } of trips.slice(0, 200)) {
      let driven = 0;
      let [meters, hours] = [0, 0];
      let before = timeline.at(timeline.start);
      for (let at = timeline.start; at < timeline.end; at += 5 * MINUTE) {
        const here = timeline.at(at);
        if (here.activity === REST) driven = 0;
        if (here.activity === DRIVING) {
          driven += 5 * MINUTE;
          if (at > origin.departed && at < destination.arrived) {
            hours += 5 / 60;
            meters += distanceMeters(before, here);
          }
        }
        before = here;
        longest = Math.max(longest, driven);
      }
      averages.push(miles(meters) / hours);
    }
    expect(share(averages, (mph) => mph > 50 && mph < 62)).toBeGreaterThan(0.95);
    expect(longest).toBeGreaterThan(10 * HOUR);
    expect(longest).toBeLessThan(12 * HOUR);
  });

  it('drives less at night than by day', () => {
    const driving = (tau: number) =>
      share(itinerariesOf(world), (itinerary) => itinerary.at(tau).activity === DRIVING);
    // 3 p.m. and 3 a.m. in Chicago.
    expect(driving(DAY + 7 * HOUR)).toBeGreaterThan(1.25 * driving(DAY + 19 * HOUR));
  });

  it('is the same for the same seed and start', () => {
    const begins = MONDAY + 5 * HOUR;
    expect(worldAt(begins, 60).all()).toEqual(worldAt(begins, 60).all());
  });

  it('names the customer whose site a stop is', () => {
    const names = visits.map(({ site }) => site);
    expect(names.every(({ name, customer }) => customer !== null && name.includes(customer))).toBe(true);
    expect(new Set(names.map(({ customer }) => customer)).size).toBeGreaterThan(8);
  });
});
