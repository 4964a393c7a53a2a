/**
 * SQLite is for one server process: it notifies nobody of a change, so a second server would show an old board and not know
 * of a wait that the service has announced to the first. Held by the operating system, so it ends with the process, however that ends.
 */
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from './make-folder.ts';

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
