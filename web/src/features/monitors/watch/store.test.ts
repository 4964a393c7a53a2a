import type { MonitorList } from '@waypost/contract/api/monitors';
import { truckDoubt } from '@waypost/triage/doubt';
import type { LoadFacts } from '@waypost/triage/facts';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../api/problem.ts';
import { LoadStore } from '../../../live/store.ts';
import { ago, assignment, HOUR, id, list, load, NOW } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { Disagreement, type EndedQuery, MonitorStore } from './store.ts';

const FACTS: LoadFacts = {
  health: 'live',
  doubt: null,
  cause: 'fine',
  attention: false,
  triage: null,
  score: { total: 0, severity: 0, urgency: 1, appointment_at: null, valid_until: Number.POSITIVE_INFINITY },
  since: null,
  next_arrival: null,
  journey: null,
  late_since: null,
  valid_until: Number.POSITIVE_INFINITY,
};
const sources = { events: 'active', reads: 'yes', last_event_at: null, last_read_at: null } as const;
const page = (items: MonitorList['items'], next_page: string | null = null): MonitorList => ({
  items,
  sources,
  next_page,
});

let ended: MonitorList[] = [];

function make(...pages: (MonitorList | Problem)[]) {
  const frames: (() => void)[] = [];
  const read = vi.fn(async (_cursor: string | undefined, _background: boolean) => {
    const next = pages.shift() ?? page([]);
    if (next instanceof Problem) throw next;
    return next;
  });
  const readEnded = vi.fn(
    async (_query: EndedQuery, _cursor: string | undefined) => ended.shift() ?? page([]),
  );
  const world = { now: NOW, doubted: new Set<string>() };
  const store = new MonitorStore({
    read,
    readEnded,
    now: () => world.now,
    doubt: ({ id }) => (world.doubted.has(id) ? 'disagree' : null),
    staleAfterMinutes: () => 90,
    schedule: (flush) => void frames.push(flush),
  });
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  return { store, read, readEnded, world, frame, frames };
}

