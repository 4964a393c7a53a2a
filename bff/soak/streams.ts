/**
 * `pnpm soak:streams`, must show 4: 500 event streams, a tenth of them stalled for a minute, 200 changes a second. The others'
 * p95 stays under half a second, memory is flat, and every event comes once by id, or a reset.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';
import { report } from './report.ts';
import { COLLECTABLE, cookiesOf, sandboxProcess, serve } from './serve.ts';
import { type Seen, StreamReader } from './stream-reader.ts';

const STREAMS = Number(process.argv[2] ?? 500);
const STALLED = STREAMS / 10;
const STALL_SECONDS = Number(process.argv[3] ?? 60);
const WARM_UP_SECONDS = 15;
/** Each is read once a second and has always moved on. */
const LOADS = 230;

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const folder = temporaryFolder();
const provider = await sandboxProcess({ SANDBOX_LOADS: '1', SANDBOX_TOKEN_RATE_LIMIT: '100000' });
const upstream = new Worker(new URL('changing-upstream.ts', import.meta.url));
const [baseUrl] = (await once(upstream, 'message')) as [string];
const server = await serve(provider.line, folder.dir, {
  PORT: String(await freePort()),
  SERVICE_BASE_URL: baseUrl,
  POLL_INTERVAL_SECONDS: '1',
  SERVICE_MAX_RPS: '1000',
  ...COLLECTABLE,
});
const cookies = await cookiesOf(server.url, 10);
await fetch(`${server.url}/api/loads`, {
  method: 'POST',
  headers: { cookie: cookies[0] as string, 'X-CSRF': '1', 'Content-Type': 'application/json' },
  body: JSON.stringify({ load_ids: Array.from({ length: LOADS }, (_, n) => id(n + 1)) }),
});

const readers = Array.from(
  { length: STREAMS },
  (_, n) => new StreamReader(server.url, cookies[n % cookies.length] as string),
);
for (const reader of readers) await reader.open();

/** From one reader: when the answers in an event left the service, and how many changes it held. */
const sentAt = new Map<number, number>();
let changes = 0;
(readers[0] as StreamReader).onData = (event, data) => {
  const sent = [...data.matchAll(/"load_ref":"at-(\d+)"/g)].map((match) => Number(match[1]));
  if (sent.length > 0) sentAt.set(event, Math.min(...sent));
  changes += sent.length;
};
await sleep(WARM_UP_SECONDS);

const stalled = readers.slice(-STALLED);
const others = readers.slice(0, -STALLED);
let residentPeak = 0;
const watching = setInterval(() => {
  residentPeak = Math.max(residentPeak, server.memory());
}, 500);
// The same time under the same load twice, first without and then with stalled readers, each after a collection.
const heldBefore = await server.held();
residentPeak = 0;
await sleep(STALL_SECONDS);
const residentUsual = residentPeak;
await server.held();
residentPeak = 0;
const from = Date.now();
const changesBefore = changes;
for (const reader of stalled) reader.stall();
await sleep(STALL_SECONDS);
const until = Date.now();
const changesWhile = changes - changesBefore;
// Still stalled: what they have not read counts.
const heldAfter = await server.held();
const residentStalled = residentPeak;
for (const reader of stalled) reader.wake();
await sleep(1);
const cutOff = stalled.filter((reader) => reader.ended !== null);
for (const reader of cutOff) await reader.open();
await sleep(3);
clearInterval(watching);

const latencies = others
  .flatMap((reader) => reader.connections.flat())
  .filter((seen) => seen.at >= from && seen.at <= until && sentAt.has(seen.id))
  .map((seen) => seen.at - (sentAt.get(seen.id) as number))
  .sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;

/** Ids that a connection missed or had twice, between its first and its last one, going by what the first reader got. */
const all = (readers[0] as StreamReader).connections.flat().map((seen) => seen.id);
const position = new Map(all.map((one, index) => [one, index]));
function wrong(seen: readonly Seen[]): number {
  let count = 0;
  for (let n = 1; n < seen.length; n += 1) {
    const [before, now] = [position.get(seen[n - 1]?.id ?? -1), position.get(seen[n]?.id ?? -1)];
    if (before !== undefined && now !== undefined && now !== before + 1) count += 1;
  }
  return count;
}
/** A connection that comes back begins with everything that was missed, or with a reset, and never with what it had. */
function resumed(reader: StreamReader): boolean {
  const before = reader.connections[0]?.at(-1);
  const first = reader.connections[1]?.[0];
  return before !== undefined && first !== undefined && first.id > before.id;
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;
const connections = readers.flatMap((reader) => reader.connections);
report(`${STREAMS} streams, ${STALLED} of them stalled for ${STALL_SECONDS} s`, [
  { what: 'changes a second', found: Math.round(changesWhile / STALL_SECONDS), wanted: { atLeast: 200 } },
  { what: 'events received by the others', found: latencies.length },
  { what: 'p50 of the others, answer of the service to browser, ms', found: percentile(0.5) },
  { what: 'p95, ms', found: percentile(0.95), wanted: { below: 500 } },
  { what: 'p99, ms', found: percentile(0.99) },
  { what: 'slowest, ms', found: latencies.at(-1) ?? Number.NaN },
  { what: 'memory held before, after a collection, MB', found: megabytes(heldBefore) },
  {
    what: 'growth of memory held, stalled readers still there, MB',
    found: megabytes(heldAfter - heldBefore),
    wanted: { below: 50 },
  },
  { what: 'peak of resident memory without stalled readers, MB', found: megabytes(residentUsual) },
  {
    // Only reported: it depends on when the collector ran, not on what the process holds.
    what: 'growth of that peak with stalled readers, MB',
    found: megabytes(residentStalled - residentUsual),
  },
  {
    what: 'others that were disconnected',
    found: others.filter((one) => one.ended !== null).length,
    wanted: 0,
  },
  { what: 'stalled readers that were cut off and came back', found: cutOff.length },
  {
    what: 'of those, without replay or reset',
    found: cutOff.filter((one) => !resumed(one)).length,
    wanted: 0,
  },
  {
    what: 'events missed or had twice, all connections',
    found: connections.reduce((sum, one) => sum + wrong(one), 0),
    wanted: 0,
  },
]);

for (const reader of readers) reader.close();
server.child.kill('SIGTERM');
await server.exit;
provider.child.kill();
await upstream.terminate();
folder.remove();
