import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { fc, runs } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { quietFleetGroup } from '@waypost/triage/fleet';
import { describe, expect, it, vi } from 'vitest';
import { viewQuery } from '../features/board/query.ts';
import { GROUPINGS, SORTS } from '../features/board/search.ts';
import {
  ago,
  assignment,
  id,
  list,
  load,
  NOW,
  onFiveTrucks,
  openTriage,
  status,
  stop,
} from '../testing/loads.ts';
import { HEALTH_ORDER } from '../ui/health.ts';
import { ExceptionWatch } from './exceptions.ts';
import { FleetTally } from './fleets.ts';
import { LoadStore } from './store.ts';
import { LoadView } from './view.ts';

/** A store whose frames are triggered by the test. */
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
  return { view, stop, runScheduled: () => due.splice(0).forEach((refresh) => void refresh()) };
}

describe('LoadStore', () => {
  it('notifies only the subscribers of a changed load, once per frame', () => {
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

  it('hurries only for a change that is shown, or adds or removes a load', () => {
    const asked: (string | number)[] = [];
    const due: (() => void)[] = [];
    const schedule = (flush: () => void, when: 'frame' | number) => {
      asked.push(when);
      due.push(flush);
    };
    const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule });
    const askedBy = (items: readonly object[], removed: readonly string[] = []) => {
      for (const flush of due.splice(0)) flush();
      asked.length = 0;
      store.apply({ items, removed } as Parameters<typeof store.apply>[0]);
      return asked.join();
    };
    store.replaceAll(list([load(), load({ load_id: id(2) })]));
    store.subscribeLoad(id(1), () => undefined);
    const moved = (n: number, version: number) => ({ load_id: id(n), version, last_position: null });
    expect(askedBy([moved(2, 2)])).toBe('1000');
    expect(askedBy([moved(1, 2)])).toBe('frame');
    expect(askedBy([load({ load_id: id(3) })])).toBe('frame');
    expect(askedBy([], [id(3)])).toBe('frame');
    expect(askedBy([moved(1, 2)])).toBe('');
  });

  it('shows what a reading changed of a large board in its row at once, and counts it with the next changes; an act is counted at once', () => {
    const { store, frames } = make();
    const publish = () => frames.splice(0).forEach((run) => void run());
    store.replaceAll(list(Array.from({ length: 3_000 }, (_, n) => load({ load_id: id(n) }))));
    publish();
    const [shown, counted] = [vi.fn(), vi.fn()];
    store.subscribeLoad(id(1), shown);
    store.subscribeFlush(counted);
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'stale' }], removed: [] });
    const [row, later] = frames.splice(0);
    row?.();
    expect([shown.mock.calls.length, counted.mock.calls.length]).toEqual([1, 0]);
    later?.();
    expect(counted).toHaveBeenCalledTimes(1);
    store.apply({ items: [{ load_id: id(1), version: 3, triage: null }], removed: [] });
    expect(frames).toHaveLength(1);
    publish();
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('publishes what waited when a shown load changes', () => {
    const { store, frame, frames } = make();
    store.replaceAll(list([load(), load({ load_id: id(2) })]));
    frame();
    const shown = vi.fn();
    store.apply({ items: [{ load_id: id(2), version: 2, tracking_health: 'live' }], removed: [] });
    store.subscribeLoad(id(1), shown);
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'live' }], removed: [] });
    expect(frames).toHaveLength(2);
    frames[1]?.();
    expect(shown).toHaveBeenCalledTimes(1);
    frames[0]?.();
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('merges a partial change and keeps the rest', () => {
    const { store } = make();
    store.replaceAll(list([load()]));
    store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'stale' }], removed: [] });
    expect(store.get(id(1))).toMatchObject({ tracking_health: 'stale', load_ref: 'LD-48213', version: 2 });
  });

  it('drops changes that are not newer than the stored version', () => {
    const { store } = make();
    store.replaceAll(list([load({ version: 5 })]));
    store.apply({ items: [{ load_id: id(1), version: 4, tracking_health: 'stale' }], removed: [] });
    store.apply({ items: [{ load_id: id(1), version: 5, tracking_health: 'stale' }], removed: [] });
    expect(store.get(id(1))?.tracking_health).toBe('live');
  });

  it('returns false for a partial change of an unknown load, which means that events were missed', () => {
    const { store } = make();
    store.replaceAll(list([]));
    expect(
      store.apply({ items: [{ load_id: id(9), version: 2, tracking_health: 'live' }], removed: [] }),
    ).toBe(false);
    expect(store.apply({ items: [load({ load_id: id(9), version: 2 })], removed: [] })).toBe(true);
    expect(store.size).toBe(1);
  });

  it('does not count failed reads as exceptions while the service is down', () => {
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

  it('updates facts that change with time alone', () => {
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
const action = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...IDS).chain((n) => anyLoad(n).map((item) => ({ item }))) },
  { weight: 2, arbitrary: fc.constantFrom(...IDS).map((n) => ({ remove: id(n) })) },
  { weight: 2, arbitrary: fc.constant({ frame: true as const }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, 'ld', 'unit').map((typed) => ({ typed })) },
);

describe('incremental counts, filters and order', () => {
  it('equal those of a fresh store and view', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 40, size: 'max' }),
        fc.constantFrom(...SORTS, ...SORTS.map((sort) => `-${sort}` as const)),
        fc.oneof(fc.constant([]), fc.subarray([...HEALTH_ORDER])),
        fc.option(fc.constantFrom('ld-1', '48213', 'amarillo unit'), { nil: undefined, freq: 2 }),
        fc.boolean(),
        fc.constantFrom(...GROUPINGS),
        fc.boolean(),
        (actions, sort, health, q, attention_only, grouping, displayed) => {
          const filter = { health, q, attention_only };
          const { store, frame } = make();
          store.replaceAll(list([]));
          frame();
          const { view, stop, runScheduled } = viewOf(store, [filter, sort, grouping]);
          if (displayed) view.subscribe(view.snapshot);
          let version = 1;
          for (const action of actions) {
            version += 1;
            if ('item' in action) store.apply({ items: [{ ...action.item, version }], removed: [] });
            else if ('remove' in action) store.apply({ items: [], removed: [action.remove] });
            else if ('typed' in action)
              view.setQuery(viewQuery({ ...filter, q: action.typed }, sort, grouping));
            else {
              frame();
              runScheduled();
            }
          }
          frame();
          runScheduled();
          view.setQuery(viewQuery(filter, sort, grouping));
          const incremental = {
            counts: store.counts(),
            ids: view.snapshot().ids,
            groups: view.snapshot().groups,
            members: [...view.members].toSorted(),
          };
          stop();

          const fresh = make();
          fresh.store.replaceAll(list([...store.ids()].map((load_id) => store.get(load_id) as BoardLoad)));
          fresh.frame();
          const fresh_view = viewOf(fresh.store, [filter, sort, grouping]);
          expect(incremental.counts).toEqual(fresh.store.counts());
          expect(incremental.ids).toEqual(fresh_view.view.snapshot().ids);
          expect(incremental.groups).toEqual(fresh_view.view.snapshot().groups);
          expect(incremental.members).toEqual(incremental.ids.toSorted());
          fresh_view.stop();
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('the order of a view', () => {
  it('costs nothing while only its members are used, as by the map', () => {
    const { store, frame } = make();
    store.replaceAll(list([load(), load({ load_id: id(2) })]));
    frame();
    const query = viewQuery({}, 'ref');
    const placeOf = vi.fn(query.placeOf);
    const due: (() => void)[] = [];
    const view = new LoadView(store, {
      query: { ...query, placeOf },
      schedule: (refresh) => void due.push(refresh),
    });
    view.start();
    const change = (version: number) => {
      store.apply({ items: [load({ load_id: id(2), load_ref: `${version}`, version })], removed: [] });
      frame();
      for (const refresh of due.splice(0)) refresh();
    };
    change(2);
    expect([...view.members]).toEqual([id(1), id(2)]);
    expect(view.size).toBe(2);
    expect(placeOf).not.toHaveBeenCalled();
    expect(view.snapshot().ids).toEqual([id(2), id(1)]);
    placeOf.mockClear();
    // Read since the last publication: kept up to date, by the change alone.
    change(3);
    expect(placeOf).toHaveBeenCalledTimes(1);
    // Not read again: forgotten.
    change(4);
    placeOf.mockClear();
    change(5);
    expect(placeOf).not.toHaveBeenCalled();
  });
});

describe('facts that depend on time and outages', () => {
  it('are recomputed when they expire, and not before', () => {
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
    expect(derive.mock.calls.map(([derived]) => derived.load_id)).toEqual([id(1)]);
  });

  it('are recomputed only for failed reads when an outage begins or ends', () => {
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

  it('keep the previous list until a draft is committed', () => {
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

describe('a held list', () => {
  function makeHeldList() {
    const made = make();
    made.store.replaceAll(
      list([load({ load_id: id(1), load_ref: 'A' }), load({ load_id: id(2), load_ref: 'B' })]),
    );
    made.frame();
    return { ...made, ...viewOf(made.store, [{}, 'ref']) };
  }

  it('keeps every row in place, counts pending changes, and applies them on release', () => {
    const { store, frame, view, runScheduled } = makeHeldList();
    view.hold();
    store.apply({ items: [load({ load_id: id(3), load_ref: 'AA', version: 2 })], removed: [id(2)] });
    frame();
    runScheduled();
    expect(view.snapshot()).toMatchObject({ ids: [id(1), id(2)], waiting: 2 });
    view.release();
    expect(view.snapshot()).toMatchObject({ ids: [id(1), id(3)], waiting: 0 });
  });

  it('counts a load that has another cause by now, and knows that its group is the old one', () => {
    const { store, frame } = make();
    const stale = { load_id: id(1), tracking_health: 'stale' } as const;
    store.replaceAll(list([load(stale)]));
    frame();
    const { view, runScheduled } = viewOf(store, [{}, 'worst', 'cause']);
    view.hold();
    expect(view.snapshot().groups).toMatchObject([{ key: 'stale_driving' }]);
    store.apply({ items: [load({ ...stale, tracking_health: 'no_signal', version: 2 })], removed: [] });
    frame();
    runScheduled();
    expect(view.snapshot()).toMatchObject({ groups: [{ key: 'stale_driving' }], waiting: 1 });
    expect(view.belongsTo(id(1), 'stale_driving')).toBe(false);
    expect(view.belongsTo(id(1), 'no_signal')).toBe(true);
  });

  it('keeps its rows even when the list is replaced', () => {
    const { store, frame, view } = makeHeldList();
    view.hold();
    store.replaceAll(list([load({ load_id: id(3), load_ref: 'C' })]));
    frame();
    expect(view.snapshot().ids).toEqual([id(1), id(2)]);
    view.release();
    expect(view.snapshot().ids).toEqual([id(3)]);
  });

  it('updates immediately when the person sorts or filters', () => {
    const { view } = makeHeldList();
    view.hold();
    view.setQuery(viewQuery({}, '-ref'));
    expect(view.snapshot().ids).toEqual([id(2), id(1)]);
  });

  it('excludes a load that the store has just removed when the person filters', () => {
    const { store, frame, view } = makeHeldList();
    store.replaceAll(list([load({ load_id: id(1), load_ref: 'A' })]));
    const listed = { list_id: id(9), version: 1, load_ids: new Set([id(1), id(2)]) };
    view.setQuery(viewQuery({ listed }, 'ref'));
    expect(view.snapshot().ids).toEqual([id(1)]);
    frame();
    expect(view.snapshot().ids).toEqual([id(1)]);
  });

  it('still publishes membership changes to the map every frame', () => {
    const { store, frame, view } = makeHeldList();
    const received = vi.fn();
    view.onMembership(received);
    view.hold();
    store.apply({ items: [load({ load_id: id(3), version: 2 })], removed: [id(2)] });
    frame();
    expect(received).toHaveBeenCalledWith({ changed: [id(3)], removed: [id(2)], reset: false });
  });
});

describe('a quiet fleet', () => {
  it('groups its loads under one heading until it reports again', () => {
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
    const update = (version: number, health: string, from: number, to: number) => {
      for (let n = from; n <= to; n += 1)
        store.apply({ items: [{ load_id: id(n), version, tracking_health: health }], removed: [] });
      frame();
    };
    store.replaceAll(list(onFiveTrucks({ tracking_health: 'live' })));
    frame();
    update(2, 'no_signal', 1, 3);
    expect(groups()).toEqual([['no_signal', 3]]);
    update(3, 'no_signal', 4, 4);
    expect(groups()).toEqual([[quietFleetGroup(id(700)), 4]]);
    members.mockClear();
    update(4, 'live', 1, 1);
    expect(groups()).toEqual([['no_signal', 3]]);
    // The map must receive the removal, although the regrouping had placed the load before.
    expect(members.mock.calls.flatMap(([{ removed }]) => removed)).toEqual([id(1)]);
    expect(view.members.size).toBe(3);
  });
});

describe('new exceptions', () => {
  it('are those since the page opened, until acknowledged or resolved', () => {
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

  it('count a quiet fleet as one', () => {
    const { store, frame } = make();
    const tally = new FleetTally(store);
    const watch = new ExceptionWatch(store, tally.exceptionOf);
    store.replaceAll(list(onFiveTrucks({ tracking_health: 'live' })));
    frame();
    const goStale = (n: number) =>
      store.apply({ items: [{ load_id: id(n), version: 2, tracking_health: 'stale' }], removed: [] });
    for (const n of [1, 2, 3]) goStale(n);
    frame();
    expect(watch.get().count).toBe(3);
    for (const n of [4, 5]) goStale(n);
    frame();
    expect([watch.get().count, watch.get().ids.size]).toEqual([1, 5]);
  });

  it('do not include what a person reopens or undoes, unlike what comes back by itself', () => {
    const { store, frame } = make();
    const watch = new ExceptionWatch(store);
    const open = openTriage();
    const snooze = { until: null, by_name: 'Ada', at: ago(0) };
    store.replaceAll(list([load({ tracking_health: 'no_signal', triage: open })]));
    frame();
    let version = 1;
    const become = (to: LoadTriage) => {
      version += 1;
      store.apply({ items: [{ load_id: id(1), version, triage: to }], removed: [] });
      frame();
    };
    become({ ...open, snooze });
    become(open);
    expect(watch.get().ids.size).toBe(0);
    become({ ...open, snooze });
    become({ ...open, woke: { because: 'time', at: ago(0) } });
    expect([...watch.get().ids]).toEqual([id(1)]);
  });

  it("do not include a load's first data", () => {
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

  it('do not include those of a load that comes back to the board with its first data', () => {
    const { store, frame } = make();
    const watch = new ExceptionWatch(store);
    store.replaceAll(list([load({ tracking_health: 'stale' })]));
    frame();
    store.remove(id(1));
    frame();
    store.apply({ items: [load({ version: 2, tracking_health: 'stale' })], removed: [] });
    frame();
    expect(watch.get().ids.size).toBe(0);
  });
});
