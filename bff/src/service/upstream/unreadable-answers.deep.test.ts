/** Responses with status 200 but no data: one such load is a fact about that load, all of them are an outage. */

import type { ServerResponse } from 'node:http';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../platform/store/open-database.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { json, startUpstream } from '../../testing/upstream.ts';
import { Board } from '../../tracking/board/board.ts';
import { Poller } from '../../tracking/polling/poller.ts';
import { ServiceClient } from './client.ts';
import { Http } from './http.ts';
import { RequestScheduler } from './request-scheduler.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function reading(loads: number, { granted = null }: { granted?: readonly string[] | null } = {}) {
  const upstream = await startUpstream();
  const { db, close } = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db, placeOf: () => null, log: silentLog, batchMs: 10 });
  await board.watch(
    Array.from({ length: loads }, (_, n) => id(n)),
    'person',
    null,
  );
  const http = new Http();
  const scheduler = new RequestScheduler({ maxRps: 500, startRps: 500 });
  const client = new ServiceClient({
    baseUrl: new URL(upstream.url),
    http,
    scheduler,
    token: { get: async () => 't', reject: () => undefined, granted: () => granted },
    assumptions: ASSUMPTIONS,
  });
  const endpoint = serviceEndpoints().getLoadTracking;
  const poller = new Poller({ board, client, endpoint, log: silentLog, intervalSeconds: 1 });
  cleanups.push(
    close,
    () => http.close(),
    () => upstream.stop(),
    () => board.close(),
    () => poller.stop(),
    () => scheduler.close(),
  );
  const items = () => board.ids().map((one) => board.get(one)?.item);
  return { upstream, board, items, poller, health: client.health, client };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
const page = (response: ServerResponse, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'text/html' })
    .end('<html><h1>We will be back soon</h1></html>');

describe('every load answered with', () => {
  it.each([
    ['a maintenance page', (response: ServerResponse) => page(response)],
    ['JSON of another shape', (response: ServerResponse) => json(response, 200, { status: 'maintenance' })],
    ['a 403 page of a firewall', (response: ServerResponse) => page(response, 403)],
    [
      'a redirect to a sign-in page',
      (response: ServerResponse) => response.writeHead(302, { location: '/login' }).end(),
    ],
  ])('%s is an outage, said as one, probed by single calls, and over soon after', async (_, answer) => {
    const { upstream, items, poller, health, client } = await reading(100);
    poller.start();
    await eventually(() => expect(items().every((item) => item?.read_at)).toBe(true));
    upstream.answer(answer);
    await eventually(() => expect(client.broken).toBe(true));
    expect(health.get()).toMatchObject({
      state: 'down',
      message: expect.stringContaining('is not returning data'),
    });
    expect(items().filter((item) => item?.read_error)).toEqual([]);
    upstream.answer();
    const healedAt = new Date().toISOString();
    await eventually(() => expect(health.get().state).toBe('ok'));
    await eventually(() => expect(items().every((item) => (item?.read_at ?? '') > healedAt)).toBe(true));
  });
});

describe('one load among many', () => {
  it.each([
    ['a page', (response: ServerResponse) => page(response)],
    ['another shape', (response: ServerResponse) => json(response, 200, { hello: 1 })],
  ])('answered with %s for ever is a fact about that load, and no outage', async (_, answer) => {
    const { upstream, board, items, poller, health, client } = await reading(10);
    const states = new Set<string>();
    health.onChange.subscribe(() => states.add(health.get().state));
    let odd = 0;
    upstream.answer((response, { url }) => {
      const load = Number(/-0*(\d+)\/tracking$/.exec(url)?.[1] || 0);
      if (load !== 7) return json(response, 200, tracking({ load }));
      odd += 1;
      answer(response);
    });
    poller.start();
    await eventually(() => expect(odd).toBeGreaterThanOrEqual(3));
    await eventually(() => expect(board.get(id(7))?.item.read_error).not.toBeNull());
    expect(board.get(id(7))?.item.read_error).toMatchObject({ kind: 'unexpected_answer', status: 200 });
    expect(items().filter((item) => item?.read_error)).toHaveLength(1);
    expect(client.broken).toBe(false);
    expect([...states]).toEqual(['ok']);
  });
});

it('the only watched load, returned in another shape, is reported as unreadable', async () => {
  const { upstream, board, poller } = await reading(1);
  upstream.answer((response) => json(response, 200, { hello: 1 }));
  poller.start();
  await eventually(() =>
    expect(board.get(id(0))?.item.read_error).toMatchObject({ kind: 'unexpected_answer' }),
  );
});

describe('a 403', () => {
  const forbidden = { code: 403, message: 'Forbidden', detail: null };
  it.each([
    [
      ['fleet:read', 'share-agreement:read'],
      /does not include telematics:read\. It includes: fleet:read share-agreement:read$/,
    ],
    [['telematics:read'], /even though our access includes telematics:read/],
    [null, /^The tracking service denies us access$/],
  ])('with granted scopes %j names the missing right as far as it can be known', async (granted, words) => {
    const { upstream, board, poller } = await reading(1, { granted });
    upstream.answer((response) => json(response, 403, forbidden));
    await expect(poller.readNow(id(0), undefined)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(words),
    });
    expect(board.get(id(0))?.item.read_error?.message).toMatch(words);
  });
});
