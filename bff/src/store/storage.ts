/** The database of this server, opened, locked where it is for one process, and written to its file in the background. */
import type { Logger } from 'pino';
import type { Capability } from '../lib/capability.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Database, type Dialect, openDatabase } from './database.ts';
import { acquireProcessLock } from './process-lock.ts';

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
