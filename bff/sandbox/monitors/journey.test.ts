import { fc } from '@waypost/contract/testing/property';
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { type Journey, observe, passage } from './journey.ts';

const ORIGIN: LatLon = { latitude: 35, longitude: -100 };
/** A place this many meters east of the origin. */
const east = (meters: number) => destination(ORIGIN, 90, meters);

function journey(...circles: [meters: number, radius: number][]): Journey {
  return {
    current: 0,
    stops: circles.map(([meters, radius_meters], sequence) => ({
      id: String(sequence),
      sequence,
      name: null,
      ...east(meters),
      radius_meters,
      arrived_at: null,
      departed_at: null,
    })),
  };
}

/** Drives through pings at these meters east; returns events as `0 arrived@1`, with time counted in pings. */
function drive(of: Journey, ...meters: number[]): string[] {
  const emitted: string[] = [];
  meters.forEach((at, i) => {
    const before = i === 0 ? null : east(meters[i - 1] as number);
    observe(of, before, east(at), i, (one) =>
      emitted.push(one.kind === 'finished' ? 'finished' : `${one.stop.sequence} ${one.kind}@${i}`),
    );
  });
  return emitted;
}

const ROUTE: [number, number][] = [
  [0, 500],
  [10_000, 500],
];

describe('journey', () => {
  it('arrives at and departs from each stop in order, and is complete after the last departure', () => {
    const one = journey(...ROUTE);
    expect(drive(one, 0, 100, 600, 5000, 9600, 10_000, 10_600)).toEqual([
      '0 arrived@0',
      '0 departed@2',
      '1 arrived@4',
      '1 departed@6',
      'finished',
    ]);
    expect(one.stops.map(({ arrived_at, departed_at }) => [arrived_at, departed_at])).toEqual([
      [0, 2],
      [4, 6],
    ]);
  });

  it('has not begun while the truck is elsewhere, even at the destination', () => {
    expect(drive(journey(...ROUTE), 3000, 10_000, 9000)).toEqual([]);
  });

  it('counts the edge of a circle as inside', () => {
    expect(drive(journey([0, 500.5], [10_000, 500]), 500, 502)).toEqual(['0 arrived@0', '0 departed@1']);
  });

  it('counts a circle jumped over as visited, at the time of the next ping', () => {
    expect(drive(journey([0, 500], [5000, 300], [10_000, 500]), 0, 4000, 6000, 10_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@2',
      '1 departed@2',
      '2 arrived@3',
    ]);
  });

  it('visits several circles within one jump in their order', () => {
    expect(drive(journey([0, 500], [3000, 300], [6000, 300], [10_000, 500]), 0, 9000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
      '1 departed@1',
      '2 arrived@1',
      '2 departed@1',
    ]);
  });

  it('skips a circle that precedes the last one within the same jump', () => {
    expect(drive(journey([0, 500], [6000, 300], [3000, 300], [10_000, 500]), 0, 9000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
      '1 departed@1',
    ]);
  });

  it('does not interpolate jumps of more than 50 km', () => {
    expect(drive(journey([0, 500], [30_000, 300], [90_000, 500]), 0, 1000, 52_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
    ]);
  });

  it('ignores that a circle is left and entered again', () => {
    expect(drive(journey(...ROUTE), 0, 600, 0, 600, 10_000, 10_600, 10_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@4',
      '1 departed@5',
      'finished',
      // Complete: callers stop processing pings here. The journey itself has no later stop.
    ]);
  });

  it('may end where it began', () => {
    expect(drive(journey([0, 500], [5000, 300], [0, 500]), 0, 5000, 0, 900)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
      '1 departed@2',
      '2 arrived@2',
      '2 departed@3',
      'finished',
    ]);
  });

  it('arrives at an overlapping next circle with the ping that leaves the previous one', () => {
    expect(drive(journey([0, 500], [800, 500]), 0, 700)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
    ]);
  });

  it('keeps stops and times in order on any path', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2000, max: 14_000 }), { maxLength: 40 }), (meters) => {
        const one = journey([0, 500], [4000, 800], [4500, 100], [10_000, 500]);
        let over = false;
        const times: number[] = [];
        meters.forEach((at, i) => {
          if (over) return;
          const before = i === 0 ? null : east(meters[i - 1] as number);
          observe(one, before, east(at), i, ({ kind }) => {
            over = kind === 'finished';
          });
        });
        for (const stop of one.stops) {
          if (stop.sequence > one.current) expect(stop.arrived_at).toBeNull();
          if (stop.departed_at !== null) expect(stop.arrived_at).not.toBeNull();
          times.push(...[stop.arrived_at, stop.departed_at].filter((time) => time !== null));
        }
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
    );
  });
});

describe('path through a circle', () => {
  const circle = { ...east(5000), radius_meters: 1000 };

  it('is returned as fractions of the segment', () => {
    const way = passage(ORIGIN, east(10_000), circle);
    expect(way?.enter).toBeCloseTo(0.4, 2);
    expect(way?.leave).toBeCloseTo(0.6, 2);
  });

  it('is empty beside, before and behind the circle', () => {
    const north = (meters: number) => destination(east(5000), 0, meters);
    expect(passage(destination(ORIGIN, 0, 1100), north(1100), circle)).toBeNull();
    expect(passage(ORIGIN, east(3900), circle)).toBeNull();
    expect(passage(east(6100), east(9000), circle)).toBeNull();
    expect(passage(ORIGIN, ORIGIN, circle)).toBeNull();
  });

  it('is found across the antimeridian', () => {
    const at = (longitude: number) => ({ latitude: 0, longitude });
    expect(passage(at(179.9), at(-179.9), { ...at(180), radius_meters: 500 })).not.toBeNull();
  });
});
