import type { BoardLoad } from '@waypost/contract/api/board';
import { fc, runs } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { quietFleetOf, quietFleets } from '@waypost/triage/fleet';
import { worstFirst, worstFirstPlace } from '@waypost/triage/rank';
import { CAUSES, type Cause } from '@waypost/triage/score';
import { MIN_MINUTES, RUNNING_LATE, WORSE } from '@waypost/triage/testing/states';
import { expect, it } from 'vitest';
import { viewQuery } from '../features/board/query.ts';
import { loadsCsv } from '../features/loads/export-loads.ts';
import { FleetTally } from '../live/fleets.ts';
import { LoadStore } from '../live/store.ts';
import { LoadView, worstLoadsFirst } from '../live/view.ts';
import { ago, assignment, HOUR, id, list, load, NOW, stop } from '../testing/loads.ts';
import { shownLoads } from './BoardViews.tsx';

const anyLoad = (fleet: number, causes: readonly Cause[]) =>
  fc.record({
    cause: fc.constantFrom(...causes),
    minutes: fc.integer({ min: MIN_MINUTES, max: 3_000 }),
    fleet: fc.constant(fleet),
    ref: fc.constantFrom('LD-9', 'LD-10', null),
  });
/** The second fleet is quiet when it has four loads. */
const anyLoads = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyLoad(700, CAUSES) },
    { weight: 1, arbitrary: anyLoad(701, ['stale', 'stale_driving', 'no_signal']) },
  ),
  { maxLength: 40 },
);

function toLoads(made: typeof anyLoads extends fc.Arbitrary<infer T> ? T : never): BoardLoad[] {
  return made.map(({ cause, minutes, fleet, ref }, n) => {
    const base = load({ load_id: id(n + 1), load_ref: ref, ...WORSE[cause](minutes) });
    const vehicle_assignment = base.vehicle_assignment && {
      ...base.vehicle_assignment,
      vehicle: { ...assignment().vehicle, id: id(500 + n) },
    };
    return { ...base, vehicle_assignment, fleet: { fleet_id: id(fleet), name: null, fleet_ref: null } };
  });
}

it('list, table, wall, CSV, panels and API have the same order for the same loads', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const loads = toLoads(made);
      const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
      const fleets = new FleetTally(store);
      store.replaceAll(list(loads));
      // As the API sorts (bff/src/tracking/triage/create.ts).
      const quiet = quietFleets(loads);
      const of_api = worstFirst(loads, (item) => {
        const facts = factsOf(item, { now: NOW, outage: false });
        return worstFirstPlace(
          item,
          facts,
          quietFleetOf(item, facts.cause, (fleet) => quiet.has(fleet)),
        );
      }).map(({ load_id }) => load_id);
      expect(worstLoadsFirst({ store, fleets }, [...store.ids()])).toEqual(of_api);

      const idsOf = (query: ReturnType<typeof viewQuery>) => {
        const view = new LoadView(store, { query, schedule: (run) => run() });
        view.start()();
        return view.snapshot().ids;
      };
      for (const grouping of ['cause', 'none'] as const)
        expect(idsOf(viewQuery({}, 'worst', grouping, fleets.quietFleetOf))).toEqual(of_api);
      const csv = loadsCsv(
        shownLoads({ store, fleets }, { search: { tab: 'all' }, listed: undefined, me: '' }),
        NOW,
      );
      const rows = csv.trim().split('\r\n').slice(1);
      expect(rows.map((row) => row.split(',')[1])).toEqual(of_api);

      const urgent = of_api.filter((load_id) => store.facts(load_id)?.attention);
      const attention = idsOf(viewQuery({ attention_only: true }, 'worst', 'cause', fleets.quietFleetOf));
      expect(attention.toSorted()).toEqual(urgent.toSorted());
      expect(attention).toEqual(worstLoadsFirst({ store, fleets }, urgent));
    }),
    { numRuns: runs(100) },
  );
});

it('puts the longest overdue first, whether it is known to be late, may be, or its appointment passed unseen', () => {
  const passed = (hours: number): Partial<BoardLoad> => ({
    stops: [stop({ estimated_arrival_at: ago(hours * HOUR) })],
    motion: null,
  });
  const [estimate] = RUNNING_LATE.predicted_arrivals;
  const late: Readonly<Record<string, Partial<BoardLoad>>> = {
    'LD-1': { ...passed(46), vehicle_assignment: null, last_position: null },
    'LD-2': passed(7),
    // Driving past its last appointment.
    'LD-3': { stops: passed(5.5).stops as never },
    'LD-4': { ...passed(3), vehicle_assignment: null, last_position: null },
    'LD-5': { ...RUNNING_LATE, predicted_arrivals: [{ ...estimate, running_late: false }] as never },
    'LD-6': passed(1),
    // May be a day late, or on time.
    'LD-7': {
      stops: [stop({ estimated_arrival_at: ago(-HOUR) })],
      predicted_arrivals: [{ ...estimate, from: ago(0), to: ago(-48 * HOUR), running_late: false }] as never,
    },
    'LD-8': { stops: [stop({ estimated_arrival_at: ago(-HOUR) })] },
    'LD-9': { vehicle_assignment: null, stops: [stop({ estimated_arrival_at: ago(-HOUR) })] },
  };
  const loads = Object.entries(late)
    .map(([load_ref, change], n) => load({ ...change, load_ref, load_id: id(n + 1) }))
    .toReversed();
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  store.replaceAll(list(loads));
  const exported = shownLoads(
    { store, fleets: new FleetTally(store) },
    { search: { tab: 'all', sort: 'late' }, listed: undefined, me: '' },
  );
  expect(exported.map((row) => row.load.load_ref)).toEqual(Object.keys(late));
});
