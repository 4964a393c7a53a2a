import { fc } from '@waypost/contract/testing/property';
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { type Journey, observe, passage } from './journey.ts';

const ORIGIN: LatLon = { latitude: 35, longitude: -100 };
/** A place so many metres east of the origin. */
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

/** Drives through pings at these metres east; returns what happened as `0 arrived@1`, time counted in pings. */
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

describe('a journey', () => {
  it('arrives and departs at each stop, in turn, and is over when the last one is left', () => {
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

  it('takes a circle that was jumped over for visited, at the time of the ping behind it', () => {
    expect(drive(journey([0, 500], [5000, 300], [10_000, 500]), 0, 4000, 6000, 10_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@2',
      '1 departed@2',
      '2 arrived@3',
    ]);
  });

  it('takes several circles on one jump in their order', () => {
    expect(drive(journey([0, 500], [3000, 300], [6000, 300], [10_000, 500]), 0, 9000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
      '1 departed@1',
      '2 arrived@1',
      '2 departed@1',
    ]);
  });

  it('does not take a circle that lies before the last one on the same jump', () => {
    expect(drive(journey([0, 500], [6000, 300], [3000, 300], [10_000, 500]), 0, 9000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
      '1 departed@1',
    ]);
  });

  it('does not guess the way of a jump of more than 50 km', () => {
    expect(drive(journey([0, 500], [30_000, 300], [90_000, 500]), 0, 1000, 52_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
    ]);
  });

  it('does not mind a circle that is left and entered again', () => {
    expect(drive(journey(...ROUTE), 0, 600, 0, 600, 10_000, 10_600, 10_000)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@4',
      '1 departed@5',
      'finished',
      // Over: whoever calls stops asking. The journey itself has no later stop.
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

  it('arrives at an overlapping next circle with the ping that leaves the one before', () => {
    expect(drive(journey([0, 500], [800, 500]), 0, 700)).toEqual([
      '0 arrived@0',
      '0 departed@1',
      '1 arrived@1',
    ]);
  });

  it('keeps the order of stops and times on any way', () => {
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

describe('the way through a circle', () => {
  const circle = { ...east(5000), radius_meters: 1000 };

  it('is given as shares of the way', () => {
    const way = passage(ORIGIN, east(10_000), circle);
    expect(way?.enter).toBeCloseTo(0.4, 2);
    expect(way?.leave).toBeCloseTo(0.6, 2);
  });

  it('is none beside it, before it and behind it', () => {
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
