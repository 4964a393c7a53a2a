import { describe, expect, it, vi } from 'vitest';
import { combineGeocoders, RemoteGeocoder } from './geocoder.ts';

const at = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });
const NOMINATIM = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: at(-87.57, 37.97),
      properties: { display_name: '1 Main St, Evansville, Indiana' },
    },
    { type: 'Feature', geometry: at(0, 99), properties: { display_name: 'Not on Earth' } },
    { type: 'Feature', geometry: null, properties: {} },
  ],
};
const PELIAS = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', geometry: at(-87.57, 37.97), properties: { label: '1 Main Street, Evansville, IN' } },
  ],
};

function bench(answer: () => Response | Promise<Response>) {
  let time = 0;
  const asked: URL[] = [];
  const warn = vi.fn();
  const geocoder = new RemoteGeocoder({
    url: new URL('https://geocoder.example/search?key=abc'),
    log: { warn },
    now: () => time,
    fetch: async (url) => {
      asked.push(new URL(String(url)));
      return answer();
    },
  });
  return {
    geocoder,
    asked,
    warn,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe("the operator's geocoder", () => {
  it.each([
    ['Nominatim', NOMINATIM, '1 Main St, Evansville, Indiana'],
    ['Pelias', PELIAS, '1 Main Street, Evansville, IN'],
  ])('of the kind %s is understood, and a bad row hides no other', async (_kind, body, name) => {
    const { geocoder, asked } = bench(() => Response.json(body));
    expect(await geocoder.find('1 main st')).toEqual([
      { kind: 'address', name, region: null, country: '', latitude: 37.97, longitude: -87.57, population: 0 },
    ]);
    const [url] = asked;
    expect(url?.searchParams.get('q')).toBe('1 main st');
    expect(url?.searchParams.get('text')).toBe('1 main st');
    expect(url?.searchParams.get('key')).toBe('abc');
  });

  it('is queried once per text and day, and not for short texts', async () => {
    const { geocoder, asked, pass } = bench(() => Response.json(PELIAS));
    await geocoder.find('1 Main');
    await geocoder.find('1 main');
    await geocoder.find('1 m');
    expect(asked).toHaveLength(1);
    pass(24 * 3600_000 + 1);
    await geocoder.find('1 Main');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['answers with an error', () => new Response('', { status: 503 })],
    ['answers with something else', () => Response.json({ rows: [] })],
    ['does not answer', () => Promise.reject(new Error('timeout'))],
  ])('that %s leaves the cities, and is asked again the next time', async (_how, answer) => {
    const { geocoder, asked, warn } = bench(answer);
    const city = {
      kind: 'city' as const,
      name: 'Evansville',
      region: 'IN',
      country: 'US',
      latitude: 38,
      longitude: -87.6,
      population: 1,
    };
    const both = combineGeocoders([{ find: async () => [city] }, geocoder]);
    expect(await both.find('evansville')).toEqual([city]);
    expect(await both.find('evansville')).toEqual([city]);
    expect(asked).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
