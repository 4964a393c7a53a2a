import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { ServiceStatus } from '@waypost/contract/api/board';
import type { Role } from '@waypost/contract/api/session';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../platform/store/open-database.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { EventHub, Stream } from './hub.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const status = { state: 'ok', server_time: '2026-11-20T10:00:00Z' } as unknown as ServiceStatus;

async function setup(
  rolesOf: () => Promise<readonly Role[] | null> = async () => ['viewer'],
  heartbeatMs = 3_600_000,
) {
  const opened = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db: opened.db, placeOf: () => null, log: silentLog, batchMs: 3_600_000 });
  const hub = new EventHub({
    board,
    status: () => status,
    rolesOf,
    log: silentLog,
    heartbeatMs,
    statusMs: 3_600_000,
  });
  const app = express();
  app.get('/events', (request, response) => {
    const stream = new Stream(response, 's', ['viewer']);
    response.on('close', () => hub.close(stream));
    hub.open(stream, request.get('Last-Event-ID') ?? null);
  });
  const server: Server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
    () => hub.shutdown(),
  );
  return { board, hub, port };
}

interface Event {
  readonly event: string;
  readonly id: string | null;
  readonly data: { items?: Record<string, unknown>[]; removed?: string[]; reason?: string; version?: number };
}

function listen(port: number, lastEventId?: string) {
  const events: Event[] = [];
  let ended = false;
  const gone = new AbortController();
  cleanups.push(() => gone.abort());
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const reading = fetch(`http://127.0.0.1:${port}/events`, { headers, signal: gone.signal })
    .then(async (answer) => {
      let text = '';
      for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(part).toString('utf8');
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const field = (name: string) =>
            lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
          const event = field('event');
          if (event)
            events.push({ event, id: field('id'), data: JSON.parse(field('data') ?? '{}') as Event['data'] });
        }
      }
    })
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    events,
    reading,
    changes: () => events.filter((one) => one.event === 'change'),
    until: (condition: (all: Event[]) => boolean) =>
      vi.waitFor(() => expect(condition(events)).toBe(true), { timeout: 5_000, interval: 5 }),
    ended: () => ended,
  };
}

