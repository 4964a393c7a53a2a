import { brotliCompressSync } from 'node:zlib';
import type { Feature, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { worldPoint } from '../src/map/land-placeholder.ts';
import { overview } from './atlas.ts';
import { landPlaceholder } from './land-placeholder.ts';
import { closeUpPlaces, corridors, overviewPlaces } from './places.ts';

const FIRST_VIEW_BYTES = 250_000;
const land = overview();
const places = overviewPlaces();
const named = (kind: string) => places.filter(({ properties }) => properties?.kind === kind);
const city = (name: string) => places.find(({ properties }) => properties?.name === name);

function kinds(features: Feature[]) {
  return new Set(features.map(({ properties }) => properties?.kind));
}

function pointsOf(coordinates: unknown): Position[] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number' ? [coordinates as Position] : coordinates.flatMap(pointsOf);
}

describe('the land before there is a map', () => {
  const file = landPlaceholder(land);
  const ringsOf = (id: string) =>
    (new RegExp(`id="${id}" d="([^"]+)"`).exec(file)?.[1] ?? '')
      .split('z')
      .filter((ring) => ring !== '')
      .map((ring) => {
        const [, from = '', steps = ''] = /^M([\d ]+)l(.+)$/.exec(ring) ?? [];
        let [x = 0, y = 0] = from.split(' ').map(Number);
        const moves = (steps.match(/-?\d+/g) ?? []).map(Number);
        const points: Position[] = [[x, y]];
        for (let i = 0; i < moves.length; i += 2) {
          x += moves[i] ?? 0;
          y += moves[i + 1] ?? 0;
          points.push([x, y]);
        }
        return points;
      });
  const inside = (id: string, latitude: number, longitude: number) => {
    const { x, y } = worldPoint({ latitude, longitude });
    const crossings = ringsOf(id).flatMap((ring) =>
      ring.filter(([ax = 0, ay = 0], i) => {
        const [bx = 0, by = 0] = ring[(i + 1) % ring.length] ?? [];
        return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
      }),
    );
    return crossings.length % 2 === 1;
  };

  it('is a few kilobytes on the wire, for it comes before the map', () => {
    expect(brotliCompressSync(file).length).toBeLessThan(14_000);
  });

  it('has land, water and lakes where they are', () => {
    expect(inside('land', 39, -98)).toBe(true);
    expect(inside('land', 23.6, -102.5)).toBe(true);
    expect(inside('land', 35, -45)).toBe(false);
    expect(inside('land', 26, -90)).toBe(false);
    expect(inside('lake', 47.7, -87.5)).toBe(true);
    expect(inside('lake', 39, -98)).toBe(false);
  });
});

describe('the basemap of the first view', () => {
  it('is less than 250 kB on the wire', () => {
    const sent = [land, places, corridors()].map(
      (features) => brotliCompressSync(JSON.stringify({ type: 'FeatureCollection', features })).length,
    );
    expect(sent.reduce((a, b) => a + b, 0)).toBeLessThan(FIRST_VIEW_BYTES);
  });

  it('has land, lakes, states and borders', () => {
    expect(kinds(land)).toEqual(
      new Set(['land', 'great-lake', 'lake', 'river', 'us', 'country-line', 'state-line']),
    );
  });

  it.each([
    ['Alberta and British Columbia', -120, 56],
    ['Manitoba and Saskatchewan', -101.6, 54],
    ['Chihuahua and Sonora', -108.7, 29.2],
    ['Nuevo León and Coahuila', -100.7, 25.5],
  ])('has the border between %s', (_name, longitude, latitude) => {
    const lines = land.flatMap(({ properties, geometry }) =>
      properties?.kind === 'state-line' && geometry.type === 'MultiLineString' ? geometry.coordinates : [],
    );
    const between = (x: number, a = 0, b = 0) => Math.min(a, b) - 0.5 <= x && x <= Math.max(a, b) + 0.5;
    const near = lines.some((line) =>
      line.slice(1).some((to, i) => {
        const from = line[i] ?? to;
        return between(longitude, from[0], to[0]) && between(latitude, from[1], to[1]);
      }),
    );
    expect(near).toBe(true);
  });

  it('draws no bar around the world: no edge of land spans more than 60 degrees', () => {
    for (const { geometry } of land.filter(({ properties }) => properties?.kind === 'land')) {
      if (geometry.type !== 'MultiPolygon') continue;
      for (const ring of geometry.coordinates.flat()) {
        ring.forEach(([x = 0], i) => {
          expect(Math.abs(x - (ring[i - 1]?.[0] ?? x))).toBeLessThan(60);
        });
      }
    }
  });

  it('stays on the globe', () => {
    for (const { geometry } of [...land, ...places, ...corridors()]) {
      for (const [x = 999, y = 999] of pointsOf('coordinates' in geometry ? geometry.coordinates : [])) {
        expect(Math.abs(x)).toBeLessThanOrEqual(180);
        expect(Math.abs(y)).toBeLessThanOrEqual(90);
      }
    }
  });
});

describe('the names', () => {
  it('hold 50 states, the District and Puerto Rico, 13 provinces and territories, 32 Mexican states', () => {
    expect(named('state')).toHaveLength(52 + 13 + 32);
    expect(new Set(named('state').map(({ properties }) => properties?.name)).size).toBe(97);
  });

  it('hold cities with the code of their state or province, the largest first', () => {
    expect(city('Chicago')?.properties).toMatchObject({ code: 'IL' });
    expect(city('Toronto')?.properties).toMatchObject({ code: 'ON' });
    expect(city('Monterrey')?.properties).toMatchObject({ code: 'NLE' });
    const ranks = named('city').map(({ properties }) => Number(properties?.rank));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  const rank = (name: string, code: string) => {
    const found = [...places, ...closeUpPlaces()].filter(
      ({ properties }) => properties?.name === name && properties.code === code,
    );
    expect(found.map(() => name)).toEqual([name]);
    return Number(found[0]?.properties?.rank);
  };

  it.each([
    ['Detroit', 'MI', 'Warren'],
    ['St. Louis', 'MO', 'Florissant'],
    ['Kansas City', 'MO', 'Independence'],
    ['Chicago', 'IL', 'Naperville'],
    ['Phoenix', 'AZ', 'Mesa'],
    ['Dallas', 'TX', 'Arlington'],
  ])('rank %s, %s far before its suburb %s, and show it at country zoom', (name, code, suburb) => {
    expect(rank(name, code)).toBeGreaterThan(10 * rank(suburb, code));
    expect(rank(name, code)).toBeGreaterThanOrEqual(1200);
  });

  it('write one of two names of a city', () => {
    const lexingtons = [...places, ...closeUpPlaces()].filter(
      ({ properties }) => properties?.code === 'KY' && /^Lexington/.test(String(properties.name)),
    );
    expect(lexingtons.map(({ properties }) => properties?.name)).toEqual(['Lexington']);
    expect(Number(lexingtons[0]?.properties?.people)).toBeGreaterThan(250);
  });

  it('write no part of a city as a city', () => {
    expect(city('Brooklyn')).toBeUndefined();
    expect(city('The Bronx')).toBeUndefined();
  });
});

describe('the corridors', () => {
  it('bear the number of the sign, without the suffix that keeps ids apart', () => {
    const refs = corridors().map(({ properties }) => String(properties?.ref));
    expect(refs).toContain('I-40');
    expect(refs.some((ref) => ref.includes(' '))).toBe(false);
  });
});
