import type { LoadFacts } from '@waypost/triage/facts';
import { describe, expect, it } from 'vitest';
import { load } from '../../testing/loads.ts';
import { wordsOf } from '../../ui/resource-list/words.ts';
import { matchesFilter, NO_POSITION } from './query.ts';

const facts: LoadFacts = {
  health: 'live',
  cause: 'fine',
  attention: false,
  triage: null,
  score: { total: 0, severity: 0, urgency: 1, appointment_at: null, valid_until: Number.POSITIVE_INFINITY },
  since: null,
  doubt: null,
  journey: null,
  appointment_at: null,
  lateness: null,
  overdue_since: null,
  may_be_late: false,
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

  it('finds a load by its number without the separators', () => {
    const found = (q: string) =>
      matchesFilter(load({ load_ref: 'LD-79158/2' }), facts, new Set(), wordsOf(q));
    for (const q of ['LD-79158/2', 'ld79158', 'LD791582', '79158']) expect(found(q), q).toBe(true);
    expect(found('ld79159')).toBe(false);
  });

  it('finds the loads that the map cannot show', () => {
    const found = (last_position: null | undefined) =>
      matchesFilter(
        load(last_position === null ? { last_position } : {}),
        facts,
        new Set(),
        wordsOf(NO_POSITION),
      );
    expect(found(null)).toBe(true);
    expect(found(undefined)).toBe(false);
  });
});
