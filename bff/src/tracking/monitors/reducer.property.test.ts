/** The merge of monitor facts depends on the facts only, not on how they arrive. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import type { Monitor } from '@waypost/contract/monitors';
import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { factOfEvent, factOfRecord } from './facts.ts';
import { type MonitorState, merge, NOTHING } from './reducer.ts';

const BEGAN = Date.parse('2026-11-20T08:00:00Z');
const iso = (minutes: number) => new Date(BEGAN + minutes * 60_000).toISOString();

const time = fc.option(fc.integer({ min: 0, max: 6 }).map(iso), { nil: undefined });
const text = fc.constantFrom(undefined, null, 'a', 'b');
const stop = fc.record(
  {
    id: fc.constantFrom(undefined, id(1), id(2), id(3)),
    sequence: fc.constantFrom(undefined, 0, 1, 2),
    name: text,
    radius_meters: fc.constantFrom(undefined, 100, 200),
    point: fc.constantFrom(undefined, {
      type: 'Point' as const,
      coordinates: [-101.8, 35.2] as [number, number],
    }),
    arrived_at: time,
    departed_at: time,
  },
  { requiredKeys: [] },
);
const record = fc.record(
  {
    id: fc.constant(id(7)),
    status: fc.constantFrom(undefined, 'active', 'completed', 'expired', 'cancelled', 'resting'),
    current_stop_sequence: fc.constantFrom(undefined, 0, 1, 2),
    name: text,
    fleet_ref: text,
    updated_at: time,
    created_at: time,
    expires_at: time,
    completed_at: time,
    cancelled_at: time,
    stops: fc.option(fc.array(stop, { maxLength: 3 }), { nil: undefined }),
  },
  { requiredKeys: ['id'] },
) as fc.Arbitrary<Monitor>;
const names = ASSUMPTIONS.events.geofence_monitor;
const event = fc
  .tuple(
    fc.constantFrom(...Object.values(names), 'geofence_monitor.weather'),
    record,
    fc.option(stop, { nil: null }),
    time,
    fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
  )
  .map(([name, known, about, occurred_at, sent]) =>
    factOfEvent(
      name,
      { ...known, stop: about, occurred_at } as MonitorEventRecord,
      sent === null ? null : BEGAN + sent * 60_000,
    ),
  );
const state = fc.oneof(
  record.map(factOfRecord),
  event.map((fact) => fact.state),
);

const folded = (states: readonly MonitorState[]) => states.reduce(merge, NOTHING);

describe('the merge', () => {
  it('is the same in any order, with repetitions and restarts', () => {
    fc.assert(
      fc.property(
        fc.array(state, { maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }),
        fc.nat(),
        (states, swaps, cut) => {
          const shuffled = [...states];
          for (const [a, b] of swaps) {
            if (states.length === 0) break;
            // Repeated at another position.
            shuffled.splice(a % (shuffled.length + 1), 0, states[b % states.length] as MonitorState);
          }
          const at = cut % (shuffled.length + 1);
          const before = JSON.parse(JSON.stringify(folded(shuffled.slice(0, at)))) as MonitorState;
          expect(folded([before, ...shuffled.slice(at).reverse()])).toEqual(folded(states));
        },
      ),
    );
  });

  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(state, state, state, (a, b, c) => {
        expect(merge(a, b)).toEqual(merge(b, a));
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)));
        expect(merge(merge(a, b), b)).toEqual(merge(a, b));
      }),
    );
  });

  it('returns the same object when nothing is new', () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        const both = merge(a, b);
        expect(merge(both, a)).toBe(both);
        expect(merge(both, b)).toBe(both);
      }),
    );
  });
});
