import { fc } from '@waypost/contract/testing/property';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_PREFS, prefs } from './prefs.ts';
import { fromWall, minuteText, parseTime, parseWall, toWall, wallText } from './zoned.ts';

const CHICAGO = 'America/Chicago';

describe('wall-clock times', () => {
  it('survive a round trip to the minute, in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 946_684_800, max: 2_240_611_200 }),
        fc.constantFrom(CHICAGO, 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'),
        (seconds, zone) => {
          const at = Math.floor(seconds / 60) * 60_000;
          const read = fromWall(toWall(at, zone), zone);
          // The second of two equal wall-clock times is read as the first.
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
    // Clocks go back on November 1 at 2:00 and forward on March 8 at 2:00.
    ['2026-11-01T01:30', '2026-11-01T06:30:00.000Z', 'twice'],
    ['2026-03-08T02:30', '2026-03-08T08:30:00.000Z', 'skipped'],
  ])('%s in Chicago is %s (%s)', (wall, at, odd) => {
    expect(fromWall(wall, CHICAGO)).toEqual({ at, odd });
  });

  it('are rejected when invalid', () => {
    for (const wall of ['', '2026-13-01T00:00', 'tomorrow', '2026-11-24'])
      expect(fromWall(wall, 'UTC')).toBeNull();
  });
});

describe('minuteText', () => {
  it('has day, year, time and zone without seconds, on either clock', () => {
    const shown = () => minuteText('2026-11-24T15:00:30Z', CHICAGO);
    expect(shown()).toBe('Nov 24, 2026, 09:00 CST');
    prefs.set({ clock: '12' });
    expect(shown()).toBe('Nov 24, 2026, 9:00 AM CST');
    prefs.set({ clock: DEFAULT_PREFS.clock });
  });
});

describe('typed days and times', () => {
  const TODAY = '2026-11-20';

  afterEach(() => prefs.set({ clock: DEFAULT_PREFS.clock }));

  describe('parseWall', () => {
    it.each([
      ['2026-11-24T09:00', '2026-11-24T09:00'],
      ['2026-11-24 9:05', '2026-11-24T09:05'],
      ['Nov 24, 2026, 14:20', '2026-11-24T14:20'],
      ['november 24 2:20 PM', '2026-11-24T14:20'],
      ['24 Nov 2026 1420', '2026-11-24T14:20'],
      ['11/24/26 12am', '2026-11-24T00:00'],
      ['11/24, 12:30 p.m.', '2026-11-24T12:30'],
      ['11/28 0700', '2026-11-28T07:00'],
      ['14:20', '2026-11-20T14:20'],
      ['0930', '2026-11-20T09:30'],
      ['945', '2026-11-20T09:45'],
      ['tomorrow 945', '2026-11-21T09:45'],
      ['2 pm', '2026-11-20T14:00'],
      ['230p', '2026-11-20T14:30'],
      ['today 23:59', '2026-11-20T23:59'],
      ['Tomorrow 9am', '2026-11-21T09:00'],
      ['yesterday, 07:00', '2026-11-19T07:00'],
      ['tomorrow 7', '2026-11-21T07:00'],
      ['2026-11-24 19', '2026-11-24T19:00'],
      // Around New Year the nearest year is used.
      ['Jan 3 08:00', '2027-01-03T08:00'],
    ])('%s', (text, wall) => {
      expect(parseWall(text, TODAY)).toBe(wall);
    });

    it.each([
      '',
      'Nov 24',
      'Nov 24, 2026',
      '11/24 2026',
      '2026-11-24',
      '9',
      '25:00',
      '14:60',
      '960',
      'Nov 945',
      'Nov 24 7',
      'tomorrow 24',
      '13 pm',
      '0 am',
      'Feb 30 09:00',
      'soon 9am',
      '14:20 CST',
    ])('rejects "%s"', (text) => {
      expect(parseWall(text, TODAY)).toBeNull();
    });

    describe('at a time of day', () => {
      const NOW = Date.parse('2026-11-20T20:30:00-06:00');

      it.each([
        ['+2h', '2026-11-20T22:30'],
        ['+90m', '2026-11-20T22:00'],
        ['in 2 h', '2026-11-20T22:30'],
        ['In 1 hour 15 min', '2026-11-20T21:45'],
        ['+1.5h', '2026-11-20T22:00'],
        ['+4h', '2026-11-21T00:30'],
      ])('%s is from now', (text, wall) => {
        expect(parseTime(text, NOW, CHICAGO)).toBe(wall);
      });

      it.each(['+', '+2', 'in', 'in a while', '2h', 'Sat', 'Saturn 8am', 'afternoon', '14.3'])(
        'rejects "%s"',
        (text) => {
          expect(parseTime(text, NOW, CHICAGO)).toBeNull();
        },
      );

      it.each([
        ['945', '2026-11-21T09:45'],
        ['9:45 am', '2026-11-21T09:45'],
        ['2029', '2026-11-21T20:29'],
        ['21:00', '2026-11-20T21:00'],
        ['today 9:45', '2026-11-20T09:45'],
        ['Nov 20, 9:45', '2026-11-20T09:45'],
        ['noon', '2026-11-21T12:00'],
        ['12 noon', '2026-11-21T12:00'],
        ['midnight', '2026-11-21T00:00'],
        ['22.30', '2026-11-20T22:30'],
        ['tmrw 0800', '2026-11-21T08:00'],
        ['tomorrow noon', '2026-11-21T12:00'],
        ['Sat 8am', '2026-11-21T08:00'],
        ['sat 8', '2026-11-21T08:00'],
        ['Thursday 14.30', '2026-11-26T14:30'],
        ['fri 10p', '2026-11-20T22:00'],
        ['Fri 8am', '2026-11-27T08:00'],
      ])('%s, when it lies ahead, is %s', (text, wall) => {
        expect(parseTime(text, NOW, CHICAGO, { ahead: true })).toBe(wall);
      });

      it.each([
        ['10:30p Eastern', '2026-11-20T21:30'],
        ['22:30 EST', '2026-11-20T21:30'],
        ['19:30 PT', '2026-11-20T21:30'],
        ['20:30 Mountain time', '2026-11-20T21:30'],
        ['21:30 CDT', '2026-11-20T21:30'],
        ['tomorrow 9 EDT', '2026-11-21T08:00'],
        ['Nov 20, 23:30 PST', '2026-11-21T01:30'],
      ])('a driver’s “%s” is understood where he said it', (text, wall) => {
        expect(parseTime(text, NOW, CHICAGO, { ahead: true })).toBe(wall);
      });

      it('without a day is on the given one while that is ahead', () => {
        const read = (day: string) => parseTime('9:45', NOW, CHICAGO, { day, ahead: true });
        expect(read('2026-11-23')).toBe('2026-11-23T09:45');
        expect(read('2026-11-18')).toBe('2026-11-21T09:45');
        expect(parseTime('21:00', NOW, CHICAGO, { day: '2026-11-18', ahead: true })).toBe('2026-11-20T21:00');
      });
    });

    it("wallText writes the year unless it is today's and would be parsed without", () => {
      expect(wallText('2026-11-24T14:20', TODAY)).toBe('Nov 24, 14:20');
      expect(wallText('2026-01-03T08:00', TODAY)).toBe('Jan 3, 2026, 08:00');
      expect(wallText('2027-01-03T08:00', TODAY)).toBe('Jan 3, 2027, 08:00');
      expect(wallText('2025-11-24T14:20', TODAY)).toBe('Nov 24, 2025, 14:20');
    });

    it.each(['12', '24'] as const)('parses the output of wallText on a %s-hour clock', (clock) => {
      prefs.set({ clock });
      fc.assert(
        fc.property(fc.integer({ min: 946_684_800, max: 2_240_611_200 }), (seconds) => {
          const wall = toWall(seconds * 1000, 'UTC');
          expect(parseWall(wallText(wall), TODAY)).toBe(wall);
          expect(parseWall(wallText(wall, TODAY), TODAY)).toBe(wall);
        }),
      );
    });
  });
});
