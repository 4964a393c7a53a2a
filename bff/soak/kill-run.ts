/**
 * Required measurement 5 of the security rules: the server is killed at random moments while it receives deliveries and people
 * create records. No acknowledged delivery is lost, nothing is created twice, and every start succeeds.
 */
import { join } from 'node:path';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { openDatabase } from '../src/platform/store/open-database.ts';
import type { ServiceClient } from '../src/service/upstream/client.ts';
import { TestBrowser } from '../src/testing/browser.ts';
import { freePort } from '../src/testing/free-port.ts';
import { startServer, temporaryFolder } from '../src/testing/server.ts';
import { createSubscription } from './create-subscription.ts';
import { killedServer } from './kill-server.ts';
import { type CreateRequest, DeliverySender, pause, RecordCreator } from './kill-traffic.ts';
import { randomOf } from './random.ts';
import { sandboxProcess } from './serve.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Default: a new SQLite file. */
  readonly databaseUrl?: string;
  readonly log?: (text: string) => void;
}

export interface KillResult {
  readonly kills: number;
  readonly starts: number;
  readonly start_failures: readonly string[];
  readonly slowest_start_ms: number;
  readonly deliveries_sent: number;
  readonly acknowledged: number;
  readonly acknowledged_lost: number;
  readonly duplicates_marked: number;
  readonly duplicates_unmarked: number;
  readonly deliveries_left: number;
  readonly unexpected_answers: number;
  readonly requests: number;
  readonly created: number;
  readonly created_twice: readonly string[];
  /** Reported as done, but missing at the service. */
  readonly done_but_missing: readonly string[];
  /** Reported as failed, but present at the service. */
  readonly failed_but_there: readonly string[];
  readonly cut_off_and_settled: number;
  readonly still_unknown: number;
  /** Shown as unknown although the service has it. */
  readonly unknown_but_there: readonly string[];
  readonly still_sending: number;
}

const KEYS = `soak:${Buffer.alloc(32, 5).toString('base64')}`;
/** A delivery whose processing was killed several times waits longest: two minutes. */
const SETTLE_WITHIN_MS = 150_000;

