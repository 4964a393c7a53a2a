import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { looksLikeCoordinates, parseCoordinates } from './parse-coordinates.ts';

const read = (text: string) => {
  const parsed = parseCoordinates(text);
  return parsed.ok ? [parsed.latitude, parsed.longitude, parsed.understood] : parsed.reason;
};
const YARD = [35.1913, -102.084];

describe('numbers', () => {
  it.each([
    '35.1913, -102.0840',
    '35.1913,-102.084',
    '35.1913 -102.0840',
    '35.1913; -102.0840',
    '35.1913\t-102.0840',
    '35.1913\u00b0, \u2212102.084\u00b0',
    '(35.1913, -102.0840)',
    '35,1913 -102,0840',
    '35,1913; -102,0840',
    '35,1913, -102,0840',
    '35.1913N 102.0840W',
    'N 35.1913, W 102.0840',
    '102.084 W, 35.1913 N',
    '35.1913 N, -102.084 W',
    'Lat: 35.1913 Lon: -102.0840',
    'latitude=35.1913, longitude=-102.0840',
    'Longitude -102.084, latitude 35.1913',
    '{"lat": 35.1913, "lng": -102.084}',
    '[35.1913, -102.084]',
    '35.1913 north, 102.084 west',
  ])('reads %s', (text) => {
    expect(read(text)).toEqual([...YARD, 'Decimal degrees']);
  });

  it.each([
    ['35°11\'28.68"N 102°5\'2.4"W', 'Degrees, minutes and seconds'],
    ['35° 11′ 28.68″ N, 102° 5′ 2.4″ W', 'Degrees, minutes and seconds'],
    ['N35°11’28.68” W102°05’02.4”', 'Degrees, minutes and seconds'],
    ['35 11 28.68 N 102 5 2.4 W', 'Degrees, minutes and seconds'],
    ['35:11:28.68, -102:05:02.4', 'Degrees, minutes and seconds'],
    ['35 11 28.68 -102 5 2.4', 'Degrees, minutes and seconds'],
    ["35°11'28.68''N 102°5'2.4''W", 'Degrees, minutes and seconds'],
    ['35 deg 11 min 28.68 sec N, 102 deg 5 min 2.4 sec W', 'Degrees, minutes and seconds'],
    ['N 35 11.478 W 102 5.04', 'Degrees and minutes'],
    ["35°11.478' -102°5.04'", 'Degrees and minutes'],
  ])('reads %s', (text, understood) => {
    expect(read(text)).toEqual([...YARD, understood]);
  });

  it('recognizes a longitude by its size, and says so', () => {
    expect(read('-102.084, 35.1913')).toEqual([
      ...YARD,
      'Decimal degrees, read as longitude first: a latitude is at most 90',
    ]);
  });

  it.each([
    ['', 'Enter coordinates'],
    ['Amarillo', 'or paste a map link'],
    ['35.1913', 'or paste a map link'],
    ['35.1913, -102.084, 1100', 'or paste a map link'],
    ['35.1913 - 102.084', 'or paste a map link'],
    ['135.2, 120', '135.2 is not a latitude'],
    ['91.5, -100', '91.5 is not a latitude'],
    ['91.5, -200', '91.5 is not a latitude'],
    ['35, -190', 'is not a longitude'],
    ['35 61 0 N 102 5 2 W', 'minutes are less than 60'],
    ['35 11 60 N 102 5 2 W', 'seconds are less than 60'],
    ['35.5 11 N 102 5 W', 'has decimals'],
    ['35 11.5 20 N 102 5 2 W', 'has decimals'],
    ['35 N 102 N', 'Both numbers are a latitude'],
    ['-35 N 102 W', 'The minus sign contradicts the N'],
  ])('rejects %j with a reason', (text, reason) => {
    expect(read(text)).toContain(reason);
  });
});

