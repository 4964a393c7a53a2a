/**
 * `pnpm bench:machines [loads]`: one key posts 10,000 loads in bulk, and their events go to 20 receivers, of which three are slow and two
 * broken: how many loads a second, how long after its posting an event is with a good receiver, and how much memory that takes.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_PUT_LOADS } from '@waypost/contract/api/machine-posting';
import { report } from '../soak/report.ts';
import { COLLECTABLE, sandboxProcess, serve } from '../soak/serve.ts';
import { loadToPost, machineAt } from '../src/testing/machine.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const LOADS = Number(process.argv[2] ?? 10_000);
const RECEIVERS = { good: 15, slow: 3, broken: 2 };
const SLOW_MS = 5_000;
/** On two processors that also run the tracking service and the receivers. */
const LEAST_PER_SECOND = 10;
/** Posting makes 15 good deliveries of each load, and is faster than they are. */
const MAX_DELAY_SECONDS = 300;
const MAX_HEAP_MB = 200;
const GIVE_UP_MS = 60 * 60_000;

/** Delays of the events at good receivers, milliseconds. */
const delays: number[] = [];
const received = new Map<string, Set<string>>();
const receivers = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const [, kind = '', name = ''] = (request.url ?? '').split('/');
    if (kind === 'broken') return response.writeHead(500).end();
    if (kind === 'slow') return setTimeout(() => response.end(), SLOW_MS);
    const event = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
      id: string;
      data: [{ posted_at: string }];
    };
    const ids = received.get(name) ?? new Set();
    received.set(name, ids.add(event.id));
    delays.push(Date.now() - Date.parse(event.data[0].posted_at));
    return response.end();
  });
});
await new Promise<void>((resolve) => receivers.listen(0, '127.0.0.1', resolve));
const { port } = receivers.address() as AddressInfo;

const folder = temporaryFolder();
const service = await sandboxProcess({
  SANDBOX_LOADS: '1',
  SANDBOX_RATE_LIMIT: '100000',
  SANDBOX_SPEED: '1',
});
const server = await serve(service.line, folder.dir, {
  ...COLLECTABLE,
  SERVICE_MAX_RPS: '1000',
  POLL_INTERVAL_SECONDS: '3600',
  REQUESTS_PER_MINUTE: '1000000',
});
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;
const print = (text: string) => process.stdout.write(`${text}\n`);
try {
  const tms = await machineAt(server.url, { rights: ['read', 'manage_loads', 'manage_webhooks'] });
  for (const [kind, count] of Object.entries(RECEIVERS))
    for (let n = 0; n < count; n += 1) {
      const body = { url: `http://127.0.0.1:${port}/${kind}/${n}`, events: ['load.posted'] };
      const { status } = await tms.call('outgoing-webhooks', { method: 'POST', body });
      if (status !== 201) throw new Error(`no webhook: ${status}`);
    }
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, server.memory());
  }, 500);
  const began = Date.now();
  let posted = 0;
  for (let start = 0; start < LOADS; start += MAX_PUT_LOADS) {
    const size = Math.min(MAX_PUT_LOADS, LOADS - start);
    let rows = Array.from({ length: size }, (_, n) => loadToPost(`BENCH-${start + n}`));
    // What was not sent in time is sent again, as a vendor does.
    while (rows.length > 0) {
      const { status, json } = await tms.call('posted-loads/bulk', { method: 'POST', body: { loads: rows } });
      if (status !== 200) throw new Error(`bulk: ${status} ${JSON.stringify(json)}`);
      const items = json.items as { state: string | null }[];
      rows = rows.filter((_, n) => items[n]?.state !== 'on_board');
      posted += items.length - rows.length;
    }
    if (start % 1000 === 0) print(`${posted} posted, ${delays.length} events received`);
  }
  const seconds = (Date.now() - began) / 1000;
  const isComplete = () =>
    received.size === RECEIVERS.good && [...received.values()].every((ids) => ids.size === LOADS);
  while (!isComplete() && Date.now() - began < GIVE_UP_MS)
    await new Promise((resolve) => setTimeout(resolve, 500));
  clearInterval(watch);
  const all = (Date.now() - began) / 1000;
  const on_board = (await tms.call('loads?size=1000&q=BENCH')).json.items.length;
  report(
    `${LOADS} loads posted by one key, events to ${RECEIVERS.good} good, 3 slow and 2 broken receivers`,
    [
      { what: 'loads a second', found: Math.round(LOADS / seconds), expected: { atLeast: LEAST_PER_SECOND } },
      { what: 'loads on the board (at most 1,000 asked)', found: on_board, expected: Math.min(LOADS, 1000) },
      { what: 'every event at every good receiver', found: isComplete(), expected: true },
      { what: 'events a second to good receivers', found: Math.round(delays.length / all) },
      { what: 'delay, median, s', found: Math.round(percentile(delays, 0.5) / 100) / 10 },
      {
        what: 'delay, p95, s',
        found: Math.round(percentile(delays, 0.95) / 100) / 10,
        expected: { below: MAX_DELAY_SECONDS },
      },
      { what: 'resident memory at most, MB', found: Math.round(memory / 1e6) },
      {
        what: 'heap after a garbage collection, MB',
        found: Math.round((await server.memoryAfterGc()) / 1e6),
        expected: { below: MAX_HEAP_MB },
      },
    ],
  );
} finally {
  receivers.closeAllConnections();
  receivers.close();
  server.child.kill('SIGTERM');
  await server.exit;
  service.child.kill();
  folder.remove();
}
