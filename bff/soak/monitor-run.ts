/**
 * Must show 2 of monitors: events are delivered shuffled, each up to three times, while the server is killed; every monitor ends in the
 * state that it has after the same events in order and once, and in the one that is true.
 */
import { join } from 'node:path';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { EVENT_RECORDS, eventEnvelope } from '@waypost/contract/events';
import { factIn, storeFacts } from '../src/monitors/store-facts.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { MONITOR_COLUMNS } from '../src/store/monitors.ts';
import { TestBrowser } from '../src/testing/browser.ts';
import { deliver } from '../src/testing/deliveries.ts';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { killedServer } from './kill-server.ts';
import { type Journey, journeysOf } from './monitor-journeys.ts';
import { ownHook } from './own-hook.ts';
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
  /** Tries that a kill cut off or refused, and that were made again. */
  readonly repeated: number;
  readonly starts: number;
  readonly start_failures: readonly string[];
  readonly duplicates_marked: number;
  readonly left: number;
  readonly sending_ms: number;
  readonly handling_ms: number;
  /** Monitors whose stored state is not that of the same events in order and once. */
  readonly unlike_in_order: readonly string[];
  /** Monitors that the running server reports differently from what happened. */
  readonly untrue: readonly string[];
}

const KEYS = `soak:${Buffer.alloc(32, 5).toString('base64')}`;
const SENDERS = 8;
const MOST_COPIES = 3;
const HANDLED_WITHIN_MS = 300_000;
/** No reads: whatever is known came with events. */
const NO_READS = {
  paths: { geofence_monitors: '/v2/nowhere', geofence_monitor: '/v2/nowhere/{geofence_monitor_id}' },
};

export async function monitorRun(options: MonitorRunOptions): Promise<MonitorRunResult> {
  const { monitors, kills, seed, databaseUrl, log } = options;
  const random = randomOf(seed);
  const folder = temporaryFolder();
  const ends: (() => unknown)[] = [() => folder.remove()];
  try {
    const service = await sandboxProcess({ SANDBOX_RATE_LIMIT: '1000000', SANDBOX_LOADS: '5' });
    ends.push(() => service.child.kill());
    const url = databaseUrl ?? `sqlite:${join(folder.dir, 'soak.db')}`;
    const port = await freePort();
    const { address, secret } = await ownHook({
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
    ends.push(() => server.stop());
    await server.up();

    const journeys = journeysOf(monitors, random);
    const events = journeys.flatMap((one) => one.events);
    const letters = shuffled(
      events.flatMap((event) => Array.from({ length: 1 + Math.floor(random() * MOST_COPIES) }, () => event)),
      random,
    );
    let [next, acknowledged, repeated, killed] = [0, 0, 0, 0];
    const send = async () => {
      for (let letter = letters[next++]; letter; letter = letters[next++]) {
        const gzip = random() < 0.5;
        while ((await deliver(address, letter, { secret, gzip }).catch(() => null)) !== 204) {
          repeated += 1;
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        acknowledged += 1;
      }
    };
    const kill = async () => {
      for (; killed < kills; killed += 1) {
        // Spread over all that is sent; it waits in the store too, so what is being handled is hit as well.
        const due = ((killed + 1) * letters.length) / (kills + 1);
        while (acknowledged < due) await new Promise((resolve) => setTimeout(resolve, 5));
        await server.killAfter(random() * 100);
        await server.up();
        log?.(`${killed + 1} of ${kills} kills, ${acknowledged} of ${letters.length} deliveries`);
      }
    };
    const began = Date.now();
    await Promise.all([kill(), ...Array.from({ length: SENDERS }, send)]);
    const sent = Date.now();

    const { db, close } = await openDatabase(url);
    ends.push(close);
    const left = await handled(db);
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
      deliveries: letters.length,
      repeated,
      left,
      starts: server.starts.length,
      start_failures: server.failures,
      duplicates_marked: Number(marked.count),
      sending_ms: sent - began,
      handling_ms: done - sent,
      unlike_in_order: await unlike(db, journeys),
      untrue: untrue(shown, journeys),
    };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function shuffled<T>(all: T[], random: () => number): T[] {
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}

/** Waits until nothing is left to be handled. Returns how many are, when it takes too long. */
async function handled(db: Database): Promise<number> {
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

/** Monitors that are stored otherwise than after the same events in order, once, without any end of a process. */
async function unlike(db: Database, journeys: readonly Journey[]): Promise<string[]> {
  const reference = await openDatabase('sqlite::memory:');
  try {
    for (const { events } of journeys)
      for (const event of events) {
        const envelope = eventEnvelope.parse(event);
        const about = {
          event_id: event.id,
          event_name: event.event_name,
          envelope,
          received_at: 0,
          delivery_id: '',
        };
        const facts = envelope.data.map((record, position) =>
          factIn(about, EVENT_RECORDS.geofence_monitor.parse(record), position, ASSUMPTIONS),
        );
        await reference.db.transaction().execute((store) => storeFacts(store, facts, 0));
      }
    const [found, wanted] = [await storedBy(db), await storedBy(reference.db)];
    return journeys.filter(({ id }) => found.get(id) !== wanted.get(id)).map(({ id }) => id);
  } finally {
    await reference.close();
  }
}

/** What is stored of each monitor, less what depends on when we learned of it, and what it is searched by. */
async function storedBy(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('monitor').select(MONITOR_COLUMNS).execute();
  const events = await db.selectFrom('monitor_event').select(['monitor_id', 'event_key']).execute();
  const keys = new Map<string, string[]>();
  for (const { monitor_id, event_key } of events)
    keys.set(monitor_id ?? '', [...(keys.get(monitor_id ?? '') ?? []), event_key]);
  return new Map(
    rows.map(({ first_seen_at: _, version: __, ended_at: ___, born_at: ____, state, ...row }) => [
      row.id,
      sorted({ ...row, state: JSON.parse(state) as unknown, keys: keys.get(row.id)?.sort() }),
    ]),
  );
}

/** JSON with its keys in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function untrue(items: readonly BoardMonitor[], journeys: readonly Journey[]): string[] {
  const listed = new Map(items.map((item) => [item.id, item]));
  return journeys
    .filter(({ id, status, stops, events }) => {
      const item = listed.get(id);
      const times = item?.stops.map(({ arrived_at, departed_at }) => ({ arrived_at, departed_at }));
      return item?.status !== status || item.events !== events.length || sorted(times) !== sorted(stops);
    })
    .map(({ id }) => id);
}
