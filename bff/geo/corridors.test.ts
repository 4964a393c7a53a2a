import { describe, expect, it } from 'vitest';
import { CORRIDORS, type CorridorPoint, parseCorridors } from './corridors.ts';
import { bearingDegrees, distanceMeters, METERS_PER_MILE } from './geodesy.ts';

const at = ([longitude, latitude]: CorridorPoint) => ({ longitude, latitude });
const key = ([longitude, latitude]: CorridorPoint) => `${longitude},${latitude}`;
const miles = (a: CorridorPoint, b: CorridorPoint) => distanceMeters(at(a), at(b)) / METERS_PER_MILE;
const legs = CORRIDORS.flatMap(({ id, points }) =>
  points.slice(1).map((to, i) => ({ id, from: points[i] as CorridorPoint, to })),
);

describe('corridors', () => {
  it('have unique ids and include the trunk roads of three countries', () => {
    const ids = CORRIDORS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        'I-5',
        'I-10',
        'I-40',
        'I-80',
        'I-90',
        'I-95',
        'TCH-1',
        'ON-401',
        'A-20',
        'AB-2',
        'MEX-57D',
      ]),
    );
  });

  it('pass cities like the real road: I-64 north of Evansville', () => {
    const near = CORRIDORS.find(({ id }) => id === 'I-64')?.points.filter(
      ([longitude]) => Math.abs(longitude + 87.55) < 0.3,
    );
    expect(near?.map(([, latitude]) => latitude > 38.1)).toEqual([true]);
  });

  it('have waypoints at most 60 miles apart on interstates, 100 elsewhere', () => {
    const odd = legs.filter(({ id, from, to }) => {
      const most = id.startsWith('I-') ? 60 : 100;
      return miles(from, to) > most || miles(from, to) < 0.5;
    });
    expect(odd.map(({ id, from, to }) => `${id} ${from[2]} to ${to[2]}`)).toEqual([]);
  });

  it('never double back', () => {
    const turns = CORRIDORS.flatMap(({ id, points }) =>
      points.slice(2).map((c, i) => {
        const [a, b] = [points[i] as CorridorPoint, points[i + 1] as CorridorPoint];
        const turn = Math.abs(bearingDegrees(at(b), at(c)) - bearingDegrees(at(a), at(b)));
        return { id, at: b[2], turn: Math.min(turn, 360 - turn) };
      }),
    );
    expect(turns.filter(({ turn }) => turn > 125)).toEqual([]);
  });

  it('have the length of the real road, minus some curves', () => {
    const length = (id: string) =>
      legs.filter((leg) => leg.id === id).reduce((sum, { from, to }) => sum + miles(from, to), 0);
    // Real lengths: I-40 2,556 mi, I-80 2,900 mi, I-5 1,381 mi, ON-401 514 mi.
    for (const [id, real] of [
      ['I-40', 2556],
      ['I-80', 2900],
      ['I-5', 1381],
      ['ON-401', 514],
    ] as const) {
      expect(length(id) / real).toBeGreaterThan(0.9);
      expect(length(id) / real).toBeLessThan(1.02);
    }
  });

  it('share their junctions exactly: no two roads cross without a common point', () => {
    const side = (a: CorridorPoint, b: CorridorPoint, c: CorridorPoint) =>
      (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const crossings = legs.flatMap((one, i) =>
      legs
        .slice(i + 1)
        .filter((other) => {
          if (other.id === one.id) return false;
          const ends = [key(one.from), key(one.to)];
          if (ends.includes(key(other.from)) || ends.includes(key(other.to))) return false;
          return (
            side(one.from, one.to, other.from) * side(one.from, one.to, other.to) < 0 &&
            side(other.from, other.to, one.from) * side(other.from, other.to, one.to) < 0
          );
        })
        .map((other) => `${one.id} ${one.from[2]} x ${other.id} ${other.from[2]}`),
    );
    expect(crossings).toEqual([]);
  });

  it('form a connected network', () => {
    const reached = new Set([CORRIDORS[0]?.id]);
    const known = new Set(CORRIDORS[0]?.points.map(key));
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const { id, points } of CORRIDORS) {
        if (reached.has(id) || !points.some((point) => known.has(key(point)))) continue;
        reached.add(id);
        for (const point of points) known.add(key(point));
      }
    }
    expect(CORRIDORS.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('the text format', () => {
  it('is parsed in travel order', () => {
    expect(parseCorridors('A-1 = Road one\n  -1 2 Here; -1.5 2.5 Over there;')).toEqual([
      {
        id: 'A-1',
        name: 'Road one',
        points: [
          [-1, 2, 'Here'],
          [-1.5, 2.5, 'Over there'],
        ],
      },
    ]);
  });

  it('rejects malformed points', () => {
    expect(() => parseCorridors('A-1 = Road one\n  here;')).toThrow('A-1: not a point: here');
  });
});
