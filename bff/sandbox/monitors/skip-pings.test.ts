import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { DAY, HOUR } from '../world/clock.ts';
import { type Ping, pingsBetween } from '../world/pings.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { World } from '../world/world.ts';
import { distanceOutside, type Journey, observe } from './journey.ts';
import { firstAfter, quietUntil } from './skip-pings.ts';

const newWorld = () =>
  new World({
    seed: 3,
    loads: 40,
    speed: 10,
    clock: new ManualClock(Date.UTC(2026, 10, 20)),
    newId: countedIds(),
  });
const START = -HOUR;
const END = DAY;

/** Circles along a truck's own path, from its pings. */
function journeyOf(pings: readonly Ping[], shares: readonly number[], radius_meters: number): Journey {
  return {
    current: 0,
    stops: shares.map((share, sequence) => {
      const { latitude, longitude } = pings[Math.floor(share * (pings.length - 1))] as Ping;
      const id = String(sequence);
      return {
        id,
        sequence,
        name: null,
        latitude,
        longitude,
        radius_meters,
        arrived_at: null,
        departed_at: null,
      };
    }),
  };
}

/** Events when each ping is processed, or only those that may matter, and the number of pings processed. */
function watch(vehicle: Vehicle, journey: Journey, skip: boolean) {
  const emitted: string[] = [];
  let processed = 0;
  let over = false;
  for (let from = START; !over; ) {
    const ping = firstAfter(vehicle.pings, from, END);
    if (!ping) break;
    processed += 1;
    const before = vehicle.pings.last(ping.at - 1);
    observe(journey, before && before.at > START ? before : null, ping, ping.at, (one) => {
      over = one.kind === 'finished';
      emitted.push(one.kind === 'finished' ? 'finished' : `${one.stop.sequence} ${one.kind} ${ping.at}`);
    });
    const stop = journey.stops[journey.current];
    from = skip && stop ? Math.max(ping.at, quietUntil(vehicle, ping, stop) - 1) : ping.at;
  }
  return { emitted, processed };
}

describe('skipping pings of a vehicle', () => {
  const world = newWorld();
  const trucks = world.vehicles.all.filter(({ pings }) => pingsBetween(pings, START, END).length > 50);

  it('finds every ping in sequence', () => {
    const [truck] = trucks;
    if (!truck) throw new Error('no truck');
    const all = pingsBetween(truck.pings, START, END);
    const found: Ping[] = [];
    for (
      let ping = firstAfter(truck.pings, START - 1, END);
      ping;
      ping = firstAfter(truck.pings, ping.at, END)
    )
      found.push(ping);
    expect(found).toEqual(all);
  });

  it('skips pings without missing an event', () => {
    let leapt = 0;
    let each = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: trucks.length - 1 }),
        fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 100, max: 5000 }),
        (index, shares, radius) => {
          const truck = trucks[index] as Vehicle;
          const pings = pingsBetween(truck.pings, START, END);
          const route = () =>
            journeyOf(
              pings,
              [...shares].sort((a, b) => a - b),
              radius,
            );
          const slow = watch(truck, route(), false);
          const fast = watch(truck, route(), true);
          expect(fast.emitted).toEqual(slow.emitted);
          leapt += fast.processed;
          each += slow.processed;
        },
      ),
      { numRuns: runs(25) },
    );
    expect(leapt).toBeLessThan(each / 3);
  });

  it('does not skip a scripted drive', () => {
    const own = newWorld();
    const truck = own.vehicles.all.find(({ pings }) => pings.last(0));
    const ping = truck?.pings.last(0);
    if (!truck || !ping) throw new Error('no truck');
    const far = { latitude: -33, longitude: 151, radius_meters: 100 };
    expect(distanceOutside(far, ping)).toBeGreaterThan(1_000_000);
    const before = quietUntil(truck, ping, far);
    own.drive(truck.record.id, [{ latitude: -33, longitude: 151, at: own.clock.start + 60_000 }]);
    expect(before).toBeGreaterThan(own.clock.tau(own.clock.start + 60_000));
    expect(quietUntil(truck, ping, far)).toBe(own.clock.tau(own.clock.start + 60_000));
  });
});
