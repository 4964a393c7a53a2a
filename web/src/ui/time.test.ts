import { fc } from '@waypost/contract/testing/property';
import { afterEach, describe, expect, it } from 'vitest';
import { ago, HOUR, MINUTE, NOW } from '../testing/loads.ts';
import { DEFAULT_PREFS, prefs } from './prefs.ts';
import {
  ageText,
  agoText,
  durationText,
  fromNowText,
  fullDateTime,
  shortDateTime,
  utcText,
  zoneName,
  zonesOfYear,
} from './time.ts';

const ZONE = 'America/Chicago';

afterEach(() => prefs.adopt(DEFAULT_PREFS));

describe('ages', () => {
  it.each([
    [0, '0 s'],
    [20_000, '20 s'],
    [59_999, '59 s'],
    [2 * MINUTE, '2 min'],
    [60 * MINUTE, '1 h'],
    [80 * MINUTE, '1 h 20 min'],
    [24 * HOUR - 1, '23 h 59 min'],
  ])('%d ms is %s', (ms, text) => {
    expect(ageText(ago(ms), NOW)).toBe(text);
    expect(agoText(ago(ms), NOW, ZONE)).toBe(`${text} ago`);
  });

  it("stay durations, and in a sentence become times after 24 h, in the person's zone", () => {
    expect(ageText(ago(45 * HOUR), NOW)).toBe('1 d 21 h');
    expect(agoText(ago(24 * HOUR), NOW, 'UTC')).toBe('Nov 19, 20:30');
  });

  it('report a clock that is ahead beyond the tolerance', () => {
    expect(ageText(ago(-45_000), NOW)).toBe('clock ahead by 45 s');
    expect(ageText(ago(-2_000), NOW)).toBe('0 s');
    expect(agoText(ago(-45_000), NOW, ZONE)).toBe('45 s ahead of our clock');
    expect(agoText('nonsense', NOW, ZONE)).toBe('at an unknown time');
  });

  it('are never negative or malformed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4e9, max: 4e10 }), (ms) => {
        const text = ageText(ago(ms), NOW);
        expect(text).not.toMatch(/-|NaN|undefined|Invalid/);
        expect(text.length).toBeGreaterThan(2);
      }),
    );
    expect(ageText('nonsense', NOW)).toBe('no time');
  });
});

describe('times', () => {
  it('show the time today, the date on other days, the year in other years', () => {
    expect(shortDateTime(ago(HOUR), NOW, ZONE)).toBe('13:30');
    expect(shortDateTime(ago(48 * HOUR), NOW, ZONE)).toBe('Nov 18, 14:30');
    expect(shortDateTime('2025-01-02T12:00:00Z', NOW, ZONE)).toBe('Jan 2, 2025, 06:00');
  });
  it('determine today in the zone, not in UTC', () => {
    expect(shortDateTime('2026-11-20T03:00:00Z', NOW, ZONE)).toBe('Nov 19, 21:00');
  });
  it('are formatted completely with zone, and in UTC', () => {
    expect(fullDateTime(ago(0), ZONE)).toBe('Nov 20, 2026, 14:30:00 CST');
    expect(utcText(ago(0))).toBe('2026-11-20 20:30:00 UTC');
    expect(zoneName('2026-07-01T00:00:00Z', ZONE)).toBe('CDT');
    // Browsers know no name for these; before 2022 the clocks of Mazatlán changed.
    for (const zone of ['America/Mazatlan', 'America/Hermosillo'])
      expect([zoneName(NOW, zone), fullDateTime(NOW, zone)]).toEqual(['MST', 'Nov 20, 2026, 13:30:00 MST']);
    expect(zoneName('2021-07-01T00:00:00Z', 'America/Mazatlan')).toBe('GMT-6');
  });
  it('are formatted relative to now, in the future and the past', () => {
    expect(fromNowText(ago(-12 * MINUTE), NOW)).toBe('in 12 min');
    expect(fromNowText(ago(2 * HOUR), NOW)).toBe('2 h ago');
    expect(durationText(76 * HOUR)).toBe('3 d 4 h');
  });
});

describe("the person's zone and clock", () => {
  it('apply to every time immediately', () => {
    prefs.set({ time_zone: 'America/Denver', clock: '12' });
    expect(shortDateTime(NOW, NOW)).toBe('1:30 PM');
    expect(shortDateTime(ago(48 * HOUR), NOW)).toBe('Nov 18, 1:30 PM');
    expect(fullDateTime(NOW)).toBe('Nov 20, 2026, 1:30:00 PM MST');
    expect(zoneName(NOW)).toBe('MST');
    expect(zonesOfYear(NOW)).toBe('MST/MDT');
    prefs.set({ time_zone: 'America/Phoenix' });
    expect(zonesOfYear(NOW)).toBe('MST');
    prefs.set({ time_zone: 'Asia/Tokyo', clock: '24' });
    expect(shortDateTime(NOW, NOW)).toBe('05:30');
    expect(agoText(ago(24 * HOUR), NOW)).toBe('Nov 20, 05:30');
    expect(utcText(NOW)).toBe('2026-11-20 20:30:00 UTC');
  });
});
