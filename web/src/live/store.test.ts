import type { BoardLoad } from '@waypost/contract/api/board';
import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { fc, runs } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { describe, expect, it, vi } from 'vitest';
import { viewQuery } from '../features/board/query.ts';
import { GROUPINGS, SORTS } from '../features/board/search.ts';
import { ago, assignment, id, list, load, NOW, status, stop } from '../testing/loads.ts';
import { HEALTH_ORDER } from '../ui/health.ts';
import { ExceptionWatch } from './exceptions.ts';
import { FleetTally, quietFleetGroup } from './fleets.ts';
import { LoadStore } from './store.ts';
import { LoadView } from './view.ts';

/** A store whose frames come when the test says so. */
function make(now: () => number = () => NOW) {
  const frames: (() => void)[] = [];
  const store = new LoadStore({ derive: factsOf, now, schedule: (flush) => void frames.push(flush) });
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  return { store, frame, frames };
}

function viewOf(store: LoadStore, query: Parameters<typeof viewQuery>) {
  const due: (() => void)[] = [];
  const view = new LoadView(store, {
    query: viewQuery(...query),
    schedule: (refresh) => void due.push(refresh),
  });
  const stop = view.start();
  return { view, stop, calm: () => due.splice(0).forEach((refresh) => void refresh()) };
}

/** Loads 1 to 5, each on a truck of its own, of one fleet. */
function onFiveTrucks(tracking_health: string): readonly BoardLoad[] {
  const declared = assignment();
  return [1, 2, 3, 4, 5].map((n) => {
    const vehicle_assignment = { ...declared, vehicle: { ...declared.vehicle, id: id(500 + n) } };
    return load({ load_id: id(n), tracking_health, vehicle_assignment });
  });
}

describe('the store of loads', () => {
  it('notifies a row of its own load only, once a frame however many changes came', () => {
    const { store, frame, frames } = make();
    store.replaceAll(list([load(), load({ load_id: id(2) })]));
    frame();
    const [one, two] = [vi.fn(), vi.fn()];
    store.subscribeLoad(id(1), one);
    store.subscribeLoad(id(2), two);
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'stale' }], removed: [] });
    store.apply({ items: [{ load_id: id(1), version: 3, tracking_health: 'live' }], removed: [] });
    expect(frames).toHaveLength(1);
    frame();
    expect(one).toHaveBeenCalledTimes(1);
    expect(two).not.toHaveBeenCalled();
  });

  it('merges a partial change and keeps the rest', () => {
    const { store } = make();
    store.replaceAll(list([load()]));
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'stale' }], removed: [] });
    expect(store.get(id(1))).toMatchObject({ tracking_health: 'stale', load_ref: 'LD-48213', version: 2 });
  });

  it('drops echoes and what is older than what it has', () => {
    const { store } = make();
    store.replaceAll(list([load({ version: 5 })]));
    store.apply({ items: [{ load_id: id(1), version: 4, tracking_health: 'stale' }], removed: [] });
    store.apply({ items: [{ load_id: id(1), version: 5, tracking_health: 'stale' }], removed: [] });
    expect(store.get(id(1))?.tracking_health).toBe('live');
  });

  it('says that something was missed when an unknown load comes in part', () => {
    const { store } = make();
    store.replaceAll(list([]));
    expect(
      store.apply({ items: [{ load_id: id(9), version: 2, tracking_health: 'live' }], removed: [] }),
    ).toBe(false);
    expect(store.apply({ items: [load({ load_id: id(9), version: 2 })], removed: [] })).toBe(true);
    expect(store.size).toBe(1);
  });

  it('takes failed reads out of the exceptions while the whole service is down, and brings them back', () => {
    const { store, frame } = make();
    const read_error = { status: null, kind: 'unreachable', message: 'no answer', since: ago(0) };
    store.replaceAll(list([load({ read_error })]));
    frame();
    expect(store.counts().attention).toBe(1);
    store.setStatus(status({ state: 'down' }));
    frame();
    expect(store.counts().attention).toBe(0);
    store.setStatus(status());
    frame();
    expect(store.counts().attention).toBe(1);
  });

  it('notices what time alone has changed', () => {
    let now = NOW;
    const { store, frame } = make(() => now);
    store.replaceAll(list([load({ vehicle_changed_at: ago(0) })]));
    frame();
    expect(store.counts().by_health.check).toBe(1);
    now += 13 * 3600_000;
    store.sweep();
    frame();
    expect(store.counts().by_health.check).toBe(0);
  });
});

