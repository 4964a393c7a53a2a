import { describe, expect, it } from 'vitest';
import { trailFeatures } from './trail-control.ts';

const START = Date.parse('2026-01-05T12:00:00Z');
const ping = (minutes: number, longitude: number, latitude = 35) => ({
  longitude,
  latitude,
  occurred_at: new Date(START + minutes * 60_000).toISOString(),
});
const draw = (...points: ReturnType<typeof ping>[]) =>
  trailFeatures({ points, gap_seconds: 600 }).features.map(({ properties, geometry }) => [
    properties?.kind,
    'coordinates' in geometry ? geometry.coordinates : null,
  ]);

describe('trailFeatures', () => {
  it('returns nothing without a trail or pings', () => {
    expect(trailFeatures(null).features).toEqual([]);
    expect(draw()).toEqual([]);
  });

  it('has a dot at every ping and a connected line', () => {
    const drawn = draw(ping(0, -100), ping(5, -100.1), ping(10, -100.2));
    expect(drawn.filter(([kind]) => kind === 'ping')).toHaveLength(3);
    const ways = drawn.filter(([kind]) => kind === 'way').map(([, way]) => way as number[][]);
    // One part per age, each continuing where the previous one ended.
    expect(ways.map((way) => way[0])).toEqual([
      [-100, 35],
      [-100.1, 35],
    ]);
    expect(ways.at(-1)?.at(-1)).toEqual([-100.2, 35]);
  });

  it('draws a gap between two lines', () => {
    const drawn = draw(ping(0, -100), ping(5, -100.1), ping(60, -101), ping(65, -101.1));
    expect(drawn.filter(([kind]) => kind === 'gap')).toEqual([
      [
        'gap',
        [
          [-100.1, 35],
          [-101, 35],
        ],
      ],
    ]);
    expect(drawn.filter(([kind]) => kind === 'way')).toHaveLength(2);
  });

  it('has the age of each ping', () => {
    const points = [ping(0, -100), ping(5, -100.1), ping(10, -100.2)];
    const { features } = trailFeatures({ points, gap_seconds: 600 });
    const ages = features
      .filter(({ properties }) => properties?.kind === 'ping')
      .map(({ properties }) => properties?.age);
    expect(ages[0]).toBe(1);
    expect(ages.at(-1)).toBe(0);
  });

  it('draws the complete line but fewer dots for tens of thousands of pings', () => {
    const points = Array.from({ length: 20_000 }, (_, n) => ping(n, -100 - n / 10_000));
    const { features } = trailFeatures({ points, gap_seconds: 600 });
    const dots = features.filter(({ properties }) => properties?.kind === 'ping');
    expect(dots.length).toBeLessThanOrEqual(4_001);
    const corners = features.flatMap(({ geometry }) =>
      geometry.type === 'LineString' ? geometry.coordinates : [],
    );
    expect(new Set(corners.map(String)).size).toBe(20_000);
  });

  it('draws no gap for exactly the limit', () => {
    expect(draw(ping(0, -100), ping(10, -100.1)).some(([kind]) => kind === 'gap')).toBe(false);
  });

  it('draws a single ping as a dot without a line', () => {
    expect(draw(ping(0, -100))).toEqual([['ping', [-100, 35]]]);
  });

  it('crosses the antimeridian on the short side', () => {
    const way = draw(ping(0, 179.9, 52), ping(5, -179.9, 52)).find(([kind]) => kind === 'way');
    expect(way?.[1]).toEqual([
      [179.9, 52],
      [180.1, 52],
    ]);
  });
});
