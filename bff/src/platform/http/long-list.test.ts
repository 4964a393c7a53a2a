/** A long list, whose client takes it as slowly as it likes. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import compression from 'compression';
import express, { type Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendJsonList } from './route.ts';

const SLICES = 400;
const SLICE = JSON.stringify('x'.repeat(100_000));

/** `made`: slices that were made for the client so far. */
async function served(headers: Readonly<Record<string, string>> = {}) {
  const state = { made: 0, is_done: false };
  function* slices() {
    for (; state.made < SLICES; state.made += 1) yield SLICE;
  }
  const app = express();
  app.use(compression());
  app.get('/', async (_request, response: Response) => {
    await sendJsonList(response, '{"items":[', slices(), ']}');
    state.is_done = true;
  });
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = get({ port: (server.address() as AddressInfo).port, agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { state, request, response };
}

it('is made no faster than it is taken, and arrives whole', async () => {
  const { state, response } = await served();
  let before = -1;
  await vi.waitFor(() => {
    const stands = state.made === before;
    before = state.made;
    expect(stands).toBe(true);
  });
  expect(state.made).toBeLessThan(SLICES / 2);
  const { items } = JSON.parse(await text(response)) as { items: string[] };
  expect(items).toHaveLength(SLICES);
  expect(state.is_done).toBe(true);
});

it('is waited for without more and more listeners when it is compressed', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => void warnings.push(message);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { state, response } = await served({ 'Accept-Encoding': 'gzip' });
  expect(response.headers['content-encoding']).toBe('gzip');
  const { items } = JSON.parse(await text(response.pipe(createGunzip()))) as { items: string[] };
  expect(items).toHaveLength(SLICES);
  await vi.waitFor(() => expect(state.is_done).toBe(true));
  expect(warnings).toEqual([]);
});

it('ends for a client that has gone before the next slice', async () => {
  let is_done = false;
  const app = express();
  app.get('/', async (_request, response: Response) => {
    response.destroy();
    await once(response, 'close');
    await sendJsonList(response, '{"items":[', [SLICE, SLICE], ']}');
    is_done = true;
  });
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  get({ port: (server.address() as AddressInfo).port, agent: false }).on('error', () => undefined);
  await vi.waitFor(() => expect(is_done).toBe(true));
});

it('is not made to its end for a client that has gone', async () => {
  const { state, request, response } = await served();
  response.on('error', () => undefined);
  request.destroy();
  await vi.waitFor(() => expect(state.is_done).toBe(true));
  expect(state.made).toBeLessThan(SLICES / 2);
});