export async function killRun({ kills, seed, databaseUrl, log }: KillOptions): Promise<KillResult> {
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  try {
    const service = await sandboxProcess({
      SANDBOX_RATE_LIMIT: '1000000',
      SANDBOX_TOKEN_RATE_LIMIT: '1000000',
      SANDBOX_LOADS: '40',
    });
    cleanups.push(() => service.child.kill());
    const url = databaseUrl ?? `sqlite:${join(folder.dir, 'soak.db')}`;
    const port = await freePort();
    const { address, secret } = await createSubscription({
      url,
      port,
      base_url: service.line.base_url,
      secretKeys: KEYS,
      // A different family than the one that creating a monitor subscribes to.
      purpose: 'share_agreement',
    });
    const server = killedServer({ line: service.line, port, databaseUrl: url, secretKeys: KEYS });
    cleanups.push(() => server.stop());
    await server.up();

    const observer = await startServer(service.line, folder.dir, {
      SECRET_KEYS: KEYS,
      POLL_INTERVAL_SECONDS: '3600',
    });
    cleanups.push(() => observer.stop());
    const { client, endpoints } = observer.services.upstream;
    const targets = await targetsOf(client, endpoints, service.line.base_url);
    const browser = new TestBrowser();
    await browser.signIn(server.url, 'admin');

    const random = randomOf(seed);
    const senders = Array.from({ length: 4 }, () => new DeliverySender(address, secret));
    const people = Array.from(
      { length: 3 },
      () => new RecordCreator({ url: server.url, browser, ...targets }, random),
    );
    const traffic = [...senders, ...people].map((worker) => worker.run());
    // On a slow machine the first kill might otherwise come before there is anything to lose.
    const startedAt = () =>
      senders.some((sender) => sender.acknowledged.size > 0) &&
      people.some((person) => person.requests.length > 0);
    while (!startedAt()) await pause(5);
    for (let n = 1; n <= kills; n += 1) {
      // One in eight kills happens during startup.
      const early = random() < 0.125;
      if (!early) await server.up();
      await server.killAfter(early ? random() * 1_200 : 20 + random() * 700);
      if (n % 10 === 0) log?.(`${n} of ${kills} kills, ${server.starts.length} starts`);
    }
    await server.up();
    for (const worker of [...senders, ...people]) worker.stop();
    await Promise.all(traffic);

    const { db, close } = await openDatabase(url);
    cleanups.push(close);
    await waitUntilSettled(db);
    const deliveries = await db
      .selectFrom('webhook_delivery')
      .select(['event_id', 'state', 'outcome'])
      .execute();
    const intents = await db.selectFrom('intent').select(['id', 'state', 'message']).execute();
    const createdCounts = await createdMarks(client, endpoints, targets.connection_id);

    const stored = new Set(deliveries.map((row) => row.event_id));
    const firsts = new Map<string, number>();
    for (const { event_id, outcome } of deliveries)
      if (event_id !== null && !outcome?.startsWith('duplicate of'))
        firsts.set(event_id, (firsts.get(event_id) ?? 0) + 1);
    const acknowledged = senders.flatMap((sender) => [...sender.acknowledged]);
    const requests = people.flatMap((person) => person.requests);
    const stateOf = new Map(intents.map((row) => [row.id, row.state]));
    const count = (request: CreateRequest) => createdCounts.get(request.mark) ?? 0;
    const inState = (state: string) => requests.filter((request) => stateOf.get(request.key) === state);
    return {
      kills,
      starts: server.starts.length,
      start_failures: server.failures,
      slowest_start_ms: Math.round(Math.max(...server.starts)),
      deliveries_sent: senders.reduce((sum, sender) => sum + sender.sent, 0),
      acknowledged: acknowledged.length,
      acknowledged_lost: acknowledged.filter((id) => !stored.has(id)).length,
      duplicates_marked: deliveries.filter(({ outcome }) => outcome?.startsWith('duplicate of')).length,
      duplicates_unmarked: [...firsts.values()].filter((n) => n > 1).length,
      deliveries_left: deliveries.filter(({ state }) => state !== 'done').length,
      unexpected_answers: senders.reduce((sum, sender) => sum + sender.unexpected.length, 0),
      requests: requests.length,
      created: requests.filter((request) => count(request) > 0).length,
      created_twice: requests
        .filter((request) => count(request) > 1)
        .map(({ kind, mark }) => `${kind} ${mark}`),
      done_but_missing: inState('done')
        .filter((request) => count(request) === 0)
        .map(({ mark }) => mark),
      failed_but_there: inState('failed')
        .filter((request) => count(request) > 0)
        .map(({ mark }) => mark),
      cut_off_and_settled: await resolvedByCheck(db),
      still_unknown: inState('unknown').length,
      unknown_but_there: inState('unknown')
        .filter((request) => count(request) > 0)
        .map(({ mark }) => mark),
      still_sending: inState('sending').length,
    };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

type Db = Awaited<ReturnType<typeof openDatabase>>['db'];

/** A connection that accepts user creation, and a vehicle that can be monitored. */
async function targetsOf(client: ServiceClient, endpoints: ServiceEndpoints, base_url: string) {
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  const response = await fetch(`${base_url}/_sandbox/vehicles`);
  const { vehicles } = (await response.json()) as {
    vehicles: { vehicle_id: string; location_shared: boolean }[];
  };
  const vehicle_id = vehicles.find((vehicle) => vehicle.location_shared)?.vehicle_id;
  for (const { id } of data.items) {
    const body = { connection_id: id, partner_ref: 'probe' };
    const created = await client.call(endpoints.createUser, { body, priority: 'person' }).catch(() => null);
    if (created && vehicle_id) return { connection_id: id, vehicle_id };
  }
  throw new Error('the sandbox has no connection to create users over');
}

/** How often each mark occurs at the service. */
async function createdMarks(client: ServiceClient, endpoints: ServiceEndpoints, connection_id: string) {
  const marks = new Map<string, number>();
  const lists = [
    { endpoint: endpoints.listMonitors, query: {}, field: 'name' },
    { endpoint: endpoints.listOperations, query: { connection_id }, field: 'partner_ref' },
    { endpoint: endpoints.listInvitations, query: {}, field: 'fleet_ref' },
  ] as const;
  for (const { endpoint, query, field } of lists) {
    let cursor: string | null | undefined;
    do {
      const { data } = await client.call(endpoint, {
        query: { ...query, size: 1000, cursor },
        priority: 'person',
      });
      const page = data as { items: Record<string, unknown>[]; next_page?: string | null };
      for (const item of page.items) {
        const mark = /^soak-[0-9a-f-]{36}/.exec(String(item[field] ?? ''))?.[0];
        if (mark) marks.set(mark, (marks.get(mark) ?? 0) + 1);
      }
      cursor = page.items.length > 0 ? page.next_page : null;
    } while (cursor);
  }
  return marks;
}

/** Waits until all deliveries are processed and all intents are resolved, up to a time limit. */
async function waitUntilSettled(db: Db): Promise<void> {
  for (const end = Date.now() + SETTLE_WITHIN_MS; Date.now() < end; await pause(200)) {
    const work = await db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('state', '=', 'stored')
      .limit(1)
      .executeTakeFirst();
    const open = await db
      .selectFrom('intent')
      .select('id')
      .where('state', 'in', ['sending', 'unknown'])
      .where((eb) => eb.or([eb('state', '=', 'sending'), eb('checks', '<', 1)]))
      .limit(1)
      .executeTakeFirst();
    if (!work && !open) return;
  }
}

/** Number of intents that lost their response in a kill and were resolved by a later check. */
async function resolvedByCheck(db: Db): Promise<number> {
  const rows = await db.selectFrom('activity').select('id').where('action', '=', 'resolve_intent').execute();
  return rows.length;
}
