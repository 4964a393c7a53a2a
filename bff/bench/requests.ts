/**
 * `pnpm bench:requests`: how long each route holds the server's event loop at 10,000 loads. Calls every route without path parameters,
 * and the large imports, one after the other; the server's own gauge of its event loop gives the longest block. The least of several
 * calls counts, because the server also polls meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { report } from '../soak/report.ts';
import { cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const LOADS = Number(process.argv[2] ?? 10_000);
const CALLS = 3;
/** Milliseconds that no request may hold the event loop. */
const LONGEST_BLOCK_MS = 20;
const METRICS_TOKEN = 'a-token-of-the-benchmark-only';
/** Query parameters of routes that require some. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/search': 'q=48',
  '/api/triage/report': `since=${new Date(Date.now() - 86_400_000).toISOString()}&until=${new Date().toISOString()}`,
};
/** The event stream does not end. */
const LEFT_OUT: ReadonlySet<string> = new Set(['/api/events']);

const folder = temporaryFolder();
const service = await sandboxProcess({
  SANDBOX_LOADS: String(LOADS),
  SANDBOX_RATE_LIMIT: '1000',
  SANDBOX_SPEED: '1',
});
const server = await serve(service.line, folder.dir, {
  SERVICE_MAX_RPS: '1000',
  POLL_INTERVAL_SECONDS: '3600',
  PERSON_CALLS_PER_MINUTE: '100000',
  METRICS_TOKEN,
});
const [cookie = ''] = await cookiesOf(server.url, 1, 'admin');

async function call(method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, 'X-CSRF': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Longest block of the event loop since the last call, milliseconds. */
async function longestBlock(): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(text)?.[1]);
}

async function allRead(): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const response = await fetch(`${server.url}/api/loads`, { headers: { cookie, 'X-CSRF': '1' } });
    const { items } = (await response.json()) as { items: { read_at: string | null; read_error: unknown }[] };
    if (items.length >= LOADS && items.every((load) => load.read_at !== null || load.read_error !== null))
      return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('the loads were not read in time');
}

/** The least of several calls. */
async function measure(method: string, path: string, bodyOf?: () => unknown) {
  let least = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let n = 0; n < CALLS; n += 1) {
    const body = bodyOf?.();
    await longestBlock();
    status = await call(method, path, body);
    least = Math.min(least, await longestBlock());
  }
  return { what: `${method} ${path.split('?')[0]} (${status})`, ms: Math.round(least * 10) / 10 };
}

const found: Awaited<ReturnType<typeof measure>>[] = [];
try {
  await allRead();
  const idle = await measure('GET', '/healthz');
  const numbers = Array.from({ length: 500 }, (_, n) => `LD-X${n}`);
  const contacts = () =>
    Array.from({ length: 2000 }, (_, n) => ({
      fleet_id: randomUUID(),
      name: `Contact ${n}`,
      role: null,
      phone: '+1 806 555 0142',
      email: null,
      is_primary: true,
    }));
  found.push(await measure('POST', '/api/loads/lookup', () => ({ texts: numbers })));
  found.push(
    await measure('POST', '/api/contacts/import', () => ({ on_conflict: 'keep', items: contacts() })),
  );
  for (const { method, path } of Object.values(API_ROUTES)) {
    if (method !== 'GET' || path.includes('{') || LEFT_OUT.has(path)) continue;
    const query = QUERIES[path];
    found.push(await measure(method, query ? `${path}?${query}` : path));
  }
  const worst = found.toSorted((a, b) => b.ms - a.ms);
  report(`Longest block of the event loop by one request, ${LOADS} loads, ms (least of ${CALLS} calls)`, [
    { what: idle.what, found: idle.ms },
    ...worst.slice(0, 15).map(({ what, ms }) => ({ what, found: ms, expected: { below: LONGEST_BLOCK_MS } })),
    { what: 'routes called', found: found.length },
  ]);
} finally {
  server.child.kill();
  service.child.kill();
  await server.exit;
  folder.remove();
}
