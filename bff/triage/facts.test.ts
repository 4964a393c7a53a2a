import type { LoadTriage } from '@waypost/contract/api/load-triage';
import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.ts';
import { ago, HOUR, load, NOW, openTriage, stop } from './testing/loads.ts';
import { LATE_ARRIVAL } from './testing/states.ts';

const silent = { tracking_health: 'no_signal', last_position: null } as const;
const snoozed = (until: string | null) => ({ until, by_name: 'Ann', at: ago(HOUR) });
const closed = { reason: 'known', by_name: 'Ann', at: ago(HOUR) } as const;
const facts = (triage: Partial<LoadTriage> | null, change: object = silent, now = NOW) =>
  factsOf(load({ ...change, triage: triage && openTriage({ version: 1, change: 1, ...triage }) }), {
    now,
    outage: false,
  });

describe('exception with triage', () => {
  it('needs attention while neither snoozed nor closed, whoever owns it', () => {
    expect(facts(null)).toMatchObject({ triage: 'open', attention: true });
    expect(facts({ owner: { sub: 'ann', name: 'Ann' } })).toMatchObject({ triage: 'open', attention: true });
    expect(facts({ snooze: snoozed(null) })).toMatchObject({ triage: 'snoozed', attention: false });
    expect(facts({ closed })).toMatchObject({ triage: 'closed', attention: false });
    expect(facts({ closed }, {})).toMatchObject({ triage: null, attention: false });
  });

  it('keeps its score while snoozed', () => {
    expect(facts({ snooze: snoozed(null) }).score).toEqual(facts(null).score);
  });

  it('wakes when its snooze ends, without new data', () => {
    const { valid_until, triage } = facts({ snooze: snoozed(ago(-HOUR)) });
    expect([triage, valid_until]).toEqual(['snoozed', NOW + HOUR]);
    expect(facts({ snooze: snoozed(ago(-HOUR)) }, silent, NOW + HOUR)).toMatchObject({ triage: 'open' });
  });

  it('is open when the load has a different cause than the snoozed or closed one', () => {
    for (const triage of [{ snooze: snoozed(null) }, { closed }])
      expect(facts(triage, { tracking_health: 'not_shared', last_position: null })).toMatchObject({
        cause: 'not_shared',
        triage: 'open',
        attention: true,
      });
  });

  it('is open in a cached list of an earlier version without triage', () => {
    const { triage: _, ...old } = load(silent);
    expect(factsOf(old as ReturnType<typeof load>, { now: NOW, outage: false }).triage).toBe('open');
  });
});

describe('a load without an exception that may be late', () => {
  const parked = { motion: { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(HOUR) } };
  const due = (at: string) => ({ stops: [stop({ estimated_arrival_at: at })], ...parked });
  const arriving = (from: number, to: number) => ({
    predicted_arrivals: [{ ...LATE_ARRIVAL, running_late: false, from: ago(-from), to: ago(-to) }],
  });

  it.each([
    ['its appointment passed, and nobody knows of an arrival', due(ago(HOUR)), true],
    ['even an early arrival is late', { ...due(ago(-HOUR)), ...arriving(2 * HOUR, 4 * HOUR) }, true],
    ['an early arrival is in time', { ...due(ago(-3 * HOUR)), ...arriving(2 * HOUR, 4 * HOUR) }, false],
    ['its appointment is ahead', due(ago(-HOUR)), false],
  ])('%s', (_what, change, expected) => {
    expect(facts(null, change)).toMatchObject({ attention: false, may_be_late: expected });
  });

  it('is not counted beside its exception', () => {
    expect(facts(null, { ...due(ago(HOUR)), ...silent })).toMatchObject({
      attention: true,
      may_be_late: false,
    });
  });
});
