import { describe, expect, it } from 'vitest';
import { type AgreementDates, dayText, kindOf, type StateKind, stateText } from './state.ts';

/** 06:00 in Chicago. */
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ZONE = 'America/Chicago';
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

const dated = (over: Partial<AgreementDates>): AgreementDates => ({
  status: 'active',
  effective_date: at(-1000),
  expiration_date: null,
  ...over,
});

describe('the current meaning of an agreement', () => {
  it.each<[string, Partial<AgreementDates>, StateKind, string]>([
    ['active without end', {}, 'active', 'Active, access has no end'],
    ['active with an end', { expiration_date: at(24 * 12) }, 'active', 'Active, access ends in 12 days'],
    ['active, ending in hours', { expiration_date: at(3) }, 'active', 'Active, access ends in 3 h'],
    ['active, begun at this instant', { effective_date: at(0) }, 'active', 'Active, access has no end'],
    ['active, start not reported', { effective_date: null }, 'active', 'Active, access has no end'],
    ['not begun', { effective_date: at(24) }, 'scheduled', 'Starts tomorrow'],
    [
      'not begun, with an end',
      { effective_date: at(72), expiration_date: at(96) },
      'scheduled',
      'Starts in 3 days',
    ],
    ['over', { expiration_date: at(-48) }, 'ended', 'Access ended 2 days ago'],
    ['over since this instant', { expiration_date: at(0) }, 'ended', 'Access ended just now'],
    [
      'never shared, still to come',
      { effective_date: at(48), expiration_date: at(24) },
      'never',
      'Active, access ends before it starts',
    ],
    [
      'never shared, past',
      { effective_date: at(-24), expiration_date: at(-48) },
      'never',
      'Active, access ends before it starts',
    ],
    ['paused', { status: 'paused' }, 'paused', 'Paused, nothing is shared for now'],
    [
      'paused, whatever its dates',
      { status: 'paused', expiration_date: at(-48) },
      'paused',
      'Paused, nothing is shared for now',
    ],
    ['cancelled', { status: 'cancelled' }, 'over', 'Cancelled, nothing is shared now'],
    ['deleted', { status: 'deleted' }, 'over', 'Deleted, nothing is shared now'],
    ['expired', { status: 'expired' }, 'over', 'Expired, nothing is shared now'],
    ['a new status', { status: 'suspended' as never }, 'other', '“suspended”, unknown status'],
    ['no status', { status: null }, 'other', 'Unknown, no status'],
  ])('%s', (_, over, kind, text) => {
    expect(kindOf(dated(over), NOW)).toBe(kind);
    expect(stateText(dated(over), NOW, ZONE)).toBe(text);
  });
});

describe('the distance in days', () => {
  it.each([
    [-24 * 30, '30 days ago'],
    [-25, 'yesterday'],
    [-7, '7 h ago'],
    [11, 'in 11 h'],
    // 23:00 of the same day, though more than half a day away.
    [17, 'in 17 h'],
    [19, 'tomorrow'],
    [41, 'tomorrow'],
    [43, 'in 2 days'],
  ])('%i hours from 06:00 is %s', (hours, text) => {
    expect(dayText(at(hours), NOW, ZONE)).toBe(text);
  });
  it("counts days in the person's time zone, not in UTC", () => {
    expect(dayText(at(19), NOW, 'UTC')).toBe('tomorrow');
    expect(dayText(at(13), NOW, 'UTC')).toBe('tomorrow');
    expect(dayText(at(13), NOW, ZONE)).toBe('in 13 h');
  });
});
