import type { LoadFacts } from '@waypost/triage/facts';
import { describe, expect, it } from 'vitest';
import { ago, HOUR, load, stop } from '../../testing/loads.ts';
import { matchesFilter, viewQuery, wordsOf } from './query.ts';

const facts: LoadFacts = {
  health: 'live',
  cause: 'fine',
  attention: false,
  triage: null,
  score: { total: 0, severity: 0, urgency: 1, appointment_at: null, valid_until: Number.POSITIVE_INFINITY },
  since: null,
  doubt: null,
  next_arrival: null,
  journey: null,
  appointment_at: null,
  lateness: null,
  valid_until: Number.POSITIVE_INFINITY,
};
const finds = (q: string, change: Partial<LoadFacts> = {}) =>
  matchesFilter(load(), { ...facts, ...change }, new Set(), wordsOf(q));

describe('board search', () => {
  it('finds loads that are late, at a stop or on the way according to their monitor', () => {
    expect(finds('late', { journey: 'on_the_way', lateness: 60_000 })).toBe(true);
    expect(finds('late')).toBe(false);
    expect(finds('at stop', { journey: 'at_stop' })).toBe(true);
    expect(finds('on the way amarillo', { journey: 'on_the_way' })).toBe(true);
    expect(finds('at stop', { journey: 'on_the_way' })).toBe(false);
  });
  it('sorts by how long a load is overdue', () => {
    const { placeOf } = viewQuery({}, 'late');
    const keyOf = (lateness: number | null) => placeOf(load(), { ...facts, lateness }).key;
    expect(Number(keyOf(7_200_000))).toBeLessThan(Number(keyOf(3_600_000)));
    expect(keyOf(null)).toBeNull();
  });
  it('sorts loads without a truck after the late ones, the longest overdue pickup first', () => {
    const { placeOf } = viewQuery({}, 'late');
    const keyOf = (hours: number) => {
      const stops = [stop({ estimated_departure_at: ago(hours * HOUR) })];
      return Number(placeOf(load({ vehicle_assignment: null, stops }), facts).key);
    };
    expect(keyOf(5)).toBeLessThan(keyOf(2));
    expect(keyOf(5)).toBeGreaterThan(Number(placeOf(load(), { ...facts, lateness: 60_000 }).key));
  });
});
