import { describe, expect, it } from 'vitest';
import { believable, coordinatesText, distanceText, placePhrase, placeText, speedText } from './units.ts';

const amarillo = {
  name: 'Amarillo',
  region: 'TX',
  country: 'US',
  distance_meters: 19_312,
  direction: 'W',
} as const;

describe('units', () => {
  it('tells places in words, in the unit asked for', () => {
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
