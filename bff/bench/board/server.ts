/**
 * The real server with as many loads as wished, in a process of its own: loads are put on its list and read once from memory;
 * from then on its own reader reads them from a service over HTTP, a fixed number a second, each read a change. Which load is
 * read when is this file's choice and not the poller's, whose waiting is not what is measured. Speaks with its parent by messages.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loadTracking } from '@waypost/contract/loads';
import { createApp } from '../../src/app.ts';
import { root, serviceEnvironment, startSandbox } from '../../src/cli/processes.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/http/log.ts';
import { createServices } from '../../src/services.ts';
import { openDatabase } from '../../src/store/database.ts';
import { fillArchive } from '../../src/testing/archived-loads.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { healthOf, id, tracking, type Watch } from './loads.ts';

/** Exceptions that come up in the same second, if so many loads need nobody. */
const BURST = 200;
const TURN_MS = 50;
const ON_SCREEN_SHARE = 0.05;

const [loads, archived] = process.argv.slice(2).map(Number) as [number, number];
const dir = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
const began = Date.now();
const upstream = new Worker(new URL('upstream.ts', import.meta.url), { workerData: { began } });
const [base_url] = (await once(upstream, 'message')) as [string];
const sandbox = await startSandbox({
  env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_LOADS: '1' },
});
const port = await freePort();
const config = readConfig(
  {
    ...serviceEnvironment(sandbox.line),
    SERVICE_BASE_URL: base_url,
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(dir, 'bench.db')}`,
    SECRET_KEYS: `bench:${Buffer.alloc(32, 9).toString('base64')}`,
    SERVICE_MAX_RPS: '1000',
    LOG_LEVEL: 'error',
  },
  dir,
);
const { db, close } = await openDatabase(`sqlite:${join(dir, 'bench.db')}`);
// Other loads than those on the board.
await fillArchive(db, archived, loads + 1);
await close();
const services = await createServices(config, createLog('error'), 'bench', join(root, 'web', 'dist'));
const { board, polling } = services;
await polling.poller.stop();

const ids = Array.from({ length: loads }, (_, n) => id(n + 1));
for (let from = 0; from < loads; from += 5_000) {
  const some = ids.slice(from, from + 5_000);
  await board.watch(some, 'person', null);
  some.forEach((load_id, at) => {
    // As it came over the wire: what the server keeps of an answer is its own copy.
    const answer: unknown = JSON.parse(JSON.stringify(tracking(from + at + 1, 0, began)));
    board.recordAnswer(load_id, loadTracking.parse(answer), answer);
  });
  await board.flush();
}

const server = createServer({ keepAliveTimeout: 10_000 }, createApp(services));
await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));

const moving = ids.filter((_, at) => healthOf(at + 1) === 'live');
let watch: Watch = { on_screen: [], rate: 0 };
let [turn, screenTurn, owed, made, failed] = [0, 0, 0, 0, 0];
const read = (load_id: string) =>
  polling.poller.readNow(load_id, undefined).then(
    () => {
      made += 1;
    },
    () => {
      failed += 1;
    },
  );
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  // A machine that stalled for a moment does not make it up by a burst.
  owed = Math.min(owed + (watch.rate * (now - last)) / 1000, watch.rate / 2);
  last = now;
  for (; owed >= 1; owed -= 1) {
    turn += 1;
    const seen = watch.on_screen;
    if (seen.length > 0 && turn % Math.round(1 / ON_SCREEN_SHARE) === 0) {
      screenTurn += 1;
      void read(seen[screenTurn % seen.length] as string);
    } else void read(moving[Math.imul(turn, 7919) % moving.length] ?? (moving[0] as string));
  }
}, TURN_MS);

/** Trucks lose their signal all at once, and each is read at once: of loads that need nobody until then. */
function burst(): void {
  const quiet = moving.filter((load_id) => board.get(load_id)?.item.triage === null).slice(0, BURST);
  upstream.postMessage(quiet);
  process.send?.({ quiet: quiet.length });
  for (const load_id of quiet) void read(load_id);
}

process.on('message', (message: Watch | 'count' | 'burst' | 'stop') => {
  if (message === 'count') process.send?.({ made, failed });
  else if (message === 'burst') burst();
  else if (message === 'stop') void stop();
  else watch = message;
});
process.once('disconnect', () => void stop());
process.send?.({ url: config.publicUrl.origin });

async function stop(): Promise<void> {
  clearInterval(timer);
  server.closeAllConnections();
  server.close();
  await services.stop();
  await services.close();
  sandbox.child.kill();
  await upstream.terminate();
  rmSync(dir, { recursive: true, force: true });
  process.exit(0);
}
