/** The same facts lead to the same invitation, regardless of order, repetition and restarts. */
import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import {
  currentState,
  type InvitationState,
  merge,
  NOTHING,
  type Step,
  stateOf,
} from './invitation-reducer.ts';

const HOUR = 3600_000;
const T0 = Date.parse('2026-11-20T06:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** A record of the service in the validity period that began at `from`. */
const record = (from: number, status: string, more: object = {}) => ({
  id: 'x',
  fleet_ref: 'F-1',
  created_at: iso(T0),
  expires_in_hours: 72,
  expires_at: iso(from + 72 * HOUR),
  status,
  ...more,
});
const event = (from: number, what: string, at: number, more: object = {}): InvitationState =>
  stateOf(record(from, what === 'viewed' ? 'active' : what, more), [[what, at]]);
const all = (facts: readonly InvitationState[]) => facts.reduce(merge, NOTHING);

const anyFact = fc
  .record({
    validity: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom('active', 'accepted', 'declined', 'expired', 'deleted', 'new_status'),
    name: fc.constantFrom('Old', 'New', null),
    steps: fc.array(
      fc.tuple(
        fc.constantFrom('viewed', 'accepted', 'declined', 'odd.name'),
        fc.integer({ min: 0, max: 400 }),
      ),
      { maxLength: 2 },
    ),
    partial: fc.boolean(),
    hourless: fc.boolean(),
  })
  .map(({ validity, status, name, steps, partial, hourless }): InvitationState => {
    const timed = steps.map(([what, minutes]): Step => [what, T0 + minutes * 60_000]);
    if (partial) return stateOf({ id: 'x' }, timed);
    const declined = status === 'declined' && name !== null;
    const more = {
      fleet_name: name,
      ...(hourless ? { expires_in_hours: null } : {}),
      ...(declined && { declined_at: iso(T0 + validity * 2 * HOUR + 60_000), decline_reason: name }),
    };
    return stateOf(record(T0 + validity * 2 * HOUR, status, more), timed);
  });

describe('facts about an invitation', () => {
  it('lead to the same state in any order, number and grouping', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (facts, random) => {
        const wanted = all(facts);
        const next = () => random.next().value as number;
        const many = facts.flatMap((fact) => Array.from({ length: 1 + (next() % 3) }, () => fact));
        const shuffled = many
          .map((fact) => [next(), fact] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, fact]) => fact);
        const cut = shuffled.length === 0 ? 0 : next() % shuffled.length;
        // A restart in between: the stored state is parsed again.
        const stored = JSON.parse(JSON.stringify(all(shuffled.slice(0, cut)))) as InvitationState;
        const split = merge(stored, all(shuffled.slice(cut)));
        expect(split).toEqual(wanted);
        expect(currentState(split)).toEqual(currentState(wanted));
      }),
    );
  });

  it('change nothing when already known', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { minLength: 1, maxLength: 8 }), fc.nat(), (facts, n) => {
        const state = all(facts);
        expect(merge(state, facts[n % facts.length] as InvitationState)).toBe(state);
      }),
    );
  });
});

