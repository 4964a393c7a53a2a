/** A request that a server reads late, because it was frozen or overloaded, while its client has given up. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRoute } from '@waypost/contract/api/route';
import express, { Router } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { mount } from './route.ts';

const described = (method: ApiRoute['method']) =>
  ({ method, path: '/act', right: null, responses: { 200: z.object({}) } }) as unknown as ApiRoute;

async function served(method: ApiRoute['method']) {
  const done: string[] = [];
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const router = Router();
  router.use(async (_request, _response, next) => {
    reach();
    await woken;
    next();
  });
  mount(router, described(method), () => {
    done.push('done');
    return {};
  });
  const app = express();
  app.use(router);
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on('close', leave);
    (app as RequestListener)(request, response);
    void woken.then(() => setImmediate(settle));
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://localhost:${(server.address() as AddressInfo).port}/act`;
  const give_up = new AbortController();
  const answer = fetch(url, { method, signal: give_up.signal }).then(
    ({ status }) => status,
    () => null,
  );
  await reached;
  return { done, wake, left, settled, answer, giveUp: () => give_up.abort() };
}

it('changes nothing any more', async () => {
  const { done, wake, left, settled, answer, giveUp } = await served('POST');
  giveUp();
  expect(await answer).toBeNull();
  await left;
  wake();
  await settled;
  expect(done).toEqual([]);
});

it('is done when its client still waits', async () => {
  const { done, wake, answer } = await served('POST');
  wake();
  expect(await answer).toBe(200);
  expect(done).toEqual(['done']);
});