const anyLoad = (n: number): fc.Arbitrary<BoardLoad> =>
  fc
    .record({
      tracking_health: fc.constantFrom(null, 'quantum', ...TRACKING_HEALTH),
      agreement: fc.constantFrom('agree', 'disagree', null),
      assigned: fc.boolean(),
      load_ref: fc.constantFrom(`LD-${n}`, `LD-${n % 3}`, null),
      seconds: fc.integer({ min: 0, max: 200_000 }),
      failed: fc.boolean(),
      fleet: fc.constantFrom(null, 700, 701),
    })
    .map(({ tracking_health, agreement, assigned, load_ref, seconds, failed, fleet }) =>
      load({
        fleet: fleet && { fleet_id: id(fleet), name: `Fleet ${fleet}`, fleet_ref: null },
        load_id: id(n),
        load_ref,
        tracking_health,
        vehicle_assignment: assigned ? assignment({ agreement }) : null,
        last_position:
          seconds % 5 === 0 ? null : { latitude: 1, longitude: 2, occurred_at: ago(seconds * 1000) },
        read_error: failed ? { status: 403, kind: 'forbidden', message: 'no', since: ago(1) } : null,
      }),
    );

const IDS = [1, 2, 3, 4, 5, 6, 7, 8];
const act = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...IDS).chain((n) => anyLoad(n).map((item) => ({ item }))) },
  { weight: 2, arbitrary: fc.constantFrom(...IDS).map((n) => ({ remove: id(n) })) },
  { weight: 1, arbitrary: fc.constant({ frame: true as const }) },
);

