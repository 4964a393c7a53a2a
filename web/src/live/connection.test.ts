import type { BoardLoads } from '@waypost/contract/api/board';
import { factsOf } from '@waypost/triage/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { id, list, load, NOW, onFiveTrucks, openTriage, status } from '../testing/loads.ts';
import { monitor } from '../testing/monitors.ts';
import { ChangeFeed, FEED_EVENTS, type FeedEvent } from './change-feed.ts';
import { ServerClock } from './clock.ts';
import { Connection, type EventSourceLike, type StreamMessage } from './connection.ts';
import { ExceptionWatch } from './exceptions.ts';
import { FleetTally } from './fleets.ts';
import { LoadStore } from './store.ts';

/** An event stream whose events the test emits. */
class FakeStream implements EventSourceLike {
  readonly listeners = new Map<string, (event: StreamMessage) => void>();
  closed = false;
  readonly last_event_id: number;
  constructor(last_event_id: number) {
    this.last_event_id = last_event_id;
  }
  addEventListener(type: string, listener: (event: StreamMessage) => void): void {
    this.listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  emit(type: string, data: unknown = null, lastEventId = ''): void {
    this.listeners.get(type)?.({ data: JSON.stringify(data), lastEventId });
  }
}

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function make() {
  const streams: FakeStream[] = [];
  const server = {
    online: true,
    over: false,
    respond: async (): Promise<BoardLoads> => list([load()], { version: 7 }),
    /** Before the list's last load arrives. */
    beforeLast: async () => {},
  };
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const ended = vi.fn();
  const changes = new ChangeFeed();
  const connection = new Connection({
    store,
    clock: new ServerClock(),
    changes,
    list: async ({ onHead, onItems }) => {
      const { items, ...head } = await server.respond();
      onHead(head);
      onItems(items.slice(0, -1));
      await server.beforeLast();
      onItems(items.slice(-1));
    },
    openStream: (last_event_id) => {
      const stream = new FakeStream(last_event_id);
      streams.push(stream);
      return stream;
    },
    sessionOver: async () => server.over,
    onSessionEnded: ended,
    online: () => server.online,
    random: () => 0.5,
  });
  const stream = () => streams.at(-1) as FakeStream;
  const live = async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    stream().emit('open');
    stream().emit('status', status());
  };
  return { server, store, connection, changes, streams, stream, ended, live };
}

