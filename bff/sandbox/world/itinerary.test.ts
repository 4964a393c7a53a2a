import { fc, runs } from '@waypost/contract/testing/property';
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from './clock.ts';
import { Freight } from './freight.ts';
import { Itinerary, type Phase } from './itinerary.ts';
import { AT_SITE, DRIVING, REST, type Whereabouts } from './timeline.ts';
import type { Trip } from './trip.ts';

const freight = new Freight(1, 500, new Network());
const key = fc.integer({ min: 0, max: 100_000 });

function drive(truck: number, phase: Phase = 'transit', days = 6) {
  const trips: Trip[] = [];
  const itinerary = new Itinerary(freight, truck, 62, phase, (trip) => trips.push(trip));
  itinerary.extend(days * DAY);
  return { itinerary, trips };
}

const same = (a: Whereabouts, b: Whereabouts) => distanceMeters(a, b) < 20;

describe('truck itinerary', () => {
  it('never jumps, not even between trips', () => {
    fc.assert(
      fc.property(key, (truck) => {
        const { trips } = drive(truck);
        trips.slice(1).forEach((next, i) => {
          const before = trips[i] as Trip;
          expect(next.timeline.start).toBeCloseTo(before.timeline.end, -2);
          expect(same(before.timeline.at(before.timeline.end), next.timeline.at(next.timeline.start))).toBe(
            true,
          );
        });
      }),
      { numRuns: runs(20) },
    );
  });

  it('respects the hours of service: at most 11 h of driving between long rests, a break after 8 h', () => {
    fc.assert(
      fc.property(key, (truck) => {
        for (const { timeline } of drive(truck).trips) {
          let driven = 0;
          let unbroken = 0;
          for (let at = timeline.start; at < timeline.end; at += MINUTE) {
            const { activity } = timeline.at(at);
            driven = activity === REST ? 0 : driven + (activity === DRIVING ? 1 : 0);
            unbroken = activity === DRIVING ? unbroken + 1 : 0;
            // An hour of tolerance: the driver plans with average speed, and stops where a stop is.
            expect(driven).toBeLessThan(12 * 60);
            expect(unbroken).toBeLessThan(9 * 60);
          }
        }
      }),
      { numRuns: runs(8) },
    );
  });

  it('loads and unloads at the sites of its trip for 45 to 180 minutes', () => {
    fc.assert(
      fc.property(key, (truck) => {
        for (const { origin, destination, timeline } of drive(truck).trips)
          for (const { site, arrived, departed } of [origin, destination]) {
            const here = timeline.at((arrived + departed) / 2);
            expect(here.activity).toBe(AT_SITE);
            expect(distanceMeters(here, site)).toBeLessThan(150);
            expect(departed - arrived).toBeGreaterThanOrEqual(45 * MINUTE);
            expect(departed - arrived).toBeLessThanOrEqual(180 * MINUTE);
          }
      }),
      { numRuns: runs(20) },
    );
  });

  it('has trips of plausible length and directness', () => {
    fc.assert(
      fc.property(key, (truck) => {
        for (const { origin, destination } of drive(truck).trips) {
          const miles = distanceMeters(origin.site, destination.site) / METERS_PER_MILE;
          expect(miles).toBeGreaterThan(150);
          expect(miles).toBeLessThan(1720);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it.each([
    ['upcoming', (t: Trip) => t.timeline.start < 0 && t.origin.arrived > 0],
    ['loading', (t: Trip) => t.origin.arrived <= 0 && t.origin.departed >= 0],
    ['transit', (t: Trip) => t.origin.departed < 0 && t.destination.arrived > 0],
    ['under_way', (t: Trip) => t.origin.departed < -HOUR && t.destination.arrived > 0],
    ['unloading', (t: Trip) => t.destination.arrived <= 0 && t.destination.departed >= 0],
    ['delivered', (t: Trip) => t.destination.departed < 0 && t.destination.departed > -HOUR],
  ] as const)('begins the world %s', (phase, holds) => {
    for (let truck = 0; truck < 40; truck++)
      expect(holds(drive(truck, phase, 0).itinerary.trip(0))).toBe(true);
  });

  it('does not depend on earlier queries', () => {
    const asked = drive(5, 'transit', 0).itinerary;
    asked.at(5 * DAY);
    const fresh = drive(5, 'transit', 0).itinerary;
    expect(asked.at(HOUR)).toEqual(fresh.at(HOUR));
  });
});