describe('the event stream', () => {
  it('starts with the polling status, then sends only changes, with increasing ids', async () => {
    const { board, port } = await setup();
    await board.watch([id(1)], 'person', null);
    const browser = listen(port);
    await browser.until((all) => all.some((one) => one.event === 'status'));
    board.recordAnswer(id(1), tracking(), {});
    await board.flush();
    board.recordAnswer(id(1), tracking({ health: 'stale' }), {});
    await board.flush();
    await browser.until(() => browser.changes().length === 2);
    const [first, second] = browser.changes();
    expect(Number(second?.id)).toBeGreaterThan(Number(first?.id));
    expect(second?.data.items?.[0]).toMatchObject({ load_id: id(1), tracking_health: 'stale' });
    expect(second?.data.items?.[0]).not.toHaveProperty('stops');
  });

  it('replays exactly what was missed after Last-Event-ID, then continues', async () => {
    const { board, port } = await setup();
    await board.watch([id(1), id(2), id(3)], 'person', null);
    const seen = board.version;
    board.recordAnswer(id(2), tracking({ load: 2 }), {});
    await board.flush();
    await board.unwatch([id(3)]);
    const browser = listen(port, String(seen));
    await browser.until(() => browser.changes().length === 1);
    const [replay] = browser.changes();
    expect(replay?.data.items?.map((item) => item.load_id)).toEqual([id(2)]);
    expect(replay?.data.removed).toEqual([id(3)]);
    expect(replay?.id).toBe(String(board.version));
    board.recordAnswer(id(1), tracking({ load: 1 }), {});
    await board.flush();
    await browser.until(() => browser.changes().length === 2);
  });

  it.each(['999999', 'abc', '-1', '1; DROP'])('answers the unknown id %s with a reset', async (strange) => {
    const { board, port } = await setup();
    await board.watch([id(1)], 'person', null);
    const browser = listen(port, strange);
    await browser.until((all) => all.some((one) => one.event === 'reset'));
    expect(browser.events.find((one) => one.event === 'reset')).toMatchObject({
      id: String(board.version),
      data: { version: board.version },
    });
  });

  it('disconnects a reader that does not read, and continues with the others', async () => {
    const { board, hub, port } = await setup();
    await board.watch([id(1)], 'person', null);
    const stalled: Socket = connect(port, '127.0.0.1', () =>
      stalled.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    stalled.pause();
    cleanups.push(() => stalled.destroy());
    const browser = listen(port);
    await vi.waitFor(() => expect(hub.size).toBe(2), { timeout: 5_000 });
    const padding = 'x'.repeat(200_000);
    for (let n = 0; n < 120 && hub.size > 1; n += 1) {
      board.recordAnswer(
        id(1),
        { ...tracking({ health: n % 2 ? 'live' : 'stale' }), load_ref: `${padding}${n}` },
        {},
      );
      await board.flush();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hub.size).toBe(1);
    board.recordAnswer(id(1), tracking({ health: 'unknown' }), {});
    await board.flush();
    await browser.until(() =>
      browser.changes().some((one) => one.data.items?.[0]?.tracking_health === 'unknown'),
    );
  });

  it('a stream opened during shutdown is closed with a retry hint, so that it does not delay the shutdown', async () => {
    const { hub, port } = await setup();
    hub.shutdown();
    const browser = listen(port);
    await browser.reading;
    expect(browser.ended()).toBe(true);
    expect(hub.size).toBe(0);
  });

  it('ends when its session has ended, and sends the reason', async () => {
    let alive = true;
    const { port } = await setup(async () => (alive ? ['viewer'] : null), 10);
    const browser = listen(port);
    await browser.until((all) => all.length > 0);
    alive = false;
    await browser.until((all) => all.some((one) => one.event === 'session_ended'));
    await browser.reading;
    expect(browser.ended()).toBe(true);
  });

  it('stays open when the store cannot tell whether the session is alive', async () => {
    let asked = 0;
    const { hub, port } = await setup(async () => {
      asked += 1;
      throw new Error('store is down');
    }, 10);
    const browser = listen(port);
    await browser.until((all) => all.length > 0);
    await vi.waitFor(() => expect(asked).toBeGreaterThan(2), { timeout: 5_000 });
    expect(hub.size).toBe(1);
    expect(browser.ended()).toBe(false);
  });
});

describe('browsers that reconnect all at once', () => {
  /** A board with a change that they missed; building its replay takes as long as with thousands of loads. */
  async function afterRestart() {
    const { board, hub } = await setup();
    await board.watch([id(1), id(2)], 'person', null);
    const seen = board.version;
    board.recordAnswer(id(2), tracking({ load: 2 }), {});
    await board.flush();
    const since = board.since.bind(board);
    let built = 0;
    board.since = (...wanted) => {
      built += 1;
      for (const until = performance.now() + 6; performance.now() < until; );
      return since(...wanted);
    };
    const received: string[] = [];
    const open = (lastEventId: number) => {
      let text = '';
      const index = received.push('') - 1;
      const response = {
        writableLength: 0,
        status: () => response,
        set: () => response,
        write: (part: Buffer | string) => {
          text += part.toString();
          received[index] = text;
        },
        end: () => undefined,
      };
      hub.open(new Stream(response as never, 's', ['viewer']), String(lastEventId));
    };
    const replayed = () => received.filter((text) => text.includes('event: change')).length;
    return { board, hub, seen, open, replayed, received, built: () => built };
  }

  it('share one replay when they missed the same', async () => {
    const { seen, open, replayed, built } = await afterRestart();
    for (let n = 0; n < 100; n += 1) open(seen);
    await vi.waitFor(() => expect(replayed()).toBe(100));
    expect(built()).toBe(1);
  });

  it('leave time for other requests, and still get each change once and in order', async () => {
    const { board, open, replayed, received } = await afterRestart();
    for (let n = 0; n < 10; n += 1) open(n % board.version);
    expect(replayed()).toBeLessThan(10);
    board.recordAnswer(id(1), tracking({ load: 1 }), {});
    await board.flush();
    await vi.waitFor(() => expect(replayed()).toBe(10));
    for (const text of received) {
      const ids = [...text.matchAll(/^id: (\d+)$/gm)].map((found) => Number(found[1]));
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(ids.at(-1)).toBe(board.version);
    }
  });

  it('are closed when the server stops before their replay', async () => {
    const { hub, board, open, replayed } = await afterRestart();
    for (let n = 0; n < 10; n += 1) open(n % board.version);
    hub.shutdown();
    const sent = replayed();
    await new Promise((resolve) => setImmediate(resolve));
    expect(replayed()).toBe(sent);
  });
});

it('a session with too many streams is refused another one, and other sessions are not', async () => {
  const { hub } = await setup();
  const response = {
    writableLength: 0,
    status: () => response,
    set: () => response,
    write: () => true,
    end: () => undefined,
  };
  const open = () => new Stream(response as never, 'greedy', ['viewer']);
  const streams = Array.from({ length: 100 }, open);
  for (const stream of streams) {
    expect(hub.hasRoomFor('greedy')).toBe(true);
    hub.open(stream, null);
  }
  expect(hub.hasRoomFor('greedy')).toBe(false);
  expect(hub.hasRoomFor('modest')).toBe(true);
  hub.close(streams[0] as Stream);
  expect(hub.hasRoomFor('greedy')).toBe(true);
});
