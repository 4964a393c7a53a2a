/** Now and then deletes what is older than its retention, from the store and from memory. */
import type { Logger } from 'pino';
import type { RetentionMs } from './config.ts';
import type { Monitors } from './monitors/monitors.ts';
import { Repeated } from './onboarding/repeated.ts';
import type { Database } from './store/database.ts';
import { purgeAll } from './store/purges.ts';

export interface HousekeepingOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly retention: RetentionMs;
  readonly monitors: Pick<Monitors, 'forget' | 'leaveEnded'>;
  /** One of several servers deletes. */
  readonly leads: () => boolean;
}

const EVERY_MS = 10 * 60_000;

export function openHousekeeping({ db, log, retention, monitors, leads }: HousekeepingOptions): Repeated {
  const failed = (err: unknown, purge: string) => log.warn({ err, purge }, 'old rows could not be deleted');
  return new Repeated({
    log,
    what: 'old rows',
    everyMs: EVERY_MS,
    work: async (signal) => {
      const now = Date.now();
      if (leads()) await purgeAll(db, { retention, now, signal, failed });
      monitors.forget(now - retention.monitors);
      await monitors.leaveEnded();
    },
  });
}
