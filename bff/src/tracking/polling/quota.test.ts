/** Polling and clicks together, against an upstream that counts requests itself. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { CircuitState } from 'cockatiel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../platform/store/open-database.ts';
import { StoreUnavailable } from '../../platform/store/store-errors.ts';
import { ServiceClient } from '../../service/upstream/client.ts';
import { Http } from '../../service/upstream/http.ts';
import { RequestScheduler } from '../../service/upstream/request-scheduler.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { HOUR_MS, useWallClock } from '../../testing/wall-clock.ts';
import { Board } from '../board/board.ts';
import { Poller } from './poller.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Tolerance for calls that were sent before a pause but arrive after it on a busy machine. */
const UNDER_WAY_MS = 250;

type Answer = (response: ServerResponse, load: number) => void;

const ok: Answer = (response, load) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tracking({ load })));
};
const tooMany =
  (detail: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response
      .writeHead(429, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ code: 429, message: 'Too Many Requests', detail }));
  };

/** A service that records the arrival time of every call and gives configured responses. */
async function upstream() {
  const calls: number[] = [];
  const state = { answer: ok as Answer };
  const server: Server = createServer((request, response) => {
    calls.push(performance.now());
    state.answer(response, Number(/(\d+)\/tracking$/.exec(request.url ?? '')?.[1]));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { calls, state, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
}

interface Reading {
  readonly maxRps?: number;
  readonly workers?: number;
  readonly intervalSeconds?: number;
  readonly beforeSend?: () => Promise<void>;
}

async function reading(
  baseUrl: URL,
  loads: number,
  { maxRps = 500, workers, intervalSeconds = 1, beforeSend }: Reading = {},
) {
  const { db, close } = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db, placeOf: () => null, log: silentLog, batchMs: 10 });
  await board.watch(
    Array.from({ length: loads }, (_, n) => id(n)),
    'person',
    null,
  );
  const http = new Http();
  const scheduler = new RequestScheduler({ maxRps, startRps: maxRps, beforeSend });
  const client = new ServiceClient({
    baseUrl,
    http,
    scheduler,
    token: { get: async () => 't', reject: () => undefined },
    assumptions: { ...ASSUMPTIONS, retry_after_unknown_seconds: 1 },
  });
  const endpoint = serviceEndpoints().getLoadTracking;
  const poller = new Poller({
    board,
    client,
    endpoint,
    log: silentLog,
    intervalSeconds,
    workers,
  });
  cleanups.push(
    close,
    () => http.close(),
    () => board.close(),
    () => poller.stop(),
    () => scheduler.close(),
  );
  return { board, poller, scheduler, health: client.health, client };
}

const eventually = (check: () => void, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 5 });

it('a load whose read found the database away is read when it is back, not an interval later', async () => {
  const service = await upstream();
  let tries = 0;
  const { board, poller } = await reading(service.url, 3, {
    intervalSeconds: 3_600,
    beforeSend: async () => {
      tries += 1;
      if (tries <= 5) throw new StoreUnavailable('The database server is not responding');
    },
  });
  poller.start();
  await eventually(() => expect(board.readSpan().oldest).not.toBeNull());
  expect(service.calls).toHaveLength(3);
});

describe('an announced wait', () => {
  it.each([
    ['in the detail', tooMany({ retry_after_seconds: 1, message: 'slow down' })],
    ['in the header alone', tooMany(null, { 'retry-after': '1' })],
    ['nowhere', tooMany(null)],
  ])('(%s) is kept by polling and clicks together: no call arrives within it', async (_, refuse) => {
    const service = await upstream();
    // One worker: no call is under way when the refusal arrives.
    const { poller, board } = await reading(service.url, 50, { workers: 1 });
    const waits: { from: number; until: number }[] = [];
    let served = 0;
    service.state.answer = (response, load) => {
      served += 1;
      if (served % 20 !== 0) return ok(response, load);
      response.once('finish', () => {
        const from = performance.now();
        waits.push({ from, until: from + 1000 });
      });
      refuse(response, load);
    };
    poller.start();
    // A person who clicks continuously.
    const clicking = setInterval(() => void poller.readNow(id(1), undefined).catch(() => undefined), 7);
    cleanups.push(() => clearInterval(clicking));
    await eventually(() => expect(waits.length).toBeGreaterThanOrEqual(3));
    // A click may have been under way when the refusal arrived; calls sent after it must not be.
    const within = service.calls.filter((at) =>
      waits.some(({ from, until }) => at > from + UNDER_WAY_MS && at < until - 5),
    );
    expect(within).toEqual([]);
    expect(board.get(id(1))?.item.tracking_health).toBe('live');
  });

  it.each(['person', 'background'] as const)(
    'is respected by every call (%s) that waits for a connection behind slow responses when it begins',
    async (priority) => {
      const service = await upstream();
      const { client, scheduler } = await reading(service.url, 0);
      const held: ((answer: Answer) => void)[] = [];
      service.state.answer = (response, load) => void held.push((answer) => answer(response, load));
      const endpoint = serviceEndpoints().getLoadTracking;
      const calls = Array.from({ length: 50 }, (_, n) =>
        client.call(endpoint, { params: { load_id: id(n) }, priority }).then(
          () => 'answered',
          (error) => error.kind,
        ),
      );
      await eventually(() => expect(held).toHaveLength(32));
      const from = performance.now();
      held.shift()?.(tooMany({ retry_after_seconds: 2, message: 'slow down' }));
      await eventually(() => expect(scheduler.pausedUntil).not.toBeNull());
      service.state.answer = ok;
      for (const answer of held.splice(0)) answer(ok);
      const kinds = await Promise.all(calls);
      expect(service.calls.slice(32).filter((at) => at < from + 2_000)).toEqual([]);
      // The click gets its update immediately; the others take their turn again.
      expect(kinds.filter((kind) => kind === 'answered')).toHaveLength(priority === 'person' ? 31 : 49);
      expect(new Set(kinds)).toEqual(new Set(['rate_limited', 'answered']));
    },
  );

  it('is reported to a click immediately, with its end', async () => {
    const service = await upstream();
    const { poller, scheduler } = await reading(service.url, 1);
    scheduler.pause(30);
    await expect(poller.readNow(id(0), undefined)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAt: scheduler.pausedUntil,
    });
    expect(service.calls).toEqual([]);
  });
});

