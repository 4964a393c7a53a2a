import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { parseNetworks } from '../../platform/lib/networks.ts';
import { freePort } from '../../testing/free-port.ts';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';
import { Destinations, post } from './post.ts';

const local = parseNetworks('', true);
if ('problem' in local) throw new Error(local.problem);
const destinations = new Destinations(local.networks);
const { signal } = new AbortController();
const send = (url: string, more: Partial<Parameters<typeof post>[1]> = {}) =>
  post(new URL(url), { destinations, body: Buffer.from('{}'), headers: {}, signal, ...more });

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function receiver(...answers: [number, ...number[]]) {
  const made = await webhookReceiver(...answers);
  closing.push(made.close);
  return made;
}

it('a status from 200 to 299 is a success, all others are failures', async () => {
  const { url } = await receiver(204, 200, 404, 500);
  expect(await send(url)).toEqual({ status: 204, problem: null, answer: null });
  expect(await send(url)).toEqual({ status: 200, problem: null, answer: 'status 200' });
  expect(await send(url)).toEqual({ status: 404, problem: 'answered 404', answer: 'status 404' });
  expect(await send(url)).toMatchObject({ status: 500, problem: 'answered 500' });
});

it('a redirect is not followed', async () => {
  const { url, received } = await receiver(302);
  expect(await send(url)).toMatchObject({ status: 302, problem: 'answered 302; redirects are not followed' });
  expect(received).toHaveLength(1);
});

it('a private address gets no connection', async () => {
  const { url, received } = await receiver(200);
  const none = parseNetworks('', false);
  if ('problem' in none) throw new Error(none.problem);
  const strict = new Destinations(none.networks);
  const refused = await send(url, { destinations: strict });
  expect(refused).toEqual({
    status: null,
    problem: '127.0.0.1 is a private address; OUTGOING_WEBHOOK_NETWORKS can allow it',
    answer: null,
  });
  const named = await send(url.replace('http:', 'https:').replace('127.0.0.1', 'localhost'), {
    destinations: strict,
  });
  expect(named.problem).toMatch(/^localhost resolves to .*, a private address/);
  expect(received).toHaveLength(0);
});

it('a receiver that times out, refuses or disconnects has failed, with a readable reason', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  closing.push(
    () => silent.close(),
    () => rude.close(),
  );
  await Promise.all([once(silent, 'listening'), once(rude, 'listening')]);
  const portOf = (server: ReturnType<typeof createServer>) => (server.address() as { port: number }).port;
  const slow = await send(`http://127.0.0.1:${portOf(silent)}/`, { timeoutMs: 50 });
  expect(slow.problem).toBe('no response within 0.05 s');
  expect((await send(`http://127.0.0.1:${portOf(rude)}/`)).problem).toBe(
    'connection closed before a response',
  );
  expect((await send(`http://127.0.0.1:${await freePort()}/`)).problem).toBe('connection refused');
});

it.each([
  [
    '200 and a body that never ends',
    200,
    null,
    (answer: ServerResponse) => answer.writeHead(200).write('took'),
  ],
  ['500 and no body', 500, 'answered 500', (answer: ServerResponse) => answer.writeHead(500).flushHeaders()],
  [
    'a change of protocol',
    101,
    'answered 101',
    (answer: ServerResponse) => answer.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end(),
  ],
])('the status counts, whatever comes after it: %s', async (_what, status, problem, say) => {
  const server = createHttpServer((request, answer) => {
    request.resume().on('end', () => say(answer));
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const tried = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 200 });
  expect(tried).toMatchObject({ status, problem });
});
