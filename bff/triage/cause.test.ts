import { describe, expect, it } from 'vitest';
import { causeOf } from './cause.ts';
import { factsOf } from './facts.ts';
import { CAUSES } from './score.ts';
import { ago, HOUR, load, NOW } from './testing/loads.ts';
import { failed, noTruck, STATES, start } from './testing/states.ts';

const calm = { now: NOW, outage: false };

describe('from state to cause', () => {
  it.each(STATES)('%s', (_state, change, cause, attention) => {
    const it = load(change);
    expect(causeOf(it, calm)).toBe(cause);
    expect(factsOf(it, calm).attention).toBe(attention);
  });

  it('every cause is covered', () => {
    expect(new Set(STATES.map(([, , cause]) => cause))).toEqual(new Set(CAUSES));
  });

  it('an outage is not blamed on single loads: their last known state stays', () => {
    const it = load({ read_error: failed('unreachable'), tracking_health: 'no_signal', last_position: null });
    expect(causeOf(it, { now: NOW, outage: true })).toBe('no_signal');
    expect(factsOf(load({ read_error: failed('timeout') }), { now: NOW, outage: true }).attention).toBe(
      false,
    );
  });

  it('failures that an outage does not explain remain: a load that we may not read', () => {
    expect(causeOf(load({ read_error: failed('forbidden') }), { now: NOW, outage: true })).toBe(
      'read_forbidden',
    );
  });

  it('the truck is flagged regardless of health while the warning lasts', () => {
    const changed = load({ tracking_health: 'stale', vehicle_changed_at: ago(HOUR) });
    expect(factsOf(changed, calm).health).toBe('check');
    const facts = factsOf(changed, calm);
    expect(facts.valid_until).toBe(NOW + 11 * HOUR);
    expect(factsOf(changed, { now: facts.valid_until, outage: false }).health).toBe('stale');
  });

  it('facts change only after `valid_until`', () => {
    const waiting = load({ ...noTruck, stops: start(3 * HOUR) });
    const facts = factsOf(waiting, calm);
    expect(facts.valid_until).toBe(NOW + HOUR);
    expect(factsOf(waiting, { now: facts.valid_until, outage: false }).attention).toBe(true);
  });
});