describe('counts, filters and order', () => {
  it('kept by differences are what a fresh count, filter and sort give', () => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 40 }),
        fc.constantFrom(...SORTS, ...SORTS.map((sort) => `-${sort}` as const)),
        fc.subarray([...HEALTH_ORDER]),
        fc.constantFrom(undefined, 'ld-1', '48213', 'amarillo unit'),
        fc.boolean(),
        fc.constantFrom(...GROUPINGS),
        (acts, sort, health, q, attention_only, grouping) => {
          const filter = { health, q, attention_only };
          const { store, frame } = make();
          store.replaceAll(list([]));
          frame();
          const { view, stop, calm } = viewOf(store, [filter, sort, grouping]);
          let version = 1;
          for (const one of acts) {
            version += 1;
            if ('item' in one) store.apply({ items: [{ ...one.item, version }], removed: [] });
            else if ('remove' in one) store.apply({ items: [], removed: [one.remove] });
            else frame();
          }
          frame();
          calm();
          const kept = {
            counts: store.counts(),
            ids: view.snapshot().ids,
            groups: view.snapshot().groups,
            members: [...view.members].toSorted(),
          };
          stop();

          const fresh = make();
          fresh.store.replaceAll(list([...store.ids()].map((load_id) => store.get(load_id) as BoardLoad)));
          fresh.frame();
          const again = viewOf(fresh.store, [filter, sort, grouping]);
          expect(kept.counts).toEqual(fresh.store.counts());
          expect(kept.ids).toEqual(again.view.snapshot().ids);
          expect(kept.groups).toEqual(again.view.snapshot().groups);
          expect(kept.members).toEqual(kept.ids.toSorted());
          again.stop();
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('what time and outages change', () => {
  it('looks again at a load when its moment has come, and not before', () => {
    let now = NOW;
    const derive = vi.fn(factsOf);
    const store = new LoadStore({ derive, now: () => now, schedule: (flush) => flush() });
    const start = NOW + 4 * 3_600_000;
    const stops = [stop({ estimated_departure_at: new Date(start).toISOString() })];
    store.replaceAll(
      list([
        load({ load_id: id(1), tracking_health: 'unassigned', vehicle_assignment: null, stops }),
        load({ load_id: id(2), stops: [] }),
      ]),
    );
    expect(store.facts(id(1))?.attention).toBe(false);
    derive.mockClear();
    now = NOW + 60_000;
    store.sweep();
    expect(derive).not.toHaveBeenCalled();
    now = start - 60_000;
    store.sweep();
    expect(store.facts(id(1))?.attention).toBe(true);
    expect(derive.mock.calls.map(([one]) => one.load_id)).toEqual([id(1)]);
  });

  it('looks again only at loads whose read failed when an outage begins or ends', () => {
    const derive = vi.fn(factsOf);
    const store = new LoadStore({ derive, now: () => NOW, schedule: (flush) => flush() });
    const read_error = {
      status: 503,
      kind: 'service_error',
      message: 'x',
      since: new Date(NOW).toISOString(),
    };
    store.replaceAll(list([load({ load_id: id(1), read_error }), load({ load_id: id(2) })]));
    expect(store.facts(id(1))?.attention).toBe(true);
    derive.mockClear();
    store.setStatus(status({ state: 'down' }));
    expect(store.facts(id(1))?.attention).toBe(false);
    store.apply({ items: [{ load_id: id(1), version: 2, read_error: null }], removed: [] });
    derive.mockClear();
    store.setStatus(status({ state: 'ok' }));
    expect(derive).not.toHaveBeenCalled();
  });

  it('keeps the list that is there until the next one is whole', () => {
    const { store, frame } = make();
    store.replaceAll(list([load({ load_id: id(1) })]));
    frame();
    const draft = store.draft(status());
    draft.add([load({ load_id: id(2) })]);
    frame();
    expect([...store.ids()]).toEqual([id(1)]);
    draft.commit();
    frame();
    expect([...store.ids()]).toEqual([id(2)]);
    expect(store.counts().total).toBe(1);
  });
});

describe('a list under the pointer', () => {
  function held() {
    const made = make();
    made.store.replaceAll(
      list([load({ load_id: id(1), load_ref: 'A' }), load({ load_id: id(2), load_ref: 'B' })]),
    );
    made.frame();
    return { ...made, ...viewOf(made.store, [{}, 'ref']) };
  }

  it('keeps every row in its place, counts what waits, and shows it when the pointer leaves', () => {
    const { store, frame, view, calm } = held();
    view.hold();
    store.apply({ items: [load({ load_id: id(3), load_ref: 'AA', version: 2 })], removed: [id(2)] });
    frame();
    calm();
    expect(view.snapshot()).toMatchObject({ ids: [id(1), id(2)], waiting: 2 });
    view.release();
    expect(view.snapshot()).toMatchObject({ ids: [id(1), id(3)], waiting: 0 });
  });

  it('stands still also when the whole list is read anew', () => {
    const { store, frame, view } = held();
    view.hold();
    store.replaceAll(list([load({ load_id: id(3), load_ref: 'C' })]));
    frame();
    expect(view.snapshot().ids).toEqual([id(1), id(2)]);
    view.release();
    expect(view.snapshot().ids).toEqual([id(3)]);
  });

  it('moves at once when the person sorts or filters', () => {
    const { view } = held();
    view.hold();
    view.setQuery(viewQuery({}, '-ref'));
    expect(view.snapshot().ids).toEqual([id(2), id(1)]);
  });

  it('leaves out a load that the store lost a moment before the person filters', () => {
    const { store, frame, view } = held();
    store.replaceAll(list([load({ load_id: id(1), load_ref: 'A' })]));
    const listed = { list_id: id(9), version: 1, load_ids: new Set([id(1), id(2)]) };
    view.setQuery(viewQuery({ listed }, 'ref'));
    expect(view.snapshot().ids).toEqual([id(1)]);
    frame();
    expect(view.snapshot().ids).toEqual([id(1)]);
  });

  it('does not hold the map back: it receives every frame', () => {
    const { store, frame, view } = held();
    const received = vi.fn();
    view.onMembership(received);
    view.hold();
    store.apply({ items: [load({ load_id: id(3), version: 2 })], removed: [id(2)] });
    frame();
    expect(received).toHaveBeenCalledWith({ changed: [id(3)], removed: [id(2)], reset: false });
  });
});

describe('a fleet that goes quiet', () => {
  it('has its loads under one heading from then on, and no longer when it reports again', () => {
    const { store, frame } = make();
    const tally = new FleetTally(store);
    const due: (() => void)[] = [];
    const view = new LoadView(store, {
      query: viewQuery({ attention_only: true }, 'worst', 'cause', tally.quietFleetOf),
      onRegroup: tally.onRegroup,
      schedule: (refresh) => void due.push(refresh),
    });
    view.start();
    const members = vi.fn();
    view.onMembership(members);
    const groups = () => {
      for (const refresh of due.splice(0)) refresh();
      return view.snapshot().groups.map(({ key, count }) => [key, count]);
    };
    const turn = (version: number, health: string, from: number, to: number) => {
      for (let n = from; n <= to; n += 1)
        store.apply({ items: [{ load_id: id(n), version, tracking_health: health }], removed: [] });
      frame();
    };
    store.replaceAll(list(onFiveTrucks('live')));
    frame();
    turn(2, 'no_signal', 1, 3);
    expect(groups()).toEqual([['no_signal', 3]]);
    turn(3, 'no_signal', 4, 4);
    expect(groups()).toEqual([[quietFleetGroup(id(700)), 4]]);
    members.mockClear();
    turn(4, 'live', 1, 1);
    expect(groups()).toEqual([['no_signal', 3]]);
    // The map must hear of a load that went though the regrouping had placed it before.
    expect(members.mock.calls.flatMap(([{ removed }]) => removed)).toEqual([id(1)]);
    expect(view.members.size).toBe(3);
  });
});

describe('new exceptions', () => {
  it('are those that came since the page opened, until they are seen or over', () => {
    const { store, frame } = make();
    const watch = new ExceptionWatch(store);
    store.replaceAll(
      list([
        load({ load_id: id(1), tracking_health: 'stale' }),
        load({ load_id: id(2) }),
        load({ load_id: id(3) }),
      ]),
    );
    frame();
    expect(watch.get().ids.size).toBe(0);
    for (const n of [2, 3])
      store.apply({ items: [{ load_id: id(n), version: 2, tracking_health: 'no_signal' }], removed: [] });
    frame();
    expect([...watch.get().ids]).toEqual([id(2), id(3)]);
    store.apply({ items: [{ load_id: id(2), version: 3, tracking_health: 'live' }], removed: [] });
    frame();
    expect([...watch.get().ids]).toEqual([id(3)]);
    watch.acknowledge();
    expect(watch.get().ids.size).toBe(0);
  });

  it('of a fleet that has gone quiet are one', () => {
    const { store, frame } = make();
    const tally = new FleetTally(store);
    const watch = new ExceptionWatch(store, tally.exceptionOf);
    store.replaceAll(list(onFiveTrucks('live')));
    frame();
    const fall = (n: number) =>
      store.apply({ items: [{ load_id: id(n), version: 2, tracking_health: 'stale' }], removed: [] });
    for (const n of [1, 2, 3]) fall(n);
    frame();
    expect(watch.get().count).toBe(3);
    for (const n of [4, 5]) fall(n);
    frame();
    expect([watch.get().count, watch.get().ids.size]).toEqual([1, 5]);
  });

  it('do not come from the first read of a load: the board only fills', () => {
    const { store, frame } = make();
    const watch = new ExceptionWatch(store);
    store.replaceAll(list([load({ tracking_health: null })]));
    frame();
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'stale' }], removed: [] });
    frame();
    expect(watch.get().ids.size).toBe(0);
    store.apply({ items: [{ load_id: id(1), version: 3, tracking_health: 'live' }], removed: [] });
    frame();
    store.apply({ items: [{ load_id: id(1), version: 4, tracking_health: 'stale' }], removed: [] });
    frame();
    expect([...watch.get().ids]).toEqual([id(1)]);
  });
});
