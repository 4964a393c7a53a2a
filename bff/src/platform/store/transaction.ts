import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { isLostRace } from './store-errors.ts';

const TRIES = 5;
const MAX_DELAY_MS = 40;

/**
 * Runs `work` in a transaction; again from the start when it lost a race (a deadlock, a serialization failure), so `work` must change
 * nothing but the database before it returns. Throws the error of `work` or of the commit.
 */
export async function inTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === TRIES || !isLostRace(error)) throw error;
      await delay(Math.random() * MAX_DELAY_MS * tries);
    }
}

/**
 * Runs what follows a commit: publishing, notifying, reading again. What was committed must not be answered as failed, so an error is
 * only logged. `task` completes "could not ...".
 */
export async function afterCommit(
  log: Logger,
  task: string,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, `stored, but could not ${task}`);
  }
}
