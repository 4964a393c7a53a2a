import { TIME_ZONES } from '@waypost/contract/time-zones';
import { describe, expect, it } from 'vitest';
import { findZonesBy, placeIn, zoneNames } from './time-zones.ts';

const NOVEMBER = Date.parse('2026-11-20T20:30:00Z');
const JULY = Date.parse('2026-07-01T00:00:00Z');

const found = (typed: string, now = NOVEMBER) =>
  findZonesBy(
    TIME_ZONES,
    typed.toLowerCase().split(' '),
    (zone) => zoneNames(zone, now),
    () => [],
  );

describe('a zone is found', () => {
  it.each([
    ['Dallas', 'America/Chicago'],
    ['nashville', 'America/Chicago'],
    ['st. louis', 'America/Chicago'],
    ['texas', 'America/Chicago'],
    ['atlanta', 'America/New_York'],
    ['salt lake', 'America/Denver'],
    ['las vegas', 'America/Los_Angeles'],
  ])('by a city or state that gives it no name: %s', (typed, zone) => {
    expect(found(typed)).toContain(zone);
  });
  it('by its abbreviations of summer and winter, which mean nothing else', () => {
    for (const now of [NOVEMBER, JULY]) {
      for (const typed of ['CST', 'CDT']) {
        expect(found(typed, now)).toContain('America/Chicago');
        expect(found(typed, now)).not.toContain('America/New_York');
      }
      expect(found('EST', now)).not.toContain('Europe/Budapest');
    }
    expect(found('central')).toContain('America/Chicago');
  });
  it('by the code of its state, alone or after its city, and by the name for the whole year', () => {
    expect(found('AZ')).toEqual(['America/Phoenix']);
    expect(found('TX')).toContain('America/Chicago');
    expect(found('WA')).toEqual(['America/Los_Angeles']);
    expect(found('NY')).toEqual(['America/New_York']);
    expect(found('Chicago, IL')).toEqual(['America/Chicago']);
    expect(found('Chicago, CA')).toEqual([]);
    for (const now of [NOVEMBER, JULY]) {
      expect(found('CT', now)).toContain('America/Chicago');
      expect(found('PT', now)).toContain('America/Los_Angeles');
      expect(found('CT', now)).not.toContain('America/New_York');
    }
  });
  it('by the start of a word only', () => {
    expect(found('ork')).toEqual([]);
    expect(found('york')).toContain('America/New_York');
  });
  it('by its offset now, however it is typed', () => {
    for (const typed of ['-6', 'UTC-6', 'GMT-6', 'utc−06:00'])
      expect(found(typed)).toEqual(expect.arrayContaining(['America/Chicago', 'America/Mexico_City']));
    expect(found('GMT-5')).toContain('America/New_York');
    expect(found('GMT-5')).not.toContain('America/Chicago');
    expect(found('GMT-5', JULY)).toContain('America/Chicago');
    expect(found('+5:30')).toEqual(found('utc+05:30'));
  });
});

it('the place that was meant is named', () => {
  expect(placeIn('America/Chicago', ['dallas'])).toBe('Dallas');
  expect(placeIn('America/Chicago', ['new', 'orl'])).toBe('New Orleans');
  expect(placeIn('America/Chicago', ['atlanta'])).toBeNull();
  expect(placeIn('America/Chicago', [])).toBeNull();
});
