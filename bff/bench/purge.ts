/**
 * `pnpm bench:purge`: longest event loop block while old rows are deleted and during every recurring query of the server, with
 * 5,000,000 positions and 200,000 bulk job rows on SQLite, which runs in the server's own thread.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { type Row, report } from '../soak/report.ts';
import { PURGES } from '../src/office/retention/retention.ts';
import type { Database } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { startCheckpoints } from '../src/platform/store/storage.ts';
import { addAgedRows } from '../src/testing/aged-rows.ts';
import { periodicQueries } from '../src/testing/periodic.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { silentLog } from '../src/testing/tracking.ts';

const POSITIONS = Number(process.argv[2] ?? 5_000_000);
const BULK_ROWS = Number(process.argv[3] ?? 200_000);
const DELIVERIES = 200_000;
const VEHICLES = 1_000;
const ROWS_PER_JOB = 5_000;
/** One in this many rows is old. */
const OLD_EVERY = 20;
const MAX_MS = 20;
const STEP_MS = 1_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

const folder = temporaryFolder();
const url = `sqlite:${join(folder.dir, 'bench.db')}`;
const { db, dialect, close } = await openDatabase(url);
const now = POSITIONS * STEP_MS;
const before = Math.floor(POSITIONS / OLD_EVERY) * STEP_MS;
print(`Filling ${POSITIONS} positions, ${BULK_ROWS} rows of bulk jobs, ${DELIVERIES} deliveries ...`);
await fill(db);
const endCheckpoints = await startCheckpoints(db, url, silentLog);
const idle = new Worker(new URL('./idle-thread.ts', import.meta.url), {
  workerData: join(folder.dir, 'idle'),
});
/** Delays caused by this machine; see idle-thread.ts. */
const machine = async () => {
  const response = once(idle, 'message');
  idle.postMessage('');
  return ((await response) as [{ readonly blocked: number; readonly synced: number }])[0];
};

const rows: Row[] = [];
for (const { name, run } of periodicQueries(now, dialect, before)) {
  const isPurge = PURGES.some(({ purge }) => purge.name === name);
  const startedAt = performance.now();
  await machine();
  const longest = await longestBlock(() => run(db), isPurge ? 1 : 5);
  const { blocked, synced } = await machine();
  const duration = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  // Subtract delays caused by other programs and by the disk.
  const ours = Math.max(0, longest - blocked - synced);
  const around = `idle thread ${blocked.toFixed(1)} ms, disk ${synced.toFixed(1)} ms`;
  print(`${name} (${duration}): longest block ${longest.toFixed(1)} ms; at the same time ${around}`);
  rows.push({ what: name, found: Number(ours.toFixed(1)), expected: { below: MAX_MS } });
}
report('Longest event loop block, minus delays of the machine, in ms', rows);
idle.postMessage('end');
await endCheckpoints();
await close();
folder.remove();

/** Milliseconds, over all runs. */
async function longestBlock(work: () => Promise<unknown>, runs: number): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let n = 0; n < runs; n += 1) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  delay.disable();
  return delay.max / 1e6;
}

async function fill(into: Database): Promise<void> {
  const numbers = (count: number) =>
    sql`WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${count})`;
  await addAgedRows(into, 'old', 0);
  await sql`INSERT INTO vehicle_position ${numbers(POSITIONS)}
    SELECT 'vehicle ' || CAST(n % ${VEHICLES} AS integer), n * ${STEP_MS}, 40.0, -90.0 FROM number`.execute(
    into,
  );
  const jobs = Math.ceil(BULK_ROWS / ROWS_PER_JOB);
  await sql`INSERT INTO bulk_job (id, kind, state, is_sync, created_by, created_by_name, created_at, updated_at,
      finished_at, total, fingerprint, version) ${numbers(jobs)}
    SELECT 'job ' || n, 'user', 'done', 0, 's', 'Ann', n, n, CASE WHEN n % ${OLD_EVERY} = 0 THEN 1 ELSE ${now} END,
      ${ROWS_PER_JOB}, '', 1 FROM number`.execute(into);
  await sql`INSERT INTO bulk_row (job_id, n, state, subject, issues, intent_id) ${numbers(BULK_ROWS)}
    SELECT 'job ' || CAST(n / ${ROWS_PER_JOB} AS integer), CAST(n % ${ROWS_PER_JOB} AS integer), 'done', 'driver ' || n, '[]', 'intent ' || n
    FROM number`.execute(into);
  await sql`INSERT INTO webhook_delivery (id, subscription_id, received_at, body, bytes, event_id, state, tries)
    ${numbers(DELIVERIES)} SELECT 'delivery ' || n, 'old', n * ${(now / DELIVERIES).toFixed(0)}, 'x', 1, 'event ' || n,
      CASE WHEN n % 3 = 0 THEN 'failed' ELSE 'done' END, 1 FROM number`.execute(into);
}
