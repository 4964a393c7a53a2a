/**
 * Required measurement 2 of monitors: events are delivered shuffled, each up to three times, while the server is killed; every
 * monitor must end in the same state as after the same events in order and once, and in the true state.
 */
import { join } from 'node:path';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { EVENT_RECORDS, eventEnvelope } from '@waypost/contract/events';
import type { Database } from '../src/platform/store/database.ts';
import { MONITOR_COLUMNS } from '../src/platform/store/monitors.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { TestBrowser } from '../src/testing/browser.ts';
import { deliver } from '../src/testing/deliveries.ts';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { factIn } from '../src/tracking/monitors/monitor-events.ts';
import { storeFacts } from '../src/tracking/monitors/store-facts.ts';
import { createSubscription } from './create-subscription.ts';
import { killedServer } from './kill-server.ts';
import { type Journey, journeysOf } from './monitor-journeys.ts';
import { randomOf } from './random.ts';
import { sandboxProcess } from './serve.ts';

export interface MonitorRunOptions {
  readonly monitors: number;
  readonly kills: number;
  readonly seed: number;
  readonly databaseUrl?: string;
  readonly log?: (text: string) => void;
}

export interface MonitorRunResult {
  readonly events: number;
  readonly deliveries: number;
  /** Attempts that a kill interrupted or refused, and that were repeated. */
  readonly repeated: number;
  readonly starts: number;
  readonly start_failures: readonly string[];
  readonly duplicates_marked: number;
  readonly left: number;
  readonly sending_ms: number;
  readonly handling_ms: number;
  /** Monitors whose stored state differs from that after the same events in order and once. */
  readonly different_from_ordered: readonly string[];
  /** Monitors that the running server reports differently from what happened. */
  readonly untrue: readonly string[];
}

const KEYS = `soak:${Buffer.alloc(32, 5).toString('base64')}`;
const SENDERS = 8;
const MAX_COPIES = 3;
const HANDLED_WITHIN_MS = 300_000;
/** Disables reads, so that all knowledge comes from events. */
const NO_READS = {
  paths: { geofence_monitors: '/v2/nowhere', geofence_monitor: '/v2/nowhere/{geofence_monitor_id}' },
};

