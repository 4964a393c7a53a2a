/**
 * `pnpm soak:streams`, required measurement 4: 500 event streams, a tenth of them stalled for a minute, 200 changes per second.
 * The p95 of the others stays below half a second, memory is stable, and every event arrives once by id, or a reset.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';
import { report } from './report.ts';
import { COLLECTABLE, cookiesOf, sandboxProcess, serve } from './serve.ts';
import { type ReceivedEvent, StreamReader } from './stream-reader.ts';

const STREAMS = Number(process.argv[2] ?? 500);
const STALLED = STREAMS / 10;
const STALL_SECONDS = Number(process.argv[3] ?? 60);
const WARM_UP_SECONDS = 15;
/** Each is read once per second and always changed. */
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

/** From the first reader: when the responses in an event were sent by the service, and the number of changes. */
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
// The same load for the same time, first without and then with stalled readers, each after a garbage collection.
const memoryBefore = await server.memoryAfterGc();
residentPeak = 0;
await sleep(STALL_SECONDS);
const residentBaseline = residentPeak;
await server.memoryAfterGc();
residentPeak = 0;
const from = Date.now();
const changesBefore = changes;
for (const reader of stalled) reader.stall();
await sleep(STALL_SECONDS);
const until = Date.now();
const changesWhile = changes - changesBefore;
// While still stalled, so that unread data counts.
const memoryAfter = await server.memoryAfterGc();
const residentStalled = residentPeak;
for (const reader of stalled) reader.resume();
await sleep(1);
const cutOff = stalled.filter((reader) => reader.ended !== null);
for (const reader of cutOff) await reader.open();
await sleep(3);
clearInterval(watching);

const latencies = others
  .flatMap((reader) => reader.connections.flat())
  .filter((received) => received.at >= from && received.at <= until && sentAt.has(received.id))
  .map((received) => received.at - (sentAt.get(received.id) as number))
  .sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;

/** Number of events that a connection missed or received twice, compared with the first reader. */
const all = (readers[0] as StreamReader).connections.flat().map((received) => received.id);
const position = new Map(all.map((event, index) => [event, index]));
function sequenceErrors(received: readonly ReceivedEvent[]): number {
  let count = 0;
  for (let n = 1; n < received.length; n += 1) {
    const [previous, current] = [
      position.get(received[n - 1]?.id ?? -1),
      position.get(received[n]?.id ?? -1),
    ];
    if (previous !== undefined && current !== undefined && current !== previous + 1) count += 1;
  }
  return count;
}
/** A reconnected stream starts with the missed events or a reset, and never repeats events. */
function resumed(reader: StreamReader): boolean {
  const previous = reader.connections[0]?.at(-1);
  const first = reader.connections[1]?.[0];
  return previous !== undefined && first !== undefined && first.id > previous.id;
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;
const connections = readers.flatMap((reader) => reader.connections);
report(`${STREAMS} streams, ${STALLED} of them stalled for ${STALL_SECONDS} s`, [
  { what: 'changes a second', found: Math.round(changesWhile / STALL_SECONDS), expected: { atLeast: 200 } },
  { what: 'events received by the others', found: latencies.length },
  { what: 'p50 of the others, from service response to browser, ms', found: percentile(0.5) },
  { what: 'p95, ms', found: percentile(0.95), expected: { below: 500 } },
  { what: 'p99, ms', found: percentile(0.99) },
  { what: 'slowest, ms', found: latencies.at(-1) ?? Number.NaN },
  { what: 'memory before, after a collection, MB', found: megabytes(memoryBefore) },
  {
    what: 'memory growth with stalled readers, MB',
    found: megabytes(memoryAfter - memoryBefore),
    expected: { below: 50 },
  },
  { what: 'peak resident memory without stalled readers, MB', found: megabytes(residentBaseline) },
  {
    // Only reported, because it depends on when garbage was collected.
    what: 'peak growth with stalled readers, MB',
    found: megabytes(residentStalled - residentBaseline),
  },
  {
    what: 'others that were disconnected',
    found: others.filter((reader) => reader.ended !== null).length,
    expected: 0,
  },
  { what: 'stalled readers that were disconnected and reconnected', found: cutOff.length },
  {
    what: 'of those, without replay or reset',
    found: cutOff.filter((reader) => !resumed(reader)).length,
    expected: 0,
  },
  {
    what: 'events missed or received twice, all connections',
    found: connections.reduce((sum, received) => sum + sequenceErrors(received), 0),
    expected: 0,
  },
]);

for (const reader of readers) reader.close();
server.child.kill('SIGTERM');
await server.exit;
provider.child.kill();
await upstream.terminate();
folder.remove();
