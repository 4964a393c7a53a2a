import type { MonitorList } from '@waypost/contract/api/monitors';
import { truckDoubt } from '@waypost/triage/doubt';
import type { LoadFacts } from '@waypost/triage/facts';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../api/problem.ts';
import { LoadStore } from '../../../live/store.ts';
import { ago, assignment, HOUR, id, list, load, NOW } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { type EndedQuery, MonitorStore, TruckDoubts } from './store.ts';

const FACTS: LoadFacts = {
  health: 'live',
  doubt: null,
  cause: 'fine',
  attention: false,
  triage: null,
  score: { total: 0, severity: 0, urgency: 1, appointment_at: null, valid_until: Number.POSITIVE_INFINITY },
  since: null,
  journey: null,
  appointment_at: null,
  lateness: null,
  overdue_since: null,
  may_be_late: false,
  valid_until: Number.POSITIVE_INFINITY,
};
const sources = {
  events: 'active',
  webhook_group_id: null,
  reads: 'yes',
  last_event_at: null,
  last_read_at: null,
} as const;
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
  const env = { now: NOW, doubted: new Set<string>() };
  const store = new MonitorStore({
    read,
    readEnded,
    now: () => env.now,
    doubt: ({ id }) => (env.doubted.has(id) ? 'disagree' : null),
    behavior: () => ({ stale_after_minutes: 90, monitor_stops_in_order: true }),
    schedule: (flush) => void frames.push(flush),
  });
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  return { store, read, readEnded, env, frame, frames };
}

