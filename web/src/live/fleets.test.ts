import { fc } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { describe, expect, it } from 'vitest';
import { assignment, id, list, load, NOW } from '../testing/loads.ts';
import { healthCount, healthText, troubleText } from './fleet-words.ts';
import { FleetTally, fleetName } from './fleets.ts';
import { LoadStore } from './store.ts';

const fleetOf = (n: number) => ({ fleet_id: id(700 + n), name: `Fleet ${n}`, fleet_ref: null });

const onTruck = (n: number) => {
  const declared = assignment();
  return { ...declared, vehicle: { ...declared.vehicle, id: id(n) } };
};

function make() {
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  return { store, tally: new FleetTally(store) };
}

describe('FleetTally', () => {
  it('counts the loads of each fleet by health, ignoring loads without a fleet', () => {
    const { store, tally } = make();
    store.replaceAll(
      list([
        load({ load_id: id(1), fleet: fleetOf(1) }),
        load({ load_id: id(2), fleet: fleetOf(1), tracking_health: 'stale' }),
        load({ load_id: id(3), fleet: null }),
        load({ load_id: id(4), fleet: null, vehicle_assignment: null, tracking_health: 'unassigned' }),
      ]),
    );
    const counts = tally.get(id(701));
    expect(counts).toMatchObject({ loads: 2, by_health: { live: 1, stale: 1 } });
    expect(counts && troubleText(counts)).toBe('1 stale');
    expect([1, 5].map((count) => healthCount(count, 'check'))).toEqual([
      '1 truck in doubt',
      '5 trucks in doubt',
    ]);
    expect(healthText({ live: 1200, check: 2 })).toBe('2 trucks in doubt, 1,200 live');
    expect(tally.get(id(702))).toBeNull();
  });

  const trucks = (from: number, to: number, tracking_health: string, more: object = {}) =>
    Array.from({ length: to - from + 1 }, (_, n) =>
      load({
        load_id: id(from + n),
        version: 1,
        fleet: fleetOf(1),
        tracking_health,
        vehicle_assignment: onTruck(500 + from + n),
        ...more,
      }),
    );

  it("combines a fleet's loads into one exception while most of its trucks are quiet", () => {
    const { store, tally } = make();
    const regrouped: string[][] = [];
    tally.onRegroup((load_ids) => regrouped.push([...load_ids]));
    store.replaceAll(list([...trucks(1, 3, 'stale'), ...trucks(4, 4, 'live')]));
    expect(tally.exceptionOf(id(1))).toBe(id(1));
    store.apply({ items: trucks(5, 9, 'no_signal'), removed: [] });
    expect(regrouped.at(-1)).toHaveLength(9);
    expect([id(1), id(5)].map(tally.exceptionOf)).toEqual([id(701), id(701)]);
    expect(tally.exceptionOf(id(4))).toBe(id(4));
    expect(tally.get(id(701))).toMatchObject({ quiet_trucks: 8, trucks: 9 });
    store.apply({ items: trucks(5, 9, 'live', { version: 2 }), removed: [] });
    expect(regrouped).toHaveLength(2);
    expect(tally.exceptionOf(id(1))).toBe(id(1));
  });

  it('counts several loads on a truck as one truck, and keeps a wrong truck as a separate exception', () => {
    const { store, tally } = make();
    const same = { vehicle_assignment: onTruck(500) };
    store.replaceAll(list([...trucks(1, 6, 'stale', same), ...trucks(7, 7, 'stale')]));
    expect(tally.get(id(701))).toMatchObject({ quiet_trucks: 2, trucks: 2 });
    expect(tally.exceptionOf(id(1))).toBe(id(1));
    const wrong = { vehicle_assignment: { ...onTruck(508), agreement: 'disagree' } };
    store.apply({ items: [...trucks(8, 8, 'stale', wrong), ...trucks(9, 12, 'stale')], removed: [] });
    expect([id(8), id(9)].map(tally.exceptionOf)).toEqual([id(8), id(701)]);
  });

  it('gives the same result incrementally as a fresh count', () => {
    const change = fc.record({
      n: fc.integer({ min: 1, max: 5 }),
      fleet: fc.constantFrom(null, 1, 2),
      health: fc.constantFrom('live', 'stale', 'no_signal'),
      assigned: fc.boolean(),
      removed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { store, tally } = make();
        store.replaceAll(list([]));
        let version = 1;
        for (const { n, fleet, health, assigned, removed } of changes) {
          version += 1;
          const item = load({
            load_id: id(n),
            version,
            fleet: fleet && fleetOf(fleet),
            tracking_health: health,
            vehicle_assignment: assigned ? assignment() : null,
          });
          store.apply(removed ? { items: [], removed: [id(n)] } : { items: [item], removed: [] });
        }
        const fresh = make();
        fresh.store.replaceAll(list([...store.ids()].map((load_id) => store.get(load_id) ?? load())));
        for (const n of [1, 2]) expect(tally.get(id(700 + n))).toEqual(fresh.tally.get(id(700 + n)));
      }),
    );
  });

  it('returns the same snapshot while nothing of the fleet has changed', () => {
    const { store, tally } = make();
    store.replaceAll(list([load({ load_id: id(1), fleet: fleetOf(1) })]));
    const before = tally.get(id(701));
    store.apply({ items: [{ load_id: id(1), version: 2, read_at: null }], removed: [] });
    expect(tally.get(id(701))).toBe(before);
  });
});

it('names a fleet by its name, else its reference, else its id', () => {
  expect(fleetName(fleetOf(1))).toBe('Fleet 1');
  expect(fleetName({ ...fleetOf(1), name: null, fleet_ref: 'F-1' })).toBe('F-1');
  expect(fleetName({ ...fleetOf(1), name: null })).toBe('Fleet 00000000');
});
