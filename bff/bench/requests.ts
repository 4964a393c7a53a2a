/**
 * `pnpm bench:requests`: how long each route, and each event that makes the server act, holds its event loop at 10,000 loads and 10,000
 * invitations. Calls every route without path parameters, and the large imports, one after the other; then causes each event, and
 * changes of another server on PostgreSQL. The median of several calls counts.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BoardLoad } from '@waypost/contract/api/board';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { WEBHOOK_PURPOSES } from '@waypost/contract/api/webhooks';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { createSubscription } from '../soak/create-subscription.ts';
import { report } from '../soak/report.ts';
import { cookiesOf, type Served, sandboxProcess, serve } from '../soak/serve.ts';
import { StreamReader } from '../soak/stream-reader.ts';
import { forEachConcurrently } from '../src/platform/lib/async.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { clientToken } from '../src/testing/independent.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { longestTurn, MEASURED } from './longest-turn.ts';
import { changesOfAnotherServer } from './other-server.ts';
import { type EventSource, type ServerEvent, serverEvents } from './server-events.ts';

const LOADS = Number(process.argv[2] ?? 10_000);
const INVITATIONS = 10_000;
const CALLS = 7;
/** Milliseconds that no request and no event may hold the event loop. */
const LONGEST_BLOCK_MS = 20;
/** How long the effects of an event may take. */
const SETTLE_MS = 1_500;
/** Until a server has checked all loads for exceptions. */
const WARM_UP_MS = 60_000;
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
    ...MEASURED,
    ...env,
  });
let server = await start({ SERVICE_MAX_RPS: '1000' });
let [cookie = ''] = await cookiesOf(server.url, 1, 'admin');

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, 'X-CSRF': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 429) return { status: response.status, text };
  // Many acts in a row are more than one browser may do.
  await delay(Number(response.headers.get('retry-after')) * 1000);
  return call(method, path, body);
}

/** Throws for an answer other than a success. */
async function body<T>(method: string, path: string, sent?: unknown): Promise<T> {
  const { status, text } = await call(method, path, sent);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

const listOf = async <T>(path: string) => (await body<{ items: T[] }>('GET', path)).items;

async function allRead(): Promise<void> {
  const deadline = Date.now() + 900_000;
  while (Date.now() < deadline) {
    const loads = await listOf<BoardLoad>('/api/loads');
    const invitations = await listOf('/api/invitations');
    const isRead = loads.every((load) => load.read_at !== null || load.read_error !== null);
    if (loads.length >= LOADS && isRead && invitations.length >= INVITATIONS) return;
    await delay(1000);
  }
  throw new Error('the loads and invitations were not read in time');
}

interface Measured {
  readonly what: string;
  readonly ms: number;
}

/** The median of the longest turn of several calls. */
async function measure(of: Served, { what, before, cause, settleMs }: ServerEvent): Promise<Measured> {
  const longest: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    await before?.(n);
    longest.push(
      await longestTurn(of, async () => {
        await cause(n);
        await delay(settleMs ?? SETTLE_MS);
      }),
    );
  }
  const median = longest.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0;
  return { what, ms: Math.round(median * 10) / 10 };
}

async function measureRoute(method: string, path: string, bodyOf?: () => unknown): Promise<Measured> {
  let status = 0;
  const cause = async () => {
    ({ status } = await call(method, path, bodyOf?.()));
  };
  const { what, ms } = await measure(server, { what: `${method} ${path.split('?')[0]}`, cause, settleMs: 0 });
  return { what: `${what} (${status})`, ms };
}

async function measureRoutes(): Promise<Measured[]> {
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
  const found = [
    await measureRoute('POST', '/api/loads/lookup', () => ({ texts: numbers })),
    await measureRoute('POST', '/api/contacts/import', () => ({ on_conflict: 'keep', items: contacts() })),
  ];
  for (const { method, path } of Object.values(API_ROUTES)) {
    if (method !== 'GET' || path.includes('{') || LEFT_OUT.has(path)) continue;
    const query = QUERIES[path];
    found.push(await measureRoute(method, query ? `${path}?${query}` : path));
  }
  return found;
}

async function subscribe(): Promise<EventSource['hooks']> {
  const hooks = new Map<(typeof WEBHOOK_PURPOSES)[number], { address: string; secret: string }>();
  for (const purpose of WEBHOOK_PURPOSES)
    hooks.set(
      purpose,
      await createSubscription({ ...stored, port: server.port, base_url: service.line.base_url, purpose }),
    );
  return hooks;
}

function print(what: string, found: readonly Measured[], shown = found.length): void {
  report(
    `Longest block of the event loop by one ${what}, ${LOADS} loads, ms of processor time (median of ${CALLS})`,
    [
      ...found
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, shown)
        .map(({ what, ms }) => ({ what, found: ms, expected: { below: LONGEST_BLOCK_MS } })),
      { what: 'measured', found: found.length },
    ],
  );
}

const stored = {
  url: `sqlite:${folder.dir}/served.db`,
  secretKeys: `test:${Buffer.alloc(32, 9).toString('base64')}`,
};
try {
  await allRead();
  server.child.kill();
  await server.exit;
  server = await start({ SERVICE_MAX_RPS: '20' });
  await delay(WARM_UP_MS);
  [cookie = ''] = await cookiesOf(server.url, 1, 'admin');
  const idle = await measureRoute('GET', '/healthz');
  print('request', [idle, ...(await measureRoutes())], 15);
  const { db, close } = await openDatabase(stored.url);
  const loads = await listOf<BoardLoad>('/api/loads');
  const invitations = await listOf<EventSource['invitations'][number]>('/api/invitations');
  const source = { url: server.url, loads, invitations, db, hooks: await subscribe(), call: body };
  // Somebody watches.
  await new StreamReader(server.url, cookie).open();
  const found: Measured[] = [];
  for (const event of serverEvents(source)) found.push(await measure(server, event));
  server.child.kill();
  await server.exit;
  const other = await changesOfAnotherServer(service.line, db, WARM_UP_MS);
  for (const event of other.events) found.push(await measure(other.server, event));
  await other.stop();
  await close();
  print('event', found);
} finally {
  server.child.kill();
  service.child.kill();
  await server.exit;
  folder.remove();
}