describe('the store of monitors', () => {
  it('reads the list once, page by page', async () => {
    const { store, read } = make(page([monitor()], 'two'), page([monitor({ id: id(301) })]));
    store.want();
    expect(store.state().phase).toBe('reading');
    await vi.waitFor(() => expect(store.state().phase).toBe('read'));
    expect(store.size).toBe(2);
    expect(store.state().sources).toEqual(sources);
    store.want();
    expect(read.mock.calls).toEqual([
      [undefined, false],
      ['two', false],
    ]);
  });

  it('reads those that ended long ago by the page, and counts them before they are read', async () => {
    const counts = { completed: 2, expired: 1, cancelled: 0 };
    const old = (n: number) => monitor({ id: id(n), status: 'completed' });
    const { store, readEnded } = make({ ...page([monitor()]), ended: counts });
    await store.read(false);
    expect(store.unread()).toEqual(counts);
    expect([store.hasEnded({}), store.hasEnded({ status: 'cancelled' })]).toEqual([null, false]);
    ended = [page([old(401)], 'next'), page([old(402)])];
    await store.readEnded({ status: 'completed' });
    expect([store.unread().completed, store.hasEnded({ status: 'completed' })]).toEqual([1, true]);
    await store.readEnded({ status: 'completed' });
    expect(readEnded.mock.calls).toEqual([
      [{ status: 'completed' }, undefined],
      [{ status: 'completed' }, 'next'],
    ]);
    expect([store.unread().completed, store.hasEnded({ status: 'completed' })]).toEqual([0, false]);
    expect(store.size).toBe(3);
    await store.read(true);
    expect(store.unread()).toEqual({ completed: 0, expired: 0, cancelled: 0 });
  });

  it('takes what an event brings, and never an older one: a page may come after the event', async () => {
    const { store } = make(page([monitor({ version: 3, status: 'active' })]));
    store.apply([monitor({ version: 5, status: 'completed' }), monitor({ id: id(302) })]);
    await store.read(false);
    expect(store.get(id(300))?.status).toBe('completed');
    expect(store.size).toBe(2);
  });

  it('reads again after a gap when somebody looks, else when somebody comes', async () => {
    const { store, read } = make();
    await store.read(false);
    store.gap(false);
    expect(read).toHaveBeenCalledTimes(1);
    store.want();
    expect(read).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(store.state().phase).toBe('read'));
    store.gap(true);
    expect(read).toHaveBeenLastCalledWith(undefined, true);
  });

  it('keeps what it has when a reading fails, says why, and tries again when wanted', async () => {
    const down = new Problem({ code: 0, reason: 'offline', message: 'offline' });
    const { store, read } = make(page([monitor()]), down);
    await store.read(false);
    await store.read(false);
    expect(store.state()).toMatchObject({ phase: 'failed', problem: down });
    expect(store.size).toBe(1);
    store.want();
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('notifies a monitor of its own change only, once a frame', () => {
    const { store, frame } = make();
    store.apply([monitor(), monitor({ id: id(301) })]);
    frame();
    const [one, other, any] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribeOne(id(300), one);
    store.subscribeOne(id(301), other);
    store.subscribe(any);
    store.apply([monitor({ version: 2 })]);
    store.apply([monitor({ version: 3 })]);
    expect(one).not.toHaveBeenCalled();
    frame();
    expect([one, other, any].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
    expect(store.get(id(300))?.version).toBe(3);
  });

  it('works out anew what time alone has changed, and nothing else', () => {
    const { store, world, frame, frames } = make();
    store.apply([monitor(), monitor({ id: id(301), status: 'completed' })]);
    frame();
    const kept = store.facts(id(301));
    store.sweep();
    expect(frames).toHaveLength(0);
    world.now = NOW + 2 * HOUR;
    store.sweep();
    frame();
    expect(store.facts(id(300))?.flags.map(({ kind }) => kind)).toEqual(['silent', 'late']);
    expect(store.facts(id(301))).toBe(kept);
  });

  it('works out at most five hundred a frame, so that five thousand hold no frame up', () => {
    const { store, world, frame, frames } = make();
    const many = Array.from({ length: 5_000 }, (_, n) => monitor({ id: id(n), stops: journeyStops() }));
    for (let at = 0; at < many.length; at += 500) store.apply(many.slice(at, at + 500));
    frame();
    world.now = NOW + 2 * HOUR;
    store.sweep();
    let [rounds, late_before] = [0, 0];
    while (frames.length > 0) {
      frame();
      rounds += 1;
      const late = [...store.ids()].filter((one) => (store.facts(one)?.flags.length ?? 0) > 0).length;
      expect(late - late_before).toBeLessThanOrEqual(500);
      late_before = late;
    }
    expect(late_before).toBe(5_000);
    expect(rounds).toBe(10);
  });
});

describe('monitors on a truck in doubt', () => {
  const loads = () => {
    const store = new LoadStore({
      derive: (load, { now }) => ({ ...FACTS, doubt: truckDoubt(load, now) }),
      now: () => NOW,
      schedule: (flush) => flush(),
    });
    store.replaceAll(list([load(), load({ load_id: id(2), vehicle_assignment: null })]));
    return store;
  };
  const says = (agreement: string) => ({ vehicle_assignment: assignment({ agreement }), version: 9 });

  it('are known by the load of their vehicle, and by the load that they are linked to', () => {
    const store = loads();
    const doubts = new Disagreement(store);
    const follow = vi.fn();
    store.subscribeFlush((flush) => follow(doubts.follow(flush)));
    const watching = monitor({ links: [] });
    expect(doubts.about(watching)).toBeNull();

    store.apply({ items: [{ load_id: id(1), ...says('disagree') }], removed: [] });
    expect(doubts.about(watching)).toBe('disagree');
    expect(follow.mock.lastCall?.[0]?.(watching)).toBe(true);
    expect(follow.mock.lastCall?.[0]?.(monitor({ vehicle_id: id(501), links: [] }))).toBe(false);
    // What has ended is in doubt by its own load only: the truck drives other loads by now.
    expect(doubts.about({ ...watching, status: 'completed' })).toBeNull();
    expect(doubts.about(monitor({ status: 'completed' }))).toBe('disagree');

    store.apply({ items: [{ load_id: id(1), ...says('agree'), version: 10 }], removed: [] });
    expect(doubts.about(watching)).toBeNull();
    store.apply({ items: [{ load_id: id(2), version: 2, tracking_health: 'stale' }], removed: [] });
    expect(follow.mock.lastCall?.[0]).toBeNull();
  });

  it('are no longer in doubt when the load is not watched any more', () => {
    const store = loads();
    store.apply({ items: [{ load_id: id(1), ...says('disagree') }], removed: [] });
    const doubts = new Disagreement(store);
    store.subscribeFlush((flush) => void doubts.follow(flush));
    expect(doubts.about(monitor({ last_event_at: ago(1) }))).toBe('disagree');
    store.remove(id(1));
    expect(doubts.about(monitor())).toBeNull();
  });

  it('are those of the truck before and of the truck now, when the load was given another one', () => {
    const store = loads();
    const doubts = new Disagreement(store);
    const follow = vi.fn();
    store.subscribeFlush((flush) => follow(doubts.follow(flush)));
    const changed = { previous_vehicle_id: id(499), vehicle_changed_at: ago(HOUR), version: 9 };
    store.apply({ items: [{ load_id: id(1), ...changed }], removed: [] });
    for (const vehicle_id of [id(499), id(500)]) {
      const watching = monitor({ vehicle_id, links: [] });
      expect(doubts.about(watching)).toBe('vehicle_changed');
      expect(follow.mock.lastCall?.[0]?.(watching)).toBe(true);
    }
    expect(doubts.about(monitor({ vehicle_id: id(501), links: [] }))).toBeNull();
  });

  it('are those of a truck that is on two loads', () => {
    const store = loads();
    const doubts = new Disagreement(store);
    store.subscribeFlush((flush) => void doubts.follow(flush));
    const same_truck_loads = [{ load_id: id(2), load_ref: 'LD-2' }];
    store.apply({ items: [{ load_id: id(1), same_truck_loads, version: 9 }], removed: [] });
    expect(doubts.about(monitor({ links: [] }))).toBe('same_truck');
  });
});
