import { afterEach, describe, expect, it } from 'vitest';
import { NOW } from '../testing/loads.ts';
import { DEFAULT_PREFS, prefs } from '../ui/prefs.ts';
import { dockTime, ownTime } from '../ui/time.ts';
import { fullDockTime } from './dock-time.ts';

afterEach(() => prefs.adopt(DEFAULT_PREFS));

describe('a time at a dock', () => {
  const at = '2026-11-20T16:00:00Z';

  it.each([
    ['America/Los_Angeles', '08:00 PST', '10:00 CST your time', '08:00:00 PST (10:00 CST your time)'],
    ['America/New_York', '11:00 EST', '10:00 CST your time', '11:00:00 EST (10:00 CST your time)'],
    ['America/Chicago', '10:00', '', '10:00:00 CST'],
    ['America/Winnipeg', '10:00', '', '10:00:00 CST'],
    [null, '10:00 CST', '', '10:00:00 CST'],
  ])('in %s is %s', (zone, there, own, full) => {
    prefs.adopt({ ...DEFAULT_PREFS, time_zone: 'America/Chicago' });
    expect(dockTime(at, NOW, zone)).toBe(there);
    expect(ownTime(at, NOW, zone)).toBe(own);
    expect(fullDockTime(at, NOW, zone)).toBe(`Nov 20, 2026, ${full}`);
  });

  it('has the day of the dock', () => {
    prefs.adopt({ ...DEFAULT_PREFS, time_zone: 'America/Los_Angeles' });
    expect(dockTime('2026-11-21T05:30:00Z', NOW, 'America/New_York')).toBe('Nov 21, 00:30 EST');
  });

  it("has its day unless that is the reader's today", () => {
    const after_midnight = Date.parse('2026-11-28T07:38:00Z');
    prefs.adopt({ ...DEFAULT_PREFS, time_zone: 'America/Chicago' });
    expect(dockTime('2026-11-27T16:30:00Z', after_midnight, 'America/Los_Angeles')).toBe('Nov 27, 08:30 PST');
    expect(dockTime('2026-11-28T16:30:00Z', after_midnight, 'America/Los_Angeles')).toBe('08:30 PST');
    const before_midnight = Date.parse('2026-11-28T05:30:00Z');
    expect(dockTime('2026-11-28T11:00:00Z', before_midnight, 'America/New_York')).toBe('Nov 28, 06:00 EST');
  });
});
