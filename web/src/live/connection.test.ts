import type { BoardLoads } from '@waypost/contract/api/board';
import { factsOf } from '@waypost/triage/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { id, list, load, NOW, status } from '../testing/loads.ts';
import { monitor } from '../testing/monitors.ts';
import { ChangeFeed, FEED_EVENTS, type FeedEvent } from './change-feed.ts';
import { ServerClock } from './clock.ts';
import { Connection, type EventSourceLike, type StreamMessage } from './connection.ts';
import { LoadStore } from './store.ts';

/** A stream that the test speaks for. */
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
  say(type: string, data: unknown = null, lastEventId = ''): void {
    this.listeners.get(type)?.({ data: JSON.stringify(data), lastEventId });
  }
}

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function make() {
  const streams: FakeStream[] = [];
  const world = {
    online: true,
    over: false,
    answer: async (): Promise<BoardLoads> => list([load()], { version: 7 }),
  };
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const ended = vi.fn();
  const changes = new ChangeFeed();
  const connection = new Connection({
    store,
    clock: new ServerClock(),
    changes,
    list: async ({ onHead, onItems }) => {
      const { items, ...head } = await world.answer();
      onHead(head);
      onItems(items);
    },
    openStream: (last_event_id) => {
      const stream = new FakeStream(last_event_id);
      streams.push(stream);
      return stream;
    },
    sessionOver: async () => world.over,
    onSessionEnded: ended,
    online: () => world.online,
    random: () => 0.5,
  });
  const stream = () => streams.at(-1) as FakeStream;
  const live = async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    stream().say('open');
    stream().say('status', status());
  };
  return { world, store, connection, changes, streams, stream, ended, live };
}

