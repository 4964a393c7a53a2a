import { fc } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { describe, expect, it } from 'vitest';
import { assignment, id, list, load, NOW } from '../testing/loads.ts';
import { FleetTally, fleetName, troubleText } from './fleets.ts';
import { LoadStore } from './store.ts';

const fleetOf = (n: number) => ({ fleet_id: id(700 + n), name: `Fleet ${n}`, fleet_ref: null });

function make() {
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  return { store, tally: new FleetTally(store) };
}

describe('the loads of each fleet', () => {
  it('are counted with how they stand, and those of an unknown fleet apart', () => {
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
    expect(counts).toMatchObject({ loads: 2, attention: 1, by_health: { live: 1, stale: 1 } });
    expect(counts && troubleText(counts)).toBe('1 stale');
    expect([tally.unknown, tally.get(id(702))]).toEqual([1, null]);
  });

  it('counted by differences are what a fresh count gives', () => {
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
        expect(tally.unknown).toBe(fresh.tally.unknown);
        for (const n of [1, 2]) expect(tally.get(id(700 + n))).toEqual(fresh.tally.get(id(700 + n)));
      }),
    );
  });

  it('keep their snapshot while nothing of the fleet has changed', () => {
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
