/**
 * `pnpm bench:requests`: how long each route holds the server's event loop at 10,000 loads and 10,000 invitations. Calls every route
 * without path parameters, and the large imports, one after the other. The median of several calls counts.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { report } from '../soak/report.ts';
import { cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { forEachConcurrently } from '../src/platform/lib/async.ts';
import { clientToken } from '../src/testing/independent.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const LOADS = Number(process.argv[2] ?? 10_000);
const INVITATIONS = 10_000;
const CALLS = 7;
/** Milliseconds that no request may hold the event loop. */
const LONGEST_BLOCK_MS = 20;
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
  SANDBOX_RATE_LIMIT: '100000',
  SANDBOX_SPEED: '1',
});
const authorization = `Bearer ${await clientToken(service.line)}`;
await forEachConcurrently(
  Array.from({ length: INVITATIONS }, (_, n) => n),
  8,
  new AbortController().signal,
  async (n) => {
    const response = await fetch(service.line.base_url + ASSUMPTIONS.paths.invitations, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        fleet_ref: `F-${n}`,
        fleet_name: `Fleet ${n}`,
        fleet_email: `ops@f${n}.example`,
      }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  },
);
/** Reads everything fast, and is then measured while it reads at a usual rate. */
const start = (env: Record<string, string>) =>
  serve(service.line, folder.dir, {
    POLL_INTERVAL_SECONDS: '3600',
    PERSON_CALLS_PER_MINUTE: '100000',
    NODE_OPTIONS: `--import ${new URL('turns.ts', import.meta.url).href}`,
    ...env,
  });
let server = await start({ SERVICE_MAX_RPS: '1000' });
let [cookie = ''] = await cookiesOf(server.url, 1, 'admin');

async function call(method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, 'X-CSRF': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function measured(message: 'begin turns' | 'end turns'): Promise<number> {
  const response = once(server.child, 'message') as Promise<[{ longest: number }]>;
  server.child.send(message);
  const [{ longest }] = await response;
  return longest;
}

async function allRead(): Promise<void> {
  const deadline = Date.now() + 900_000;
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(server.url + path, { headers: { cookie, 'X-CSRF': '1' } });
    return (await response.json()) as T;
  };
  while (Date.now() < deadline) {
    const { items } = await read<{ items: { read_at: string | null; read_error: unknown }[] }>('/api/loads');
    const invitations = await read<{ items: unknown[] }>('/api/invitations');
    const isRead = items.every((load) => load.read_at !== null || load.read_error !== null);
    if (items.length >= LOADS && isRead && invitations.items.length >= INVITATIONS) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('the loads and invitations were not read in time');
}

async function measure(method: string, path: string, bodyOf?: () => unknown) {
  const longest: number[] = [];
  let status = 0;
  for (let n = 0; n < CALLS; n += 1) {
    const body = bodyOf?.();
    await measured('begin turns');
    status = await call(method, path, body);
    longest.push(await measured('end turns'));
  }
  const median = longest.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0;
  return { what: `${method} ${path.split('?')[0]} (${status})`, ms: Math.round(median * 10) / 10 };
}

const found: Awaited<ReturnType<typeof measure>>[] = [];
try {
  await allRead();
  server.child.kill();
  await server.exit;
  server = await start({ SERVICE_MAX_RPS: '20' });
  [cookie = ''] = await cookiesOf(server.url, 1, 'admin');
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
  report(
    `Longest block of the event loop by one request, ${LOADS} loads, ms of processor time (median of ${CALLS} calls)`,
    [
      { what: idle.what, found: idle.ms },
      ...worst
        .slice(0, 15)
        .map(({ what, ms }) => ({ what, found: ms, expected: { below: LONGEST_BLOCK_MS } })),
      { what: 'routes called', found: found.length },
    ],
  );
} finally {
  server.child.kill();
  service.child.kill();
  await server.exit;
  folder.remove();
}