describe('Connection', () => {
  it('fetches the list, then opens the stream from its version', async () => {
    const { store, connection, stream, live } = make();
    await live();
    expect(store.size).toBe(1);
    expect(stream().last_event_id).toBe(7);
    expect(connection.get()).toEqual({ phase: 'live' });
  });

  describe('of a list too long to be kept for the next visit', () => {
    const late = load({ load_id: id(1), tracking_health: 'stale', triage: openTriage() });
    const fine = [6, 7, 8].map((n) => load({ load_id: id(n), fleet: null }));

    it('shows the exceptions, with the number of all loads, before the rest has come', async () => {
      const { server, store, connection, streams } = make();
      const exceptions = new ExceptionWatch(store);
      const rest = Promise.withResolvers<void>();
      server.respond = async () => ({ ...list([late, ...fine], { version: 7 }), total: 30_000 });
      server.beforeLast = () => rest.promise;
      connection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect([...store.ids()]).toEqual([id(1), id(6), id(7)]);
      expect([store.shown, store.published, store.awaited]).toEqual([true, false, 29_997]);
      expect(store.counts()).toMatchObject({ attention: 1, total: 30_000 });
      expect(streams).toHaveLength(0);
      rest.resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(store.size).toBe(4);
      expect([store.published, store.awaited, store.counts().total]).toEqual([true, 0, 4]);
      expect(exceptions.get().count).toBe(0);
      expect(streams).toHaveLength(1);
    });

    it('calls a fleet quiet only when all of its trucks have come', async () => {
      const { server, store, connection } = make();
      const fleets = new FleetTally(store);
      const rest = Promise.withResolvers<void>();
      const quiet = onFiveTrucks({ tracking_health: 'stale', triage: openTriage() });
      server.respond = async () => ({ ...list([...quiet, ...fine]), total: 30_000 });
      server.beforeLast = () => rest.promise;
      connection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(fleets.exceptionOf(id(1))).toBe(id(1));
      rest.resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(fleets.exceptionOf(id(1))).toBe(quiet[0]?.fleet?.fleet_id);
    });

    it('keeps what a person has added meanwhile, and counts it once', async () => {
      const { server, store, connection } = make();
      const rest = Promise.withResolvers<void>();
      server.respond = async () => ({ ...list([late, ...fine], { version: 7 }), total: 30_000 });
      server.beforeLast = () => rest.promise;
      connection.start();
      await vi.advanceTimersByTimeAsync(0);
      store.apply({ items: [load({ load_id: id(8), version: 9, load_ref: 'NEW' })], removed: [] });
      rest.resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(store.get(id(8))?.load_ref).toBe('NEW');
      expect(store.counts()).toMatchObject({ total: 4, by_health: { live: 3 } });
    });

    it('keeps the exceptions when the rest is lost, until the whole list is here', async () => {
      const { server, store, connection } = make();
      server.respond = async () => ({ ...list([late, ...fine], { version: 7 }), total: 30_000 });
      server.beforeLast = () => Promise.reject(new TypeError('Failed to fetch'));
      connection.start();
      await vi.advanceTimersByTimeAsync(0);
      expect(connection.get().phase).toBe('reconnecting');
      expect([store.size, store.published]).toEqual([3, false]);
      server.beforeLast = async () => {};
      await vi.advanceTimersByTimeAsync(1_000);
      expect([store.size, store.published]).toEqual([4, true]);
    });
  });

  it('shows a list of usual length at once', async () => {
    const { server, store, connection } = make();
    const rest = Promise.withResolvers<void>();
    server.respond = async () => ({ ...list([load(), load({ load_id: id(2) })]), total: 2 });
    server.beforeLast = () => rest.promise;
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.shown).toBe(false);
    rest.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.size).toBe(2);
  });

  it('reconnects with the last event id, without fetching the list again', async () => {
    const { server, connection, streams, stream, live } = make();
    await live();
    server.respond = () => Promise.reject(new Error('not requested'));
    stream().emit(
      'change',
      { items: [{ load_id: id(1), version: 9, tracking_health: 'stale' }], removed: [] },
      '9',
    );
    stream().emit('error');
    expect(connection.get().phase).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    expect(stream().last_event_id).toBe(9);
    expect(streams[0]?.closed).toBe(true);
    stream().emit('open');
    expect(connection.get().phase).toBe('live');
  });

  it('publishes changed monitors, and signals on each new stream that events may have been missed', async () => {
    const { changes, stream, live } = make();
    const listener = { onChange: vi.fn(), onOpened: vi.fn() };
    changes.subscribe('monitors', listener);
    await live();
    expect(listener.onOpened).toHaveBeenCalledTimes(1);
    stream().emit('monitors', { items: [monitor()] });
    expect(listener.onChange).toHaveBeenCalledWith({ items: [monitor()] });
    stream().emit('error');
    await vi.advanceTimersByTimeAsync(1_000);
    stream().emit('open');
    expect(listener.onOpened).toHaveBeenCalledTimes(2);
  });

  it.each(FEED_EVENTS)('publishes %s events to their subscribers only', async (event) => {
    const { changes, stream, live } = make();
    const listener = { onChange: vi.fn(), onOpened: vi.fn() };
    const other = { onChange: vi.fn(), onOpened: vi.fn() };
    const unsubscribe = changes.subscribe(event, listener);
    changes.subscribe(FEED_EVENTS.find((type) => type !== event) as FeedEvent, other);
    await live();
    stream().emit(event, { items: [] });
    expect(listener.onChange).toHaveBeenCalledExactlyOnceWith({ items: [] });
    expect(other.onChange).not.toHaveBeenCalled();
    expect(listener.onOpened).toHaveBeenCalledTimes(1);
    unsubscribe();
    stream().emit(event, { items: [] });
    expect(listener.onChange).toHaveBeenCalledTimes(1);
  });

  it('fetches the list again after a gap in the stream', async () => {
    const { server, store, streams, stream, live } = make();
    await live();
    server.respond = async () => list([load(), load({ load_id: id(2) })], { version: 30 });
    stream().emit('reset', { reason: 'too old', version: 30 }, '30');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.size).toBe(2);
    expect(streams).toHaveLength(2);
    expect(stream().last_event_id).toBe(30);
  });

  it('fetches the list again when a partial change concerns an unknown load', async () => {
    const { server, store, stream, live } = make();
    await live();
    server.respond = async () => list([load(), load({ load_id: id(5) })], { version: 12 });
    stream().emit('change', { items: [{ load_id: id(5), version: 11 }], removed: [] }, '11');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(id(5))).toBeDefined();
  });

  it('detects a stream that looks open but is silent, as after sleep', async () => {
    const { connection, streams, live } = make();
    await live();
    vi.setSystemTime(NOW + 3_600_000);
    connection.checkAlive();
    expect(connection.get().phase).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
  });

  it('detects a silent stream although the clock of this computer was set back by an hour', async () => {
    const { connection, live } = make();
    await live();
    vi.setSystemTime(NOW - 3_600_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connection.get().phase).not.toBe('live');
  });

  it('stays connected while the stream delivers', async () => {
    const { connection, streams, stream, live } = make();
    await live();
    for (let n = 0; n < 20; n += 1) {
      await vi.advanceTimersByTimeAsync(5_000);
      stream().emit('status', status());
    }
    expect(connection.get().phase).toBe('live');
    expect(streams).toHaveLength(1);
  });

  it('goes offline with its data kept, and reconnects with the network', async () => {
    const { server, connection, store, streams, live } = make();
    await live();
    server.online = false;
    connection.checkAlive();
    expect(connection.get()).toMatchObject({ phase: 'offline', since: NOW });
    expect(store.size).toBe(1);
    server.online = true;
    connection.checkAlive();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
  });

  it('backs off between retries, and never gives up', async () => {
    const { server, connection, store } = make();
    let attempts = 0;
    const unreachable = new Problem({ code: 0, reason: 'server_unreachable', message: 'unreachable' });
    server.respond = () => {
      attempts += 1;
      return Promise.reject(unreachable);
    };
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts).toBeGreaterThan(6);
    expect(attempts).toBeLessThan(16);
    expect(connection.get()).toMatchObject({ phase: 'reconnecting', problem: unreachable });
    server.respond = async () => list([load()]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.size).toBe(1);
  });

  it.each(['event on the stream', 'stream error and session check', 'list request rejected'])(
    'ends with the session: %s',
    async (how) => {
      const { server, connection, stream, ended, live } = make();
      if (how === 'list request rejected') {
        server.respond = () =>
          Promise.reject(new Problem({ code: 401, reason: 'signed_out', message: 'no' }));
        connection.start();
      } else {
        await live();
        server.over = true;
        stream().emit(how === 'event on the stream' ? 'session_ended' : 'error', {});
      }
      await vi.advanceTimersByTimeAsync(0);
      expect(ended).toHaveBeenCalledOnce();
      expect(connection.get().phase).toBe('ended');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connection.get().phase).toBe('ended');
    },
  );

  it('reports missing read access, and does not retry', async () => {
    const { server, connection, streams } = make();
    server.respond = () => Promise.reject(new Problem({ code: 403, reason: 'forbidden', message: 'no' }));
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.get().phase).toBe('refused');
    expect(streams).toHaveLength(0);
  });

  it('ignores events from a stream that it has closed', async () => {
    const { store, streams, stream, live } = make();
    await live();
    stream().emit('error');
    await vi.advanceTimersByTimeAsync(1_000);
    streams[0]?.emit('change', { items: [], removed: [id(1)] }, '99');
    expect(store.size).toBe(1);
  });
});

describe('ServerClock', () => {
  it('uses the least delayed of the last samples', () => {
    const clock = new ServerClock(() => NOW);
    clock.sync(new Date(NOW + 60_000 - 800).toISOString());
    clock.sync(new Date(NOW + 60_000 - 20).toISOString());
    clock.sync(new Date(NOW + 60_000 - 500).toISOString());
    expect(clock.now()).toBe(NOW + 60_000 - 20);
  });
  it("is not affected when this computer's clock is set back or forward", () => {
    const clock = new ServerClock();
    clock.sync(new Date(NOW).toISOString());
    for (const at of [NOW - 3_600_000, NOW + 3_600_000]) {
      vi.setSystemTime(at);
      expect(clock.now()).toBe(NOW);
      expect(clock.offset).toBe(NOW - at);
    }
  });
  it("adapts when the computer's clock is corrected", () => {
    const clock = new ServerClock(() => NOW);
    clock.sync(new Date(NOW + 60_000).toISOString());
    for (let n = 0; n < 12; n += 1) clock.sync(new Date(NOW).toISOString());
    expect(clock.now()).toBe(NOW);
  });
});