describe('the store of monitors', () => {
  it('reads the list once, page by page', async () => {
    const { store, read } = make(page([monitor()], 'two'), page([monitor({ id: id(301) })]));
    store.ensureRead();
    expect(store.state().phase).toBe('reading');
    await vi.waitFor(() => expect(store.state().phase).toBe('read'));
    expect(store.size).toBe(2);
    expect(store.state().sources).toEqual(sources);
    store.ensureRead();
    expect(read.mock.calls).toEqual([
      [undefined, false],
      ['two', false],
    ]);
  });

  it('reads long-ended monitors page by page and counts them beforehand', async () => {
    const counts = { completed: 2, expired: 1, cancelled: 0 };
    const old = (n: number) => monitor({ id: id(n), status: 'completed' });
    const { store, readEnded } = make({ ...page([monitor()]), ended: counts });
    await store.read(false);
    expect(store.unread()).toEqual(counts);
    expect([store.hasMoreEnded({}), store.hasMoreEnded({ status: 'cancelled' })]).toEqual([null, false]);
    ended = [page([old(401)], 'next'), page([old(402)])];
    await store.readEnded({ status: 'completed' });
    expect([store.unread().completed, store.hasMoreEnded({ status: 'completed' })]).toEqual([1, true]);
    await store.readEnded({ status: 'completed' });
    expect(readEnded.mock.calls).toEqual([
      [{ status: 'completed' }, undefined],
      [{ status: 'completed' }, 'next'],
    ]);
    expect([store.unread().completed, store.hasMoreEnded({ status: 'completed' })]).toEqual([0, false]);
    expect(store.size).toBe(3);
    await store.read(true);
    expect(store.unread()).toEqual({ completed: 0, expired: 0, cancelled: 0 });
  });

  it('applies events and never an older version, since a page may arrive after the event', async () => {
    const { store } = make(page([monitor({ version: 3, status: 'active' })]));
    store.apply([monitor({ version: 5, status: 'completed' }), monitor({ id: id(302) })]);
    await store.read(false);
    expect(store.get(id(300))?.status).toBe('completed');
    expect(store.size).toBe(2);
  });

  it('re-reads after a gap at once when in use, otherwise on next use', async () => {
    const { store, read } = make();
    await store.read(false);
    store.markStale(false);
    expect(read).toHaveBeenCalledTimes(1);
    store.ensureRead();
    expect(read).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(store.state().phase).toBe('read'));
    store.markStale(true);
    expect(read).toHaveBeenLastCalledWith(undefined, true);
  });

  it('keeps its data when a read fails, reports why, and retries on next use', async () => {
    const down = new Problem({ code: 0, reason: 'offline', message: 'offline' });
    const { store, read } = make(page([monitor()]), down);
    await store.read(false);
    await store.read(false);
    expect(store.state()).toMatchObject({ phase: 'failed', problem: down });
    expect(store.size).toBe(1);
    store.ensureRead();
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("notifies a monitor's listeners of its own changes only, once a frame", () => {
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

  it('recomputes only facts that time has changed', () => {
    const { store, env, frame, frames } = make();
    store.apply([monitor(), monitor({ id: id(301), status: 'completed' })]);
    frame();
    const facts_before = store.facts(id(301));
    store.sweep();
    expect(frames).toHaveLength(0);
    env.now = NOW + 2 * HOUR;
    store.sweep();
    frame();
    expect(store.facts(id(300))?.flags.map(({ kind }) => kind)).toEqual(['silent', 'late']);
    expect(store.facts(id(301))).toBe(facts_before);
  });

  it('recomputes at most 500 per frame, so that 5,000 monitors block no frame', () => {
    const { store, env, frame, frames } = make();
    const many = Array.from({ length: 5_000 }, (_, n) => monitor({ id: id(n), stops: journeyStops() }));
    for (let at = 0; at < many.length; at += 500) store.apply(many.slice(at, at + 500));
    frame();
    env.now = NOW + 2 * HOUR;
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
  const withAgreement = (agreement: string) => ({
    vehicle_assignment: assignment({ agreement }),
    version: 9,
  });

  it('are found by the load of their vehicle and by their linked load', () => {
    const store = loads();
    const doubts = new TruckDoubts(store);
    const update = vi.fn();
    store.subscribeFlush((flush) => update(doubts.update(flush)));
    const watching = monitor({ links: [] });
    expect(doubts.reasonFor(watching)).toBeNull();

    store.apply({ items: [{ load_id: id(1), ...withAgreement('disagree') }], removed: [] });
    expect(doubts.reasonFor(watching)).toBe('disagree');
    expect(update.mock.lastCall?.[0]?.(watching)).toBe(true);
    expect(update.mock.lastCall?.[0]?.(monitor({ vehicle_id: id(501), links: [] }))).toBe(false);
    // An ended monitor is in doubt only by its own load: the truck carries other loads by now.
    expect(doubts.reasonFor({ ...watching, status: 'completed' })).toBeNull();
    expect(doubts.reasonFor(monitor({ status: 'completed' }))).toBe('disagree');

    store.apply({ items: [{ load_id: id(1), ...withAgreement('agree'), version: 10 }], removed: [] });
    expect(doubts.reasonFor(watching)).toBeNull();
    store.apply({ items: [{ load_id: id(2), version: 2, tracking_health: 'stale' }], removed: [] });
    expect(update.mock.lastCall?.[0]).toBeNull();
  });

  it('are no longer in doubt when the load is no longer watched', () => {
    const store = loads();
    store.apply({ items: [{ load_id: id(1), ...withAgreement('disagree') }], removed: [] });
    const doubts = new TruckDoubts(store);
    store.subscribeFlush((flush) => void doubts.update(flush));
    expect(doubts.reasonFor(monitor({ last_event_at: ago(1) }))).toBe('disagree');
    store.remove(id(1));
    expect(doubts.reasonFor(monitor())).toBeNull();
  });

  it('include the previous and the new truck of a reassigned load', () => {
    const store = loads();
    const doubts = new TruckDoubts(store);
    const update = vi.fn();
    store.subscribeFlush((flush) => update(doubts.update(flush)));
    const changed = { previous_vehicle_id: id(499), vehicle_changed_at: ago(HOUR), version: 9 };
    store.apply({ items: [{ load_id: id(1), ...changed }], removed: [] });
    for (const vehicle_id of [id(499), id(500)]) {
      const watching = monitor({ vehicle_id, links: [] });
      expect(doubts.reasonFor(watching)).toBe('vehicle_changed');
      expect(update.mock.lastCall?.[0]?.(watching)).toBe(true);
    }
    expect(doubts.reasonFor(monitor({ vehicle_id: id(501), links: [] }))).toBeNull();
  });

  it('include a truck that is on two loads', () => {
    const store = loads();
    const doubts = new TruckDoubts(store);
    store.subscribeFlush((flush) => void doubts.update(flush));
    const same_truck_loads = [{ load_id: id(2), load_ref: 'LD-2' }];
    store.apply({ items: [{ load_id: id(1), same_truck_loads, version: 9 }], removed: [] });
    expect(doubts.reasonFor(monitor({ links: [] }))).toBe('same_truck');
  });
});
