import { brotliCompressSync } from 'node:zlib';
import type { Feature, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { overview } from './atlas.ts';
import { corridors, overviewPlaces } from './places.ts';

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

describe('the basemap of the first view', () => {
  it('is less than 250 kB on the wire', () => {
    const sent = [land, places, corridors()].map(
      (features) => brotliCompressSync(JSON.stringify({ type: 'FeatureCollection', features })).length,
    );
    expect(sent.reduce((a, b) => a + b, 0)).toBeLessThan(FIRST_VIEW_BYTES);
  });

  it('has land, lakes, states and borders', () => {
    expect(kinds(land)).toEqual(new Set(['land', 'lake', 'island', 'us', 'country-line', 'state-line']));
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
    const people = named('city').map(({ properties }) => Number(properties?.people));
    expect(people).toEqual(people.toSorted((a, b) => b - a));
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