describe('the funnel', () => {
  const created = stateOf(record(T0, 'active'));
  const viewed = event(T0, 'viewed', T0 + HOUR);
  const declined = event(T0, 'declined', T0 + 2 * HOUR, {
    declined_at: iso(T0 + 2 * HOUR),
    decline_reason: 'No',
  });
  const refreshed = stateOf(record(T0 + 3 * HOUR, 'active', { declined_at: null, decline_reason: null }));

  it('has each step with its time', () => {
    expect(currentState(all([declined, viewed, created]))).toMatchObject({
      status: 'declined',
      viewed_at: iso(T0 + HOUR),
      declined_at: iso(T0 + 2 * HOUR),
      refreshes: 0,
    });
  });

  it('starts over with a renewal, even if earlier steps arrive late', () => {
    for (const facts of [
      [created, viewed, declined, refreshed],
      [created, refreshed, declined, viewed],
    ])
      expect(currentState(all(facts))).toMatchObject({
        status: 'active',
        viewed_at: null,
        declined_at: null,
        valid_from: iso(T0 + 3 * HOUR),
        refreshes: 1,
        fields: { decline_reason: null },
      });
  });

  it('keeps a refusal and its reason over a renewal, in any order of facts', () => {
    const renewed = stateOf(record(T0 + 6 * HOUR, 'active', { declined_at: null, decline_reason: null }));
    const again = event(T0 + 3 * HOUR, 'declined', T0 + 4 * HOUR, { decline_reason: 'Still no' });
    const past_declines = [
      { at: iso(T0 + 2 * HOUR), reason: 'No' },
      { at: iso(T0 + 4 * HOUR), reason: 'Still no' },
    ];
    for (const facts of [
      [created, declined, refreshed, again, renewed],
      [renewed, refreshed, again, declined, created],
    ])
      expect(currentState(all(facts))).toMatchObject({ status: 'active', past_declines });
    expect(currentState(all([created, declined, refreshed, again]))).toMatchObject({
      status: 'declined',
      past_declines: past_declines.slice(0, 1),
    });
  });

  it('keeps a refusal that was stored by an earlier version, once it is renewed', () => {
    const { declines: _, ...stored } = all([created, declined]);
    expect(currentState(merge(stored, refreshed)).past_declines).toEqual([
      { at: iso(T0 + 2 * HOUR), reason: 'No' },
    ]);
    expect(currentState(stored).past_declines).toEqual([]);
    expect(merge(stored, created)).toBe(stored);
  });

  it('recognizes an end from an event that reports nothing else', () => {
    expect(currentState(all([created, stateOf({ id: 'x' }, [['accepted', T0 + HOUR]])]))).toMatchObject({
      status: 'accepted',
      accepted_at: iso(T0 + HOUR),
    });
  });

  it('maps deprecated aliases to the current fields', () => {
    expect(
      currentState(stateOf({ ...record(T0, 'active'), partner_provided_fleet_name: 'Acme' })).fields,
    ).toMatchObject({
      fleet_name: 'Acme',
    });
  });

  it('stores neither id nor link nor tokens', () => {
    const secrets = {
      magic_link: 'l',
      pre_registration_access_token: 'a',
      pre_registration_refresh_token: 'r',
    };
    const kept = JSON.stringify(stateOf(record(T0, 'active', secrets)));
    expect(kept).not.toMatch(/magic|pre_reg|"id"/);
  });
});

describe('a service without expires_in_hours', () => {
  const hourless = (expires_at: number, status: string, more: object = {}) =>
    stateOf({ ...record(T0, status, more), expires_at: iso(expires_at), expires_in_hours: undefined });
  const WEEK = 168 * HOUR;
  const viewed = stateOf({ id: 'x' }, [['viewed', T0 + HOUR]]);

  it('drops no event: the validity period begins with the creation', () => {
    expect(currentState(all([hourless(T0 + WEEK, 'active'), viewed]))).toMatchObject({
      status: 'active',
      viewed_at: iso(T0 + HOUR),
      valid_from: iso(T0),
      refreshes: 0,
    });
    expect(
      currentState(all([hourless(T0 + WEEK, 'active'), stateOf({ id: 'x' }, [['accepted', T0 + 2 * HOUR]])])),
    ).toMatchObject({ status: 'accepted', accepted_at: iso(T0 + 2 * HOUR) });
  });

  it('drops none without created_at either', () => {
    const facts = [hourless(T0 + WEEK, 'active', { created_at: undefined }), viewed];
    expect(currentState(all(facts))).toMatchObject({ viewed_at: iso(T0 + HOUR), valid_from: null });
  });

  it('supersedes what is known of an earlier validity period, but not of a later one', () => {
    const later = stateOf(record(T0 + 100 * HOUR, 'active', { fleet_name: 'New' }));
    const earlier = hourless(T0 + 72 * HOUR, 'declined', { fleet_name: 'Old' });
    expect(currentState(all([later, earlier]))).toMatchObject({
      status: 'active',
      fields: { fleet_name: 'New' },
    });
  });

  it('starts over with a renewal', () => {
    const refreshed_at = T0 + 30.4 * HOUR;
    const declined = stateOf({ id: 'x' }, [['declined', T0 + 2 * HOUR]]);
    const refreshed = hourless(refreshed_at + 72 * HOUR, 'active');
    expect(currentState(all([hourless(T0 + 72 * HOUR, 'declined'), declined, refreshed]))).toMatchObject({
      status: 'active',
      valid_from: iso(refreshed_at),
      refreshes: 1,
    });
  });
});
