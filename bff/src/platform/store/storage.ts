/** The server's database: opens it, locks a SQLite file for one process, and checkpoints it in the background. */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { cannotBeUsed, type OpenDatabase, openDatabase } from './open-database.ts';
import { refuseTransactionPooling } from './postgres.ts';
import { makePrivateFile } from './sqlite.ts';
import { unavailableReason } from './store-errors.ts';

export type Storage = OpenDatabase;

/**
 * Throws an error with a readable message when the database cannot be used. A database server that is not there yet is waited for: after
 * a power cut both may start at once.
 */
export async function openStorage(
  databaseUrl: string,
  log: Logger,
  version: string | null = null,
): Promise<Storage> {
  const releaseLock = acquireProcessLock(databaseUrl);
  const { db, dialect, health, close } = databaseUrl.startsWith(PREFIX)
    ? await openDatabase(databaseUrl, log, version)
    : await openWhenThere(databaseUrl, log, version);
  const stopCheckpoints = dialect === 'sqlite' ? await startCheckpoints(db, databaseUrl, log) : null;
  health.start();
  return {
    db,
    dialect,
    health,
    close: async () => {
      await stopCheckpoints?.();
      await close();
      releaseLock();
    },
  };
}

const SERVER_RETRY_MS = 1_000;
const LOG_EVERY_TRIES = 30;

async function openWhenThere(url: string, log: Logger, version: string | null): Promise<OpenDatabase> {
  for (let tries = 0; ; tries += 1)
    try {
      await refuseTransactionPooling(url).catch((error: unknown) => {
        throw cannotBeUsed(error);
      });
      return await openDatabase(url, log, version);
    } catch (error) {
      const reason = unavailableReason((error as Error).cause);
      if (reason === null) throw error;
      if (tries % LOG_EVERY_TRIES === 0) log.warn({ err: error }, `${reason}; waiting for it`);
      await delay(SERVER_RETRY_MS);
    }
}

// SQLite is for one server process: it has no change notifications, so a second server would show a stale board and
// miss a pause that the service announced to the first. The operating system holds the lock, so it ends with the
// process in any case.
const PREFIX = 'sqlite:';

/** Locks the database for this process; returns the release function. Throws a readable error when another process holds the lock. */
export function acquireProcessLock(databaseUrl: string): () => void {
  const file = databaseUrl.slice(PREFIX.length);
  if (!databaseUrl.startsWith(PREFIX) || file === ':memory:') return () => undefined;
  const lock = open(`${file}.lock`);
  // Opening the database itself reports an unusable folder.
  if (lock === null) return () => undefined;
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(
      `DATABASE_URL: another Waypost is running on ${file}, and SQLite is for one. Stop it, or let several servers share a PostgreSQL: DATABASE_URL=postgres://waypost@localhost/waypost`,
      { cause: error },
    );
  }
  return () => lock.close();
}

function open(file: string): Sqlite.Database | null {
  try {
    makePrivateFile(file);
    return new Sqlite(file, { timeout: 0 });
  } catch {
    return null;
  }
}

// Copies SQLite's write-ahead log into its file in a worker thread. SQLite itself would do so every thousand pages in
// the thread that commits, the server's only one, where a slow disk blocks every request for a tenth of a second.

/** Not more often: the first commit after a checkpoint waits for the disk once more. */
const CHECKPOINT_INTERVAL_MS = 5_000;
/** SQLite's default. */
const AUTOCHECKPOINT_PAGES = 1_000;

/** Starts checkpoints of a SQLite database. The returned function stops them; call it before closing the database. */
export async function startCheckpoints(
  db: Database,
  databaseUrl: string,
  log: Logger,
  everyMs = CHECKPOINT_INTERVAL_MS,
): Promise<() => Promise<void>> {
  const file = databaseUrl.slice('sqlite:'.length);
  if (file === ':memory:') return async () => undefined;
  const setAutocheckpoint = (pages: number) => sql`PRAGMA wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: { file, everyMs },
  });
  // The worker must not keep a failed start from exiting.
  worker.unref();
  let ended = false;
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', (error) => {
    log.warn({ err: error }, 'the thread that writes the database file has ended; this one does it');
    if (!ended)
      setAutocheckpoint(AUTOCHECKPOINT_PAGES).catch((err) =>
        log.error({ err }, 'the database file is not written'),
      );
  });
  await setAutocheckpoint(0);
  return async () => {
    ended = true;
    worker.ref();
    worker.postMessage('end');
    await exit;
  };
}
