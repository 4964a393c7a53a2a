import { afterEach, describe, expect, it, vi } from 'vitest';
import { prefs, USUAL_PREFS } from './prefs.ts';
import {
  believable,
  coordinatesText,
  distanceText,
  economyText,
  placePhrase,
  placeText,
  speedText,
  volumeText,
} from './units.ts';

afterEach(() => {
  prefs.adopt(USUAL_PREFS);
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
  it('write numbers as the language of the browser does', () => {
    vi.stubGlobal('navigator', { language: 'de-DE' });
    expect(distanceText(2_000_000)).toBe('1.243 mi');
    expect(distanceText(1_000)).toBe('0,6 mi');
    expect(volumeText(10)).toBe('2,6 gal');
    expect(economyText(2_700)).toBe('6,4 mpg');
  });

  it('gives places in words, in the chosen unit', () => {
    expect(placeText(amarillo)).toBe('12 mi W of Amarillo, TX');
    expect(placeText(amarillo, 'km')).toBe('19 km W of Amarillo, TX');
    expect(placeText({ ...amarillo, direction: null })).toBe('Amarillo, TX');
    expect(placeText({ ...amarillo, region: null, direction: null })).toBe('Amarillo');
  });
  it('never says 0 mi of a place that has a direction', () => {
    expect(placeText({ ...amarillo, distance_meters: 300 })).toBe('1 mi W of Amarillo, TX');
  });
  it('puts a place into a sentence', () => {
    expect(`Seen 2 h ago${placePhrase(amarillo)}`).toBe('Seen 2 h ago, 12 mi W of Amarillo, TX');
    expect(`Seen 2 h ago${placePhrase({ ...amarillo, direction: null })}`).toBe(
      'Seen 2 h ago in Amarillo, TX',
    );
  });
  it('writes lengths, speeds and coordinates with their units and no more figures than they bear', () => {
    expect(distanceText(650)).toBe('0.4 mi');
    expect(distanceText(1_609_344)).toBe('1,000 mi');
    expect(speedText(27.7)).toBe('62 mph');
    expect(speedText(27.7, 'km')).toBe('100 km/h');
    expect(coordinatesText({ latitude: 35.191302, longitude: -102.084 })).toBe('35.19130, -102.08400');
  });
  it('does not believe a truck that flies', () => {
    expect(believable(30)).toBe(true);
    expect(believable(120)).toBe(false);
  });
});

describe('units that the person chose', () => {
  it('are those of every text that names none', () => {
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
    expect(economyText(2720, 'mi', 'L')).toBe('1.7 mi/L');
  });
});