export async function monitorRun(options: MonitorRunOptions): Promise<MonitorRunResult> {
  const { monitors, kills, seed, databaseUrl, log } = options;
  const random = randomOf(seed);
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  try {
    const service = await sandboxProcess({ SANDBOX_RATE_LIMIT: '1000000', SANDBOX_LOADS: '5' });
    cleanups.push(() => service.child.kill());
    const url = databaseUrl ?? `sqlite:${join(folder.dir, 'soak.db')}`;
    const port = await freePort();
    const { address, secret } = await createSubscription({
      url,
      port,
      base_url: service.line.base_url,
      secretKeys: KEYS,
      purpose: 'geofence_monitor',
    });
    const server = killedServer({
      line: service.line,
      port,
      databaseUrl: url,
      secretKeys: KEYS,
      env: { SERVICE_ASSUMPTIONS: JSON.stringify(NO_READS) },
    });
    cleanups.push(() => server.stop());
    await server.up();

    const journeys = journeysOf(monitors, random);
    const events = journeys.flatMap((journey) => journey.events);
    const deliveries = shuffled(
      events.flatMap((event) => Array.from({ length: 1 + Math.floor(random() * MAX_COPIES) }, () => event)),
      random,
    );
    let [next, acknowledged, repeated, killed] = [0, 0, 0, 0];
    const send = async () => {
      for (let delivery = deliveries[next++]; delivery; delivery = deliveries[next++]) {
        const gzip = random() < 0.5;
        while ((await deliver(address, delivery, { secret, gzip }).catch(() => null)) !== 204) {
          repeated += 1;
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        acknowledged += 1;
      }
    };
    const kill = async () => {
      for (; killed < kills; killed += 1) {
        // Spread over all deliveries. Those waiting in the database are hit during processing as well.
        const due = ((killed + 1) * deliveries.length) / (kills + 1);
        while (acknowledged < due) await new Promise((resolve) => setTimeout(resolve, 5));
        await server.killAfter(random() * 100);
        await server.up();
        log?.(`${killed + 1} of ${kills} kills, ${acknowledged} of ${deliveries.length} deliveries`);
      }
    };
    const startedAt = Date.now();
    await Promise.all([kill(), ...Array.from({ length: SENDERS }, send)]);
    const sent = Date.now();

    const { db, close } = await openDatabase(url);
    cleanups.push(close);
    const left = await waitUntilProcessed(db);
    const done = Date.now();
    const marked = await db
      .selectFrom('webhook_delivery')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('outcome', 'like', 'duplicate of%')
      .executeTakeFirstOrThrow();
    const browser = new TestBrowser();
    await browser.signIn(server.url, 'admin');
    const shown: BoardMonitor[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await browser.api(`${server.url}/api/monitors${cursor && `?cursor=${cursor}`}`);
      shown.push(...(json.items as BoardMonitor[]));
      if (!json.next_page) break;
      cursor = String(json.next_page);
    }
    return {
      events: events.length,
      deliveries: deliveries.length,
      repeated,
      left,
      starts: server.starts.length,
      start_failures: server.failures,
      duplicates_marked: Number(marked.count),
      sending_ms: sent - startedAt,
      handling_ms: done - sent,
      different_from_ordered: await differentFromOrdered(db, journeys),
      untrue: wronglyReported(shown, journeys),
    };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

function shuffled<T>(all: T[], random: () => number): T[] {
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}

/** Waits until all deliveries are processed. Returns the number left after the time limit. */
async function waitUntilProcessed(db: Database): Promise<number> {
  for (
    const end = Date.now() + HANDLED_WITHIN_MS;
    ;
    await new Promise((resolve) => setTimeout(resolve, 200))
  ) {
    const { count } = await db
      .selectFrom('webhook_delivery')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '!=', 'done')
      .executeTakeFirstOrThrow();
    if (Number(count) === 0 || Date.now() > end) return Number(count);
  }
}

/** Monitors whose stored state differs from that after the same events in order, once and without kills. */
async function differentFromOrdered(db: Database, journeys: readonly Journey[]): Promise<string[]> {
  const reference = await openDatabase('sqlite::memory:');
  try {
    for (const { events } of journeys)
      for (const event of events) {
        const envelope = eventEnvelope.parse(event);
        const metadata = {
          event_id: event.id,
          event_name: event.event_name,
          envelope,
          received_at: 0,
          delivery_id: '',
        };
        const facts = envelope.data.map((record, position) =>
          factIn(metadata, EVENT_RECORDS.geofence_monitor.parse(record), position, ASSUMPTIONS),
        );
        await reference.db.transaction().execute((store) => storeFacts(store, facts, 0));
      }
    const [actual, expected] = [await storedStates(db), await storedStates(reference.db)];
    return journeys.filter(({ id }) => actual.get(id) !== expected.get(id)).map(({ id }) => id);
  } finally {
    await reference.close();
  }
}

/** Stored state of each monitor as text, without columns that depend on the time of receipt and without search data. */
async function storedStates(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('monitor').select(MONITOR_COLUMNS).execute();
  const events = await db.selectFrom('monitor_event').select(['monitor_id', 'event_key']).execute();
  const keys = new Map<string, string[]>();
  for (const { monitor_id, event_key } of events)
    keys.set(monitor_id ?? '', [...(keys.get(monitor_id ?? '') ?? []), event_key]);
  return new Map(
    rows.map(({ first_seen_at: _, version: __, ended_at: ___, born_at: ____, state, ...row }) => [
      row.id,
      stableJson({ ...row, state: JSON.parse(state) as unknown, keys: keys.get(row.id)?.sort() }),
    ]),
  );
}

/** JSON with sorted keys. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function wronglyReported(items: readonly BoardMonitor[], journeys: readonly Journey[]): string[] {
  const listed = new Map(items.map((item) => [item.id, item]));
  return journeys
    .filter(({ id, status, stops, events }) => {
      const item = listed.get(id);
      const times = item?.stops.map(({ arrived_at, departed_at }) => ({ arrived_at, departed_at }));
      return (
        item?.status !== status || item.events !== events.length || stableJson(times) !== stableJson(stops)
      );
    })
    .map(({ id }) => id);
}
