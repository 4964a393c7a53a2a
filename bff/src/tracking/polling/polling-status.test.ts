/** When polling cannot keep up, the status shows it with figures. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { afterEach, expect, it, vi } from 'vitest';
import { monotonicNow } from '../../platform/lib/clocks.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { ServiceClient } from '../../service/upstream/client.ts';
import { Http } from '../../service/upstream/http.ts';
import { RequestScheduler } from '../../service/upstream/request-scheduler.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { startUpstream } from '../../testing/upstream.ts';
import { Board } from '../board/board.ts';
import { pollingStatus } from './create.ts';
import { Poller } from './poller.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function reading(loads: number, maxRps: number) {
  const upstream = await startUpstream();
  const { db, close } = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db, placeOf: () => null, log: silentLog, batchMs: 10 });
  await board.watch(
    Array.from({ length: loads }, (_, n) => id(n)),
    'person',
    null,
  );
  const http = new Http();
  const scheduler = new RequestScheduler({ maxRps, startRps: maxRps });
  const client = new ServiceClient({
    baseUrl: new URL(upstream.url),
    http,
    scheduler,
    token: { get: async () => 't', reject: () => undefined },
    assumptions: ASSUMPTIONS,
  });
  let later = 0;
  const intervalSeconds = 15;
  const poller = new Poller({
    board,
    client,
    endpoint: serviceEndpoints().getLoadTracking,
    log: silentLog,
    intervalSeconds,
    monotonicNow: () => monotonicNow() + later,
  });
  cleanups.push(
    close,
    () => http.close(),
    () => upstream.stop(),
    () => board.close(),
    () => poller.stop(),
    () => scheduler.close(),
  );
  return {
    upstream,
    poller,
    scheduler,
    pass: (ms: number) => {
      later += ms;
    },
    status: () => pollingStatus({ health: client.health, scheduler, poller, intervalSeconds }),
  };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

it('loads that are long overdue are behind, with the allowed and the needed rate', async () => {
  const { poller, pass, status, upstream } = await reading(40, 1);
  poller.start();
  await eventually(() => expect(upstream.received.length).toBeGreaterThan(0));
  await eventually(() => expect(status().state).toBe('ok'));
  expect(status().behind).toBeNull();
  pass(60_000);
  expect(status().behind).toMatchObject({
    seconds: expect.toSatisfy((seconds: number) => seconds >= 60),
    allowed_per_minute: 60,
    // 40 loads, each four times a minute.
    needed_per_minute: 160,
  });
});

it('a board whose loads are read on time is not behind, nor is one whose polling is paused', async () => {
  const { poller, pass, status, scheduler, upstream } = await reading(5, 100);
  poller.start();
  await eventually(() => expect(upstream.received).toHaveLength(5));
  await eventually(() => expect(poller.nextReadAt(id(4))).not.toBeNull());
  expect(status()).toMatchObject({ state: 'ok', behind: null });
  scheduler.pause(60);
  pass(60_000);
  expect(status()).toMatchObject({ state: 'paused', behind: null });
});

it('a server that does not poll is not behind', async () => {
  const { poller, pass, status } = await reading(5, 100);
  expect(status().behind).toBeNull();
  poller.start();
  await poller.stop();
  pass(60_000);
  expect(status().behind).toBeNull();
});
