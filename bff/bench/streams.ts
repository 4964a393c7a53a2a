/**
 * `pnpm bench:streams [most] [servers]`: what event streams cost, with 1, 100 and `most` (1,000) of them: processor time of each stage of a
 * change, from the call to the commit, and of a change in the whole server without streams and with them, the time from the service's answer to the streams, memory for each stream, a stream that does not read,
 * and a reconnect of all at once with their last event. With several servers, one PostgreSQL and as many streams on each. Processor time
 * does not depend on what else the machine does; times do. Linux only.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { report } from '../soak/report.ts';
import { COLLECTABLE, cookiesOf, type Served, sandboxProcess, serve } from '../soak/serve.ts';
import { StreamReader } from '../soak/stream-reader.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';
import { measureStages, stageLines } from './stages.ts';

const MOST = Number(process.argv[2] ?? 1_000);
const SERVERS = Number(process.argv[3] ?? 1);
/** Each is read once a second and always changed. */
const LOADS = Number(process.argv[4] ?? 200);
const SIZES = [0, 1, 100, MOST];
const OPEN_AT_ONCE = 100;
/** A person with many tabs. */
const STREAMS_PER_SESSION = 50;
const MEASURED_MS = 20_000;
const AWAY_MS = 2_000;
/** Reconnects with a last event are events of the last minutes, and no reset. */
const STORM_LIMIT_MS = 10_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = temporaryFolder();
const postgres = SERVERS > 1 ? await startPostgres() : null;
const provider = await sandboxProcess({ SANDBOX_LOADS: '1', SANDBOX_TOKEN_RATE_LIMIT: '100000' });
const upstream = new Worker(new URL('../soak/changing-upstream.ts', import.meta.url));
const [baseUrl] = (await once(upstream, 'message')) as [string];
/** What a change costs before there is a stream. */
const stages = await measureStages(`sqlite:${join(folder.dir, 'stages.db')}`, baseUrl, LOADS);
const servers: Served[] = [];
for (let n = 0; n < SERVERS; n += 1)
  servers.push(
    await serve(provider.line, folder.dir, {
      SERVICE_BASE_URL: baseUrl,
      POLL_INTERVAL_SECONDS: '1',
      SERVICE_MAX_RPS: '1000',
      ...COLLECTABLE,
      ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
    }),
  );
const [first] = servers;
if (!first) throw new Error('At least one server is needed');
const cookies = await Promise.all(
  servers.map(({ url }) => cookiesOf(url, Math.ceil(MOST / SERVERS / STREAMS_PER_SESSION))),
);
const added = await fetch(`${first.url}/api/loads`, {
  method: 'POST',
  headers: { cookie: cookies[0]?.[0] as string, 'X-CSRF': '1', 'Content-Type': 'application/json' },
  body: JSON.stringify({ load_ids: Array.from({ length: LOADS }, (_, n) => id(n + 1)) }),
});
if (!added.ok) throw new Error(`The loads were not added: ${added.status}`);

const readers: StreamReader[] = [];
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const processor = () => total(servers.map((server) => server.processorSeconds()));
const memory = async () => total(await Promise.all(servers.map((server) => server.memoryAfterGc())));

