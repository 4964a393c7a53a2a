import { DEFAULT_COMPANY, DEFAULT_THRESHOLDS } from '@waypost/contract/api/company';
import { stop } from '@waypost/triage/testing/loads';
import { expect, it } from 'vitest';
import { lateLimitsOf } from './late-limits.ts';

const load = {
  stops: [
    stop({ sequence: 1, name: 'Dallas Keystone Retail DC' }),
    stop({ sequence: 0, name: 'Chicago Fairmont Plant' }),
  ],
};
const limitsWith = (...late_rules: { name: string; late_after_minutes: number }[]) =>
  lateLimitsOf({ ...DEFAULT_COMPANY, late_rules }, load);

it('says nothing while the defaults apply', () => {
  expect(lateLimitsOf(DEFAULT_COMPANY, load)).toBeNull();
  expect(limitsWith({ name: 'Somebody else', late_after_minutes: 90 })).toBeNull();
});

it('takes the company limits', () => {
  const thresholds = { ...DEFAULT_THRESHOLDS, late_after_minutes: 30, late_high_minutes: 120 };
  expect(lateLimitsOf({ ...DEFAULT_COMPANY, thresholds }, load)).toEqual({
    late: 30,
    high: 120,
    critical: 180,
  });
});

it.each([
  ['a customer, by words in the name of a stop', 'keystone RETAIL', 45],
  ['a lane, by words in the names of both ends', 'Chicago > Dallas', 45],
  ['not a lane in the other direction', 'Dallas > Chicago', null],
  ['not a lane with one matching end only', 'Chicago > Austin', null],
])('takes the limit of %s', (_, name, late) => {
  expect(limitsWith({ name, late_after_minutes: 45 })?.late ?? null).toBe(late);
});

it('takes the first rule that matches', () => {
  const [strict, mild] = [
    { name: 'Keystone', late_after_minutes: 5 },
    { name: 'Dallas', late_after_minutes: 90 },
  ];
  expect(limitsWith(strict, mild)?.late).toBe(5);
  expect(limitsWith(mild, strict)?.late).toBe(90);
});

it('never calls a load severe before it is late', () => {
  const limits = limitsWith({ name: 'Keystone', late_after_minutes: 240 });
  expect(limits).toEqual({ late: 240, high: 240, critical: 240 });
});