describe('links', () => {
  it.each([
    ['geo:35.1913,-102.084', 'geo: address'],
    ['geo:35.1913,-102.084,1100;u=35', 'geo: address'],
    ['geo:0,0?q=35.1913,-102.084(Yard)', 'geo: address'],
    ['geo:35.1913,-102.084?q=Yard', 'geo: address'],
    ['https://www.google.com/maps/@35.1913,-102.084,15z', 'View center in a link from Google Maps'],
    ['https://www.google.com/maps?q=35.1913,-102.084', 'Place in a link from Google Maps'],
    ['https://maps.google.co.uk/?q=35.1913,-102.084', 'Place in a link from Google Maps'],
    [
      'https://www.google.com/maps/place/Yard/@35.2,-102.1,15z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d35.1913!4d-102.084!16s',
      'Pin in a link from Google Maps',
    ],
    [
      'https://www.google.com/maps/search/?api=1&query=35.1913%2C-102.084',
      'Place in a link from Google Maps',
    ],
    [
      "https://www.google.com/maps/place/35%C2%B011'28.7%22N+102%C2%B005'02.4%22W/@35.2,-102.1,17z",
      'Place in a link from Google Maps',
    ],
    ['https://www.google.com/maps/dir/Amarillo/35.1913,-102.084/', 'Place in a link from Google Maps'],
    [
      'https://www.openstreetmap.org/?mlat=35.1913&mlon=-102.084#map=9/1/2',
      'Marker in a link from OpenStreetMap',
    ],
    ['https://www.openstreetmap.org/#map=15/35.1913/-102.0840', 'View center in a link from OpenStreetMap'],
    ['openstreetmap.org/#map=15/35.1913/-102.0840&layers=C', 'View center in a link from OpenStreetMap'],
    ['https://maps.apple.com/?ll=35.1913,-102.084&q=Yard', 'Place in a link from Apple Maps'],
    ['https://maps.apple.com/place?coordinate=35.1913,-102.084&name=Yard', 'Place in a link from Apple Maps'],
    ['https://www.bing.com/maps?cp=35.1913~-102.084&lvl=11', 'View center in a link from Bing Maps'],
    ['https://www.bing.com/maps?sp=point.35.1913_-102.084_Yard&cp=1~2', 'Pin in a link from Bing Maps'],
    ['https://www.waze.com/ul?ll=35.1913%2C-102.084&navigate=yes', 'Place in a link from Waze'],
    ['https://www.waze.com/live-map/directions?to=ll.35.1913%2C-102.084', 'Place in a link from Waze'],
  ])('reads %s', (text, understood) => {
    const [latitude, longitude, how] = read(text) as [number, number, string];
    expect(latitude).toBeCloseTo(35.1913, 4);
    expect(longitude).toBeCloseTo(-102.084, 4);
    expect(how).toBe(understood);
  });

  it.each([
    ['https://maps.app.goo.gl/abc', 'short link'],
    ['https://www.google.com/maps/place/Amarillo', 'has no coordinates'],
    ['https://example.com/?q=35.1,-102', "Links from example.com don't work here"],
    ['https://evilgoogle.com/maps?q=35.1,-102', "Links from evilgoogle.com don't work here"],
    ['geo:35.1,-102.0;crs=EPSG:3857', 'only WGS 84'],
    ['geo:here', 'has no coordinates'],
    ['https://www.google.com/maps/%E0%A4%A', 'has no coordinates'],
  ])('rejects %s with a reason', (text, reason) => {
    expect(read(text)).toContain(reason);
  });
});

describe('any coordinates', () => {
  const latitude = fc.double({ min: -90, max: 90, noNaN: true });
  const longitude = fc.double({ min: -180, max: 180, noNaN: true });
  const dms = (value: number, [plus, minus]: readonly [string, string]) => {
    const tenths = Math.round(Math.abs(value) * 36_000);
    const [d, m, s] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10];
    return `${d}°${m}′${s}″${value < 0 ? minus : plus}`;
  };
  const forms: readonly (readonly [string, number, (lat: number, lon: number) => string])[] = [
    ['decimal', 1e-6, (lat, lon) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`],
    [
      'letters',
      1e-6,
      (lat, lon) =>
        `${Math.abs(lat).toFixed(6)}${lat < 0 ? 'S' : 'N'} ${Math.abs(lon).toFixed(6)}${lon < 0 ? 'W' : 'E'}`,
    ],
    ['seconds', 2e-5, (lat, lon) => `${dms(lat, ['N', 'S'])} ${dms(lon, ['E', 'W'])}`],
    ['decimal commas', 1e-6, (lat, lon) => `${lat.toFixed(6)}; ${lon.toFixed(6)}`.replaceAll('.', ',')],
    ['geo', 1e-6, (lat, lon) => `geo:${lat.toFixed(6)},${lon.toFixed(6)}`],
    ['Google', 1e-6, (lat, lon) => `https://www.google.com/maps/@${lat.toFixed(6)},${lon.toFixed(6)},9z`],
    [
      'OpenStreetMap',
      1e-6,
      (lat, lon) => `https://www.openstreetmap.org/#map=9/${lat.toFixed(6)}/${lon.toFixed(6)}`,
    ],
    ['Bing', 1e-6, (lat, lon) => `https://www.bing.com/maps?cp=${lat.toFixed(6)}~${lon.toFixed(6)}`],
  ];
  it.each(forms)('survive a round trip through %s', (_name, tolerance, write) => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        const parsed = parseCoordinates(write(lat, lon));
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        expect(Math.abs(parsed.latitude - lat)).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(parsed.longitude - lon)).toBeLessThanOrEqual(tolerance);
      }),
    );
  });

  it('any other text is rejected with a reason, without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseCoordinates(text);
        expect(parsed.ok ? Math.abs(parsed.latitude) <= 90 : parsed.reason !== '').toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('looksLikeCoordinates', () => {
  it('distinguishes coordinates from city names', () => {
    expect(['35.1, -102', 'geo:1,2', 'https://maps.app.goo.gl/x'].map(looksLikeCoordinates)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['Amarillo', 'St. Louis, MO', '29 Palms', 'Winnipeg 7'].map(looksLikeCoordinates)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
