/**
 * The real server with a given number of loads, in a separate process. Loads are added to the board with a first response from
 * memory; afterward its own reader fetches them from a service over HTTP at a fixed rate, and each read is a change. This file
 * chooses which load is read when instead of the poller, whose waiting is not what is measured. Communicates with its parent
 * through messages.
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
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/http/log.ts';
import { openDatabase } from '../../src/platform/store/open-database.ts';
import { createServices } from '../../src/services.ts';
import { fillArchive } from '../../src/testing/archived-loads.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { healthOf, id, tracking, type Watch } from './loads.ts';

/** Exceptions raised at once, if that many loads have none. */
const BURST = 200;
const TURN_MS = 50;
const ON_SCREEN_SHARE = 0.05;

const [loads, archived] = process.argv.slice(2).map(Number) as [number, number];
const dir = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
const startedAt = Date.now();
const upstream = new Worker(new URL('upstream.ts', import.meta.url), { workerData: { startedAt } });
const [base_url] = (await once(upstream, 'message')) as [string];
const sandbox = await startSandbox({
  env: { ...process.env, SANDBOX_WORLD: 'hostile', SANDBOX_PORT: '0', SANDBOX_LOADS: '1' },
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
// Archived loads that are not on the board.
await fillArchive(db, archived, loads + 1);
await close();
const services = await createServices(config, createLog('error'), 'bench', join(root, 'web', 'dist'));
const { board, polling } = services;
await polling.poller.stop();

const ids = Array.from({ length: loads }, (_, n) => id(n + 1));
for (let from = 0; from < loads; from += 5_000) {
  const batch = ids.slice(from, from + 5_000);
  await board.watch(batch, 'person', null);
  batch.forEach((load_id, index) => {
    // A parsed copy, as if received over the wire, because the server stores its own.
    const response: unknown = JSON.parse(JSON.stringify(tracking(from + index + 1, 0, startedAt)));
    board.recordAnswer(load_id, loadTracking.parse(response), response);
  });
  await board.flush();
}

const server = createServer({ keepAliveTimeout: 10_000 }, createApp(services));
await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));

const moving = ids.filter((_, index) => healthOf(index + 1) === 'live');
let watch: Watch = { on_screen: [], rate: 0 };
let [turn, screenTurn, due, completed, failed] = [0, 0, 0, 0, 0];
const read = (load_id: string) =>
  polling.poller.readNow(load_id, undefined).then(
    () => {
      completed += 1;
    },
    () => {
      failed += 1;
    },
  );
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  // After a stall of the machine, do not catch up with a burst.
  due = Math.min(due + (watch.rate * (now - last)) / 1000, watch.rate / 2);
  last = now;
  for (; due >= 1; due -= 1) {
    turn += 1;
    const visible = watch.on_screen;
    if (visible.length > 0 && turn % Math.round(1 / ON_SCREEN_SHARE) === 0) {
      screenTurn += 1;
      void read(visible[screenTurn % visible.length] as string);
    } else void read(moving[Math.imul(turn, 7919) % moving.length] ?? (moving[0] as string));
  }
}, TURN_MS);

/** Many trucks without an exception lose their signal at once, and each is read immediately. */
function burst(): void {
  const affected = moving.filter((load_id) => board.get(load_id)?.item.triage === null).slice(0, BURST);
  upstream.postMessage(affected);
  process.send?.({ affected: affected.length });
  for (const load_id of affected) void read(load_id);
}

process.on('message', (message: Watch | 'count' | 'burst' | 'stop') => {
  if (message === 'count') process.send?.({ completed, failed });
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
  sandbox.child.kill();
  await upstream.terminate();
  rmSync(dir, { recursive: true, force: true });
  process.exit(0);
}
