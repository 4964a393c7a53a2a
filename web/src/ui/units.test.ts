import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_PREFS, prefs } from './prefs.ts';
import {
  bytesText,
  coordinatesText,
  distanceText,
  economyText,
  isPlausibleSpeed,
  placePhrase,
  speedText,
  volumeText,
} from './quantities.ts';
import { placeText } from './units.ts';

afterEach(() => {
  prefs.adopt(DEFAULT_PREFS);
  vi.unstubAllGlobals();
});

const amarillo = {
  name: 'Amarillo',
  region: 'TX',
  country: 'US',
  distance_meters: 19_312,
  direction: 'W',
} as const;

describe('units', () => {
  it("format numbers in the browser's locale", () => {
    vi.stubGlobal('navigator', { language: 'de-DE' });
    expect(distanceText(2_000_000)).toBe('1.243 mi');
    expect(distanceText(1_000)).toBe('0,6 mi');
    expect(volumeText(10)).toBe('2,6 gal');
    expect(economyText(2_700)).toBe('6,4 mpg');
  });

  it('describe places in the chosen unit', () => {
    expect(placeText(amarillo)).toBe('12 mi W of Amarillo, TX');
    expect(placeText(amarillo, 'km')).toBe('19 km W of Amarillo, TX');
    expect(placeText({ ...amarillo, direction: null })).toBe('Amarillo, TX');
    expect(placeText({ ...amarillo, region: null, direction: null })).toBe('Amarillo');
  });
  it('never round the distance of a place with a direction to 0', () => {
    expect(placeText({ ...amarillo, distance_meters: 300 })).toBe('1 mi W of Amarillo, TX');
  });
  it('put a place into a sentence', () => {
    expect(`Seen 2 h ago${placePhrase(amarillo)}`).toBe('Seen 2 h ago, 12 mi W of Amarillo, TX');
    expect(`Seen 2 h ago${placePhrase({ ...amarillo, direction: null })}`).toBe(
      'Seen 2 h ago in Amarillo, TX',
    );
  });
  it('format lengths, speeds and coordinates with units and appropriate precision', () => {
    expect(distanceText(650)).toBe('0.4 mi');
    expect(distanceText(1_609_344)).toBe('1,000 mi');
    expect(speedText(27.7)).toBe('62 mph');
    expect(speedText(27.7, 'km')).toBe('100 km/h');
    expect(coordinatesText({ latitude: 35.191302, longitude: -102.084 })).toBe('35.19130, -102.08400');
  });
  it('format sizes in decimal units', () => {
    expect([812, 3_400, 34_400, 1_240_000].map(bytesText)).toEqual(['812 B', '3.4 kB', '34 kB', '1.2 MB']);
  });

  it('reject implausible speeds', () => {
    expect(isPlausibleSpeed(30)).toBe(true);
    expect(isPlausibleSpeed(120)).toBe(false);
  });
});

describe('preferred units', () => {
  it('are the default of every text', () => {
    prefs.set({ length_unit: 'km', volume_unit: 'L' });
    expect([distanceText(650), speedText(27.7), volumeText(500), economyText(2720)]).toEqual([
      '0.7 km',
      '100 km/h',
      '500 L',
      '36.8 L/100 km',
    ]);
    prefs.set({ length_unit: 'mi', volume_unit: 'gal' });
    expect([distanceText(650), volumeText(500), volumeText(50), economyText(2720)]).toEqual([
      '0.4 mi',
      '132 gal',
      '13.2 gal',
      '6.4 mpg',
    ]);
    for (const volume_unit of ['gal', 'L'] as const) {
      prefs.set({ volume_unit });
      expect([economyText(2720, 'mi'), economyText(2720, 'km')]).toEqual(['6.4 mpg', '36.8 L/100 km']);
    }
  });
});
