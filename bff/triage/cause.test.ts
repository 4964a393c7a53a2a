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

  it('covers every cause', () => {
    expect(new Set(STATES.map(([, , cause]) => cause))).toEqual(new Set(CAUSES));
  });

  it('does not blame single loads for an outage: their last known state stands', () => {
    const it = load({ read_error: failed('unreachable'), tracking_health: 'no_signal', last_position: null });
    expect(causeOf(it, { now: NOW, outage: true })).toBe('no_signal');
    expect(factsOf(load({ read_error: failed('timeout') }), { now: NOW, outage: true }).attention).toBe(
      false,
    );
  });

  it('keeps what the outage does not explain: a load that the service refuses us', () => {
    expect(causeOf(load({ read_error: failed('forbidden') }), { now: NOW, outage: true })).toBe(
      'read_forbidden',
    );
  });

  it('flags the truck whatever the health, for as long as the warning lasts', () => {
    const changed = load({ tracking_health: 'stale', vehicle_changed_at: ago(HOUR) });
    expect(factsOf(changed, calm).health).toBe('check');
    const facts = factsOf(changed, calm);
    expect(facts.valid_until).toBe(NOW + 11 * HOUR);
    expect(factsOf(changed, { now: facts.valid_until, outage: false }).health).toBe('stale');
  });

  it('says again what it said when nothing but a turning point has passed', () => {
    const waiting = load({ ...noTruck, stops: start(3 * HOUR) });
    const facts = factsOf(waiting, calm);
    expect(facts.valid_until).toBe(NOW + HOUR);
    expect(factsOf(waiting, { now: facts.valid_until, outage: false }).attention).toBe(true);
  });
});