/** When the answers in an event were sent by the service, and how many, by the id of the event; each server has ids of its own. */
const sent = new Map<string, number>();
let changes = 0;
const watch = (reader: StreamReader, server: number) => {
  reader.onData = (event, data) => {
    const times = [...data.matchAll(/"load_ref":"at-(\d+)"/g)].map((match) => Number(match[1]));
    if (times.length === 0) return;
    sent.set(`${server} ${event}`, Math.min(...times));
    if (server === 0) changes += times.length;
  };
};
async function openUpTo(count: number): Promise<void> {
  while (readers.length < count) {
    const more = Array.from({ length: Math.min(OPEN_AT_ONCE, count - readers.length) }, () => {
      const server = readers.length % SERVERS;
      const session = Math.floor(readers.length / SERVERS / STREAMS_PER_SESSION);
      const reader = new StreamReader(servers[server]?.url as string, cookies[server]?.[session] as string);
      if (readers.length < SERVERS) watch(reader, server);
      readers.push(reader);
      return reader;
    });
    await Promise.all(more.map((reader) => reader.open()));
  }
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
const ms = (value: number) => Math.round(value);
const sizes: {
  streams: number;
  per_change: number;
  p50: number;
  p95: number;
  memory: number;
  a_second: number;
}[] = [];
for (const streams of SIZES) {
  await openUpTo(streams);
  await wait(5_000);
  const [from, before, changes_before] = [Date.now(), processor(), changes];
  await wait(MEASURED_MS);
  const until = Date.now();
  const seconds = processor() - before;
  const latencies = readers
    .flatMap((reader, n) =>
      reader.connections.flat().flatMap(({ id: event, at }) => {
        const answered = sent.get(`${n % SERVERS} ${event}`);
        return answered !== undefined && at >= from && at <= until ? [at - answered] : [];
      }),
    )
    .toSorted((a, b) => a - b);
  // Without a stream nobody counts; each load is read once a second.
  const a_second = streams === 0 ? LOADS : (changes - changes_before) / (MEASURED_MS / 1_000);
  sizes.push({
    streams,
    per_change: (seconds * 1_000_000) / (a_second * (MEASURED_MS / 1_000)),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    memory: await memory(),
    a_second,
  });
}

const [slow] = readers.slice(-1);
slow?.stall();
await wait(3_000);
const last_before = readers[0]?.lastByteAt ?? 0;
await wait(2_000);
const others_go_on = (readers[0]?.lastByteAt ?? 0) > last_before;
slow?.resume();

for (const reader of readers) reader.close();
await wait(AWAY_MS);
const [storm_from, storm_before] = [performance.now(), processor()];
const opened = await Promise.allSettled(
  readers.map(async (reader) => {
    await reader.open();
    return performance.now() - storm_from;
  }),
);
const storm_ms = performance.now() - storm_from;
const storm_processor = processor() - storm_before;
const open_ms = opened
  .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  .toSorted((a, b) => a - b);

const [none, , , all] = sizes as [(typeof sizes)[0], (typeof sizes)[0], (typeof sizes)[0], (typeof sizes)[0]];
report(`${MOST} streams on ${SERVERS} servers, ${LOADS} loads that change once a second`, [
  ...stageLines(stages),
  ...sizes.flatMap(({ streams, per_change, p50, p95, a_second }) => [
    { what: `${streams} streams: changes a second`, found: Math.round(a_second) },
    { what: `${streams} streams: processor time of a change, μs`, found: Math.round(per_change) },
    ...(streams > 0
      ? [
          {
            what: `${streams} streams: more than without one, μs`,
            found: Math.round(per_change - none.per_change),
          },
          { what: `${streams} streams: from the answer to the stream, p50, ms`, found: ms(p50) },
          { what: `${streams} streams: p95, ms`, found: ms(p95) },
        ]
      : []),
  ]),
  {
    what: 'memory for each stream, kB',
    found: Math.round((all.memory - none.memory) / MOST / 100) / 10,
    expected: { below: 50 },
  },
  { what: 'a stream that does not read holds nobody', found: others_go_on, expected: true },
  { what: `reconnect of ${MOST} at once, ms`, found: ms(storm_ms), expected: { below: STORM_LIMIT_MS } },
  { what: 'of which the middle one, ms', found: ms(percentile(open_ms, 0.5)) },
  { what: 'processor time of a reconnect, ms', found: Math.round((storm_processor / MOST) * 100_000) / 100 },
  { what: 'reconnects that failed', found: MOST - open_ms.length, expected: 0 },
]);

for (const reader of readers) reader.close();
for (const server of servers) server.child.kill('SIGTERM');
await Promise.all(servers.map((server) => server.exit));
provider.child.kill();
await upstream.terminate();
await postgres?.stop();
folder.remove();
process.exit(process.exitCode ?? 0);
