import { describe, expect, it } from 'vitest';
import { isFleetQuiet, isFleetsCause, isTruckQuiet } from './fleet.ts';

describe('silent fleet', () => {
  it.each([
    [38, 40, true],
    [30, 40, true],
    [29, 40, false],
    [4, 4, true],
    [4, 5, true],
    [4, 6, false],
    // Three parked trucks do not indicate a failed connection.
    [3, 3, false],
    [0, 0, false],
  ])('of which %s of %s trucks are quiet is quiet: %s', (quiet, trucks, expected) => {
    expect(isFleetQuiet({ quiet, trucks })).toBe(expected);
  });

  it("applies a team's rules", () => {
    const rules = { quiet_trucks: 2, quiet_share: 0.5 };
    expect(isFleetQuiet({ quiet: 2, trucks: 4 }, rules)).toBe(true);
    expect(isFleetQuiet({ quiet: 1, trucks: 1 }, rules)).toBe(false);
  });

  it('counts only trucks with a known reporting state', () => {
    const quiet = (tracking_health: string | null) => isTruckQuiet({ tracking_health });
    expect(['stale', 'no_signal', 'live'].map(quiet)).toEqual([true, true, false]);
    expect([null, 'unassigned', 'not_shared', 'unknown', 'teleporting'].map(quiet)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('explains silent trucks, but not a wrong or late one', () => {
    expect((['stale', 'stale_driving', 'no_signal'] as const).every(isFleetsCause)).toBe(true);
    expect((['disagree', 'late', 'not_shared', 'read_failed'] as const).some(isFleetsCause)).toBe(false);
  });
});