describe('people', () => {
  it('are served while polling waits for its turn', async () => {
    const service = await upstream();
    const { poller, scheduler } = await reading(service.url, 200, { maxRps: 1 });
    poller.start();
    const before = service.calls.length;
    await Promise.all(Array.from({ length: 10 }, (_, n) => poller.readNow(id(n), undefined)));
    expect(service.calls.length - before).toBeGreaterThanOrEqual(10);
    expect(scheduler.rps).toBe(1);
  });
});

describe('a service in trouble', () => {
  it('is reported as down, keeps the last responses, and recovers automatically', async () => {
    const service = await upstream();
    const { poller, board, health } = await reading(service.url, 3);
    poller.start();
    await eventually(() =>
      expect(board.ids().every((one) => board.get(one)?.item.read_at !== null)).toBe(true),
    );
    service.state.answer = (response) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"message":"Internal Server Error"}');
    };
    await eventually(() => expect(health.get().state).toBe('down'));
    expect(board.get(id(1))?.item).toMatchObject({ tracking_health: 'live', read_error: null });
    service.state.answer = ok;
    await eventually(() => expect(health.get().state).toBe('ok'));
  });

  it('is probed by one call at a time while it is considered down', async () => {
    const service = await upstream();
    let open = 0;
    let most = 0;
    const { poller, client } = await reading(service.url, 100);
    let probes = 0;
    service.state.answer = (response) => {
      // Calls sent before it was considered down may arrive after it: a probe arrives while the circuit breaker is half open.
      const probe = client.breaker.state === CircuitState.HalfOpen;
      if (probe) {
        probes += 1;
        open += 1;
        most = Math.max(most, open);
      }
      setImmediate(() => {
        if (probe) open -= 1;
        response.writeHead(503).end();
      });
    };
    poller.start();
    await eventually(() => expect(client.broken).toBe(true));
    await eventually(() => expect(probes).toBeGreaterThan(1));
    expect(most).toBe(1);
  });

  it('is not considered down because of 401, 404 or 422', async () => {
    const service = await upstream();
    const { poller, client, health, board } = await reading(service.url, 20);
    service.state.answer = (response) => {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"code":404,"message":"Not Found","detail":null}');
    };
    poller.start();
    await eventually(() => expect(service.calls.length).toBeGreaterThanOrEqual(20));
    await eventually(() =>
      expect(board.get(id(3))?.item.read_error).toMatchObject({ kind: 'not_found', status: 404 }),
    );
    expect(client.broken).toBe(false);
    expect(health.get().state).not.toBe('down');
  });

  it.each([
    ['no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['another shape', (response: ServerResponse) => response.writeHead(200).end('{"hello":1}')],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('answering %s is reported as what it is', async (_, answer) => {
    const service = await upstream();
    service.state.answer = answer as Answer;
    const { poller } = await reading(service.url, 1);
    await expect(poller.readNow(id(0), undefined)).rejects.toMatchObject({ kind: 'unexpected_answer' });
  });
});

describe('the clock of this computer', () => {
  const setWallClock = useWallClock();

  it.each([
    ['back', -HOUR_MS],
    ['forward', HOUR_MS],
  ])('set %s by an hour changes nothing for polling', async (_, byMs) => {
    const service = await upstream();
    const { poller, health } = await reading(service.url, 3);
    poller.start();
    await eventually(() => expect(service.calls.length).toBeGreaterThanOrEqual(3));
    setWallClock(byMs);
    const before = service.calls.length;
    await eventually(() => expect(service.calls.length).toBeGreaterThanOrEqual(before + 6));
    // Three loads, once a second each.
    expect(service.calls.length).toBeLessThan(before + 12);
    expect(health.get()).toMatchObject({ state: 'ok', retry_at: null });
  });

  it('set back by an hour does not delay the recovery from an outage', async () => {
    const service = await upstream();
    const { poller, client } = await reading(service.url, 3);
    service.state.answer = (response) => response.writeHead(503).end();
    poller.start();
    await eventually(() => expect(client.broken).toBe(true));
    setWallClock(-HOUR_MS);
    service.state.answer = ok;
    await eventually(() => expect(client.broken).toBe(false));
  });
});

describe('what the service may add in the future', () => {
  it('is tolerated: unknown values reach the board unchanged, unknown fields do not reach it', async () => {
    const service = await upstream();
    service.state.answer = (response, load) => {
      const answer = { ...tracking({ load, health: 'teleporting' }), brand_new: { field: 1 } };
      response.writeHead(200).end(JSON.stringify(answer));
    };
    const { poller, board } = await reading(service.url, 1);
    await poller.readNow(id(0), undefined);
    expect(board.get(id(0))?.item).toMatchObject({ tracking_health: 'teleporting' });
    expect(board.get(id(0))?.item).not.toHaveProperty('brand_new');
  });
});
