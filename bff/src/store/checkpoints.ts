/**
 * Copies SQLite's write-ahead log into its file in a thread of its own. SQLite would do that itself every thousand pages, in the thread that
 * happens to commit: that is the server's only one, and a slow disk then holds everybody up for a tenth of a second.
 */
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** Not oftener: the first commit after each waits for the disk once more. */
const EVERY_MS = 5_000;
/** SQLite's own habit. */
const PAGES = 1_000;

/** `databaseUrl` of SQLite. Returns how to end it, before the database is closed. */
export async function startCheckpoints(
  db: Database,
  databaseUrl: string,
  log: Logger,
  everyMs = EVERY_MS,
): Promise<() => Promise<void>> {
  const file = databaseUrl.slice('sqlite:'.length);
  if (file === ':memory:') return async () => undefined;
  const bySqlite = (pages: number) => sql`PRAGMA wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: { file, everyMs },
  });
  // A start that fails must not be kept from ending.
  worker.unref();
  let ended = false;
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', (error) => {
    log.warn({ err: error }, 'the thread that writes the database file has ended; this one does it');
    if (!ended) bySqlite(PAGES).catch((err) => log.error({ err }, 'the database file is not written'));
  });
  await bySqlite(0);
  return async () => {
    ended = true;
    worker.ref();
    worker.postMessage('end');
    await exit;
  };
}
