import { fc, runs } from '@waypost/contract/testing/property';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';
import { Freight } from './freight.ts';
import { Itinerary } from './itinerary.ts';
import { AudiblePings, type Fix, type Ping, pingsBetween, SimulatedPings } from './pings.ts';
import { Silence } from './silence.ts';
import { DRIVING } from './timeline.ts';

const freight = new Freight(1, 500, new Network());
const key = fc.integer({ min: 0, max: 100_000 });
const rhythm = fc.constantFrom(30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE);

function truck(of: number, every: number, fix: Fix = 'gps') {
  const itinerary = new Itinerary(freight, of, 65.5, 'transit', () => {});
  const pings = new SimulatedPings({ key: of, rhythm: every, fix }, (tau) => itinerary.at(tau));
  return { itinerary, pings };
}

const milesPerHour = (a: Ping, b: Ping) => distanceMeters(a, b) / METERS_PER_MILE / ((b.at - a.at) / HOUR);

describe('pings', () => {
  it('never show a truck faster than 75 miles per hour', () => {
    fc.assert(
      fc.property(key, rhythm, (of, every) => {
        const all = pingsBetween(truck(of, every).pings, -DAY, DAY);
        expect(all.length).toBeGreaterThan(100);
        const speeds = all.slice(1).map((ping, i) => milesPerHour(all[i] as Ping, ping));
        expect(Math.max(...speeds)).toBeLessThanOrEqual(75);
      }),
      { numRuns: runs(25) },
    );
  });

  it('show 50 miles per hour or more on the open road', () => {
    const fast = pingsBetween(truck(3, 2 * MINUTE).pings, -DAY, 2 * DAY);
    const speeds = fast.slice(1).map((ping, i) => milesPerHour(fast[i] as Ping, ping));
    expect(speeds.filter((speed) => speed > 50).length).toBeGreaterThan(100);
  });

  it("follow the device's interval while driving, and a longer one while parked", () => {
    fc.assert(
      fc.property(key, rhythm, (of, every) => {
        const { itinerary, pings } = truck(of, every);
        const all = pingsBetween(pings, 0, DAY);
        all.slice(1).forEach((ping, i) => {
          const gap = ping.at - (all[i] as Ping).at;
          expect(gap).toBeLessThan(HOUR + 5.5 * MINUTE);
          const driving = itinerary.at(ping.at).activity === DRIVING;
          const droveOn = driving && itinerary.at(ping.at).since < (all[i] as Ping).at;
          if (droveOn) expect(gap).toBeLessThan(every * 1.3);
        });
      }),
      { numRuns: runs(15) },
    );
  });

  it("are near the truck, within the receiver's accuracy", () => {
    const { itinerary, pings } = truck(11, MINUTE);
    for (const ping of pingsBetween(pings, 0, 6 * HOUR)) {
      const off = distanceMeters(ping, itinerary.at(ping.at));
      expect(off).toBeLessThanOrEqual(ping.accuracy_meters + 0.1);
    }
  });

  it('from cell towers are inaccurate and marked as such', () => {
    const { pings } = truck(11, MINUTE, 'coarse');
    for (const ping of pingsBetween(pings, 0, HOUR)) expect(ping.accuracy_meters).toBeGreaterThan(1000);
  });

  it('are the same in whatever order they are read', () => {
    fc.assert(
      fc.property(
        key,
        fc.array(fc.integer({ min: -5 * DAY, max: 5 * DAY }), { maxLength: 20 }),
        (of, order) => {
          const { pings, itinerary } = truck(of, MINUTE);
          itinerary.extend(5 * DAY);
          // A truck stores its last trips only: its earlier reports are not compared.
          fc.pre(order.every((tau) => (truck(of, MINUTE).pings.last(tau)?.at ?? 0) >= itinerary.knownFrom));
          const asked = order.map((tau) => pings.last(tau));
          expect(asked).toEqual(order.map((tau) => truck(of, MINUTE).pings.last(tau)));
          asked.forEach((ping, i) => {
            expect(ping?.at).toBeLessThanOrEqual(order[i] as number);
          });
        },
      ),
      { numRuns: runs(10) },
    );
  });

  it('begin with the installation of the device', () => {
    expect(truck(1, MINUTE).pings.last(-30 * DAY)).toBeNull();
  });
});

describe('silence', () => {
  const pingsWith = (silence: Silence) => new AudiblePings(truck(2, MINUTE).pings, silence);

  it('hides pings sent during it; the last position before it stays', () => {
    const pings = pingsWith(new Silence(0, { from: -10 * HOUR, to: 20 * HOUR }));
    expect(pings.last(0)?.at).toBeLessThan(-10 * HOUR);
    expect(pings.last(19 * HOUR)).toEqual(pings.last(0));
    expect(pings.last(21 * HOUR + 2 * MINUTE)?.at).toBeGreaterThan(20 * HOUR);
  });

  it('can be set and removed', () => {
    const silence = new Silence(77);
    const pings = pingsWith(silence);
    silence.order(true, HOUR);
    silence.order(true, 2 * HOUR);
    expect(pings.last(9 * HOUR)?.at).toBeLessThan(HOUR);
    silence.order(false, 9 * HOUR);
    expect(silence.at(5 * HOUR)).toEqual({ from: HOUR, to: 9 * HOUR });
    expect(pings.last(12 * HOUR)?.at).toBeGreaterThan(9 * HOUR);
  });

  it('affects some of the trucks for days at a time, and most for minutes', () => {
    const silent = Array.from({ length: 400 }, (_, i) => new Silence(i));
    const at = (tau: number) => silent.filter((one) => one.at(tau)).length / silent.length;
    const long = (tau: number) =>
      silent.filter((one) => {
        const window = one.at(tau);
        return window !== null && window.to - window.from > DAY;
      }).length / silent.length;
    for (const day of [8, 20, 33, 50]) {
      expect(long(day * DAY)).toBeGreaterThan(0.02);
      expect(long(day * DAY)).toBeLessThan(0.16);
    }
    expect(at(0)).toBeLessThan(0.06);
  });
});
