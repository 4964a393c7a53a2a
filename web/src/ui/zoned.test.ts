import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { prefs, USUAL_PREFS } from './prefs.ts';
import { fromWall, minuteText, toWall } from './zoned.ts';

const CHICAGO = 'America/Chicago';

describe('times of day in a zone', () => {
  it('are formatted and parsed back to the same minute, in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 946_684_800, max: 2_240_611_200 }),
        fc.constantFrom(CHICAGO, 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'),
        (seconds, zone) => {
          const at = Math.floor(seconds / 60) * 60_000;
          const read = fromWall(toWall(at, zone), zone);
          // The second of two equal times of day is read as the first.
          if (read?.odd === 'twice')
            expect(Math.abs(Date.parse(read.at) - at)).toBeLessThanOrEqual(3_600_000);
          else expect(read).toEqual({ at: new Date(at).toISOString(), odd: null });
        },
      ),
    );
  });

  it.each([
    ['2026-11-24T09:00', '2026-11-24T15:00:00.000Z', null],
    ['2026-07-01T09:00', '2026-07-01T14:00:00.000Z', null],
    // Clocks go back at 2:00 on November 1st and forward at 2:00 on March 8th.
    ['2026-11-01T01:30', '2026-11-01T06:30:00.000Z', 'twice'],
    ['2026-03-08T02:30', '2026-03-08T08:30:00.000Z', 'skipped'],
  ])('%s in Chicago is %s (%s)', (wall, at, odd) => {
    expect(fromWall(wall, CHICAGO)).toEqual({ at, odd });
  });

  it('is nothing for what is no time', () => {
    for (const wall of ['', '2026-13-01T00:00', 'tomorrow', '2026-11-24'])
      expect(fromWall(wall, 'UTC')).toBeNull();
  });
});

describe('an instant in a plan', () => {
  it('has its minute, its day, its year and its zone, and no seconds, on either clock', () => {
    const shown = () => minuteText('2026-11-24T15:00:30Z', CHICAGO);
    expect(shown()).toBe('Nov 24, 2026, 09:00 CST');
    prefs.set({ clock: '12' });
    expect(shown()).toBe('Nov 24, 2026, 9:00 AM CST');
    prefs.set({ clock: USUAL_PREFS.clock });
  });
});
