/** The database of this server, opened, locked where it is for one process, and written to its file in the background. */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Capability } from '../wiring.ts';
import { type Database, type Dialect, makeFolder, openDatabase } from './database.ts';

export interface Storage extends Capability {
  readonly db: Database;
  readonly dialect: Dialect;
}

/** Throws with a plain sentence when the database cannot be used. */
export async function openStorage(databaseUrl: string, log: Logger): Promise<Storage> {
  const releaseLock = acquireProcessLock(databaseUrl);
  const { db, dialect, close } = await openDatabase(databaseUrl);
  const endCheckpoints = dialect === 'sqlite' ? await startCheckpoints(db, databaseUrl, log) : null;
  return {
    db,
    dialect,
    close: async () => {
      await endCheckpoints?.();
      await close();
      releaseLock();
    },
  };
}

// SQLite is for one server process: it notifies nobody of a change, so a second server would show an old board and not know
// of a wait that the service has announced to the first. Held by the operating system, so it ends with the process, however that ends.
const PREFIX = 'sqlite:';

/** Holds the store of `databaseUrl` for this process. Throws a plain sentence when another process has it. Returns how to release it. */
export function acquireProcessLock(databaseUrl: string): () => void {
  const file = databaseUrl.slice(PREFIX.length);
  if (!databaseUrl.startsWith(PREFIX) || file === ':memory:') return () => undefined;
  const lock = open(`${file}.lock`);
  // Opening the store itself reports a folder that cannot be used.
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
    makeFolder(dirname(file));
    return new Sqlite(file, { timeout: 0 });
  } catch {
    return null;
  }
}

// Copies SQLite's write-ahead log into its file in a thread of its own. SQLite would do that itself every thousand pages, in the thread that
// happens to commit: that is the server's only one, and a slow disk then holds everybody up for a tenth of a second.

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