describe('the connection', () => {
  it('reads the list, then opens the stream where the list ends', async () => {
    const { store, connection, stream, live } = make();
    await live();
    expect(store.size).toBe(1);
    expect(stream().last_event_id).toBe(7);
    expect(connection.get()).toEqual({ phase: 'live' });
  });

  it('comes back with the last id that it saw, without reading the list again', async () => {
    const { world, connection, streams, stream, live } = make();
    await live();
    world.answer = () => Promise.reject(new Error('not asked'));
    stream().say(
      'change',
      { items: [{ load_id: id(1), version: 9, tracking_health: 'stale' }], removed: [] },
      '9',
    );
    stream().say('error');
    expect(connection.get().phase).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    expect(stream().last_event_id).toBe(9);
    expect(streams[0]?.closed).toBe(true);
    stream().say('open');
    expect(connection.get().phase).toBe('live');
  });

  it('hands on monitors that have changed, and says at each new stream that some may have been missed', async () => {
    const { changes, stream, live } = make();
    const listener = { onChange: vi.fn(), onOpened: vi.fn() };
    changes.subscribe('monitors', listener);
    await live();
    expect(listener.onOpened).toHaveBeenCalledTimes(1);
    stream().say('monitors', { items: [monitor()] });
    expect(listener.onChange).toHaveBeenCalledWith({ items: [monitor()] });
    stream().say('error');
    await vi.advanceTimersByTimeAsync(1_000);
    stream().say('open');
    expect(listener.onOpened).toHaveBeenCalledTimes(2);
  });

  it.each(FEED_EVENTS)('passes events of %s to their subscribers, and to nobody else', async (event) => {
    const { changes, stream, live } = make();
    const listener = { onChange: vi.fn(), onOpened: vi.fn() };
    const other = { onChange: vi.fn(), onOpened: vi.fn() };
    const leave = changes.subscribe(event, listener);
    changes.subscribe(FEED_EVENTS.find((one) => one !== event) as FeedEvent, other);
    await live();
    stream().say(event, { items: [] });
    expect(listener.onChange).toHaveBeenCalledExactlyOnceWith({ items: [] });
    expect(other.onChange).not.toHaveBeenCalled();
    expect(listener.onOpened).toHaveBeenCalledTimes(1);
    leave();
    stream().say(event, { items: [] });
    expect(listener.onChange).toHaveBeenCalledTimes(1);
  });

  it('reloads the list after a gap in the stream', async () => {
    const { world, store, streams, stream, live } = make();
    await live();
    world.answer = async () => list([load(), load({ load_id: id(2) })], { version: 30 });
    stream().say('reset', { reason: 'too old', version: 30 }, '30');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.size).toBe(2);
    expect(streams).toHaveLength(2);
    expect(stream().last_event_id).toBe(30);
  });

  it('reads the list anew when a change is about a load that it has never seen whole', async () => {
    const { world, store, stream, live } = make();
    await live();
    world.answer = async () => list([load(), load({ load_id: id(5) })], { version: 12 });
    stream().say('change', { items: [{ load_id: id(5), version: 11 }], removed: [] }, '11');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(id(5))).toBeDefined();
  });

  it('notices a stream that looks open and says nothing: a computer that slept', async () => {
    const { connection, streams, live } = make();
    await live();
    vi.setSystemTime(NOW + 3_600_000);
    connection.look();
    expect(connection.get().phase).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
  });

  it('stays calm while the stream speaks', async () => {
    const { connection, streams, stream, live } = make();
    await live();
    for (let n = 0; n < 20; n += 1) {
      await vi.advanceTimersByTimeAsync(5_000);
      stream().say('status', status());
    }
    expect(connection.get().phase).toBe('live');
    expect(streams).toHaveLength(1);
  });

  it('says offline, keeps what it has, and begins again with the network', async () => {
    const { world, connection, store, streams, live } = make();
    await live();
    world.online = false;
    connection.look();
    expect(connection.get()).toMatchObject({ phase: 'offline', since: NOW });
    expect(store.size).toBe(1);
    world.online = true;
    connection.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
  });

  it('waits longer from try to try, and never gives up', async () => {
    const { world, connection, store } = make();
    let tries = 0;
    const away = new Problem({ code: 0, reason: 'server_unreachable', message: 'away' });
    world.answer = () => {
      tries += 1;
      return Promise.reject(away);
    };
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(16);
    expect(connection.get()).toMatchObject({ phase: 'reconnecting', problem: away });
    world.answer = async () => list([load()]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.size).toBe(1);
  });

  it.each(['the stream says so', 'the stream fails and the server says so', 'the list is refused'])(
    'ends with the session: %s',
    async (how) => {
      const { world, connection, stream, ended, live } = make();
      if (how === 'the list is refused') {
        world.answer = () => Promise.reject(new Problem({ code: 401, reason: 'signed_out', message: 'no' }));
        connection.start();
      } else {
        await live();
        world.over = true;
        stream().say(how === 'the stream says so' ? 'session_ended' : 'error', {});
      }
      await vi.advanceTimersByTimeAsync(0);
      expect(ended).toHaveBeenCalledOnce();
      expect(connection.get().phase).toBe('ended');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connection.get().phase).toBe('ended');
    },
  );

  it('says plainly when the person may not read, and does not ask again', async () => {
    const { world, connection, streams } = make();
    world.answer = () => Promise.reject(new Problem({ code: 403, reason: 'forbidden', message: 'no' }));
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.get().phase).toBe('refused');
    expect(streams).toHaveLength(0);
  });

  it('receives nothing more from a stream that it has closed', async () => {
    const { store, streams, stream, live } = make();
    await live();
    stream().say('error');
    await vi.advanceTimersByTimeAsync(1_000);
    streams[0]?.say('change', { items: [], removed: [id(1)] }, '99');
    expect(store.size).toBe(1);
  });
});

describe('the clock of the server', () => {
  it('takes the least delayed of the last samples', () => {
    const clock = new ServerClock(() => NOW);
    clock.learn(new Date(NOW + 60_000 - 800).toISOString());
    clock.learn(new Date(NOW + 60_000 - 20).toISOString());
    clock.learn(new Date(NOW + 60_000 - 500).toISOString());
    expect(clock.now()).toBe(NOW + 60_000 - 20);
  });
  it('follows when the computer corrects its clock', () => {
    const clock = new ServerClock(() => NOW);
    clock.learn(new Date(NOW + 60_000).toISOString());
    for (let n = 0; n < 12; n += 1) clock.learn(new Date(NOW).toISOString());
    expect(clock.now()).toBe(NOW);
  });
});
