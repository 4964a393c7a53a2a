/** Traces as a collector receives them (OTLP over HTTP, JSON), from a server as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { root, serviceEnvironment } from '../../cli/processes.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { sandbox, temporaryFolder } from '../../testing/server.ts';
import { silentLog } from '../../testing/tracking.ts';
import { openDatabase } from '../store/open-database.ts';
import { inSpan, traceId } from './spans.ts';
import { startTracing } from './tracing.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}
const [SERVER, CLIENT, FAILED] = [2, 3, 2];

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function collector(status = 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/base/v1/traces') bodies.push(Buffer.concat(parts).toString('utf8'));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const requests = () =>
    bodies.map((body) => JSON.parse(body) as ExportRequest).flatMap((one) => one.resourceSpans);
  return {
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`),
    spans: () => requests().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    services: () =>
      requests().flatMap(({ resource }) => resource.attributes.map(({ value }) => value.stringValue)),
    text: () => bodies.join('\n'),
  };
}

async function serve(endpoint: URL, env: Record<string, string> = {}) {
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '2' });
  const { dir, remove } = temporaryFolder();
  const port = await freePort();
  cleanups.push(stop, remove);
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...serviceEnvironment(line),
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.href,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  await once(child, 'message');
  return {
    line,
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    },
  };
}

it('a request is a span with its calls and queries, named by its route, and nothing secret is in it', {
  timeout: 60_000,
}, async () => {
  const { endpoint, spans, services, text } = await collector();
  const server = await serve(endpoint);
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
  const { json } = await browser.api(`${server.url}/api/loads`);
  const [load] = (json as { items: { load_id: string }[] }).items;
  await browser.api(`${server.url}/api/loads/${load?.load_id}/history?secret-query=1`);
  await server.stop();

  expect(services()).toContain('waypost');
  const named = (name: string) => spans().find((span) => span.name === name);
  expect(named('GET /api/loads')).toMatchObject({ kind: SERVER, status: {} });
  const signIn = named('GET /bff/callback');
  expect(signIn).toMatchObject({ kind: SERVER });
  const within = spans().filter(({ traceId }) => traceId === signIn?.traceId);
  const parts = within.filter(({ parentSpanId }) => parentSpanId === signIn?.spanId);
  expect(parts).toContainEqual(expect.objectContaining({ name: 'POST 127.0.0.1', kind: CLIENT }));
  expect(parts).toContainEqual(expect.objectContaining({ name: 'insert', kind: CLIENT }));

  const secrets = [load?.load_id, 'secret-query', 'code=', 'state=', server.line.client_secret, 'dispatcher'];
  const cookie = browser.cookie(server.url, '__Host-waypost')?.value;
  for (const secret of [...secrets, cookie]) {
    expect(secret).toBeTruthy();
    expect(text()).not.toContain(secret);
  }
});

it.each([
  ['a trusted proxy', '1', true],
  ['anybody else', '0', false],
])('the trace of %s is continued: %s', { timeout: 60_000 }, async (_, TRUSTED_PROXIES, continued) => {
  const { endpoint, spans } = await collector();
  const server = await serve(endpoint, { TRUSTED_PROXIES });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await fetch(`${server.url}/healthz`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  await server.stop();
  const { traceId, parentSpanId } = spans().find(({ name }) => name === 'GET /healthz') ?? {};
  expect(traceId === trace).toBe(continued);
  expect(parentSpanId === '00f067aa0ba902b7').toBe(continued);
});

it('a job is a span with its calls and queries, and fails with them; what nobody waits for is none', async () => {
  const { endpoint, spans } = await collector();
  const tracing = startTracing({
    endpoint,
    serviceName: 'freight',
    ratio: 1,
    log: silentLog,
    version: '1',
    hasProxy: false,
  });
  cleanups.push(tracing.stop);
  const { db, close } = await openDatabase('sqlite::memory:');
  cleanups.push(close);
  const ask = () =>
    fetch(`http://localhost:${endpoint.port}/elsewhere?code=1`).then((answer) => answer.text());
  const read = () => db.selectFrom('setting').selectAll().where('key', '=', 'secret-value').execute();

  await ask();
  await read();
  let during: string | undefined;
  const job = inSpan('job email', { 'waypost.job': 'j1' }, async () => {
    during = traceId();
    await ask();
    await read();
    throw new Error('no connection');
  });
  await expect(job).rejects.toThrow('no connection');
  expect(traceId()).toBeUndefined();
  await tracing.stop();

  const [root] = spans().filter(({ name }) => name === 'job email');
  expect(root).toMatchObject({ traceId: during, status: { code: FAILED } });
  expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['GET localhost', 'select']));
  expect(spans()).toHaveLength(3);
  for (const { spanId, parentSpanId } of spans())
    if (spanId !== root?.spanId) expect(parentSpanId).toBe(root?.spanId);
});

it('a collector that refuses is one warning', async () => {
  const { endpoint } = await collector(400);
  const warn = vi.fn();
  const log = { ...silentLog, warn } as never;
  const tracing = startTracing({
    endpoint,
    serviceName: 'waypost',
    ratio: 1,
    log,
    version: '1',
    hasProxy: false,
  });
  cleanups.push(tracing.stop);
  for (let n = 0; n < 2_000; n += 1) await inSpan('job email', {}, async () => undefined);
  await tracing.stop();
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(['traces could not be sent']);
});
