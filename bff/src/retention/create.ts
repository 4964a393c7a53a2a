/** Now and then deletes what is older than its retention, from the store and from memory. */

import type { RetentionMs } from '../config.ts';
import { IntervalJob } from '../lib/background-worker.ts';
import type { Capability } from '../lib/capability.ts';
import type { Monitors } from '../monitors/monitors.ts';
import type { Wiring } from '../wiring.ts';
import { purgeAll } from './purges.ts';

export interface RetentionOptions extends Pick<Wiring, 'log' | 'db' | 'cluster'> {
  readonly retention: RetentionMs;
  readonly monitors: Pick<Monitors, 'forget' | 'leaveEnded'>;
}

const EVERY_MS = 10 * 60_000;

export function createRetention({ log, db, cluster, retention, monitors }: RetentionOptions): Capability {
  const failed = (err: unknown, purge: string) => log.warn({ err, purge }, 'could not delete old rows');
  const job = new IntervalJob({
    log,
    task: 'delete old rows',
    everyMs: EVERY_MS,
    work: async (signal) => {
      const now = Date.now();
      if (cluster.isLeader()) await purgeAll(db, { retention, now, signal, failed });
      monitors.forget(now - retention.monitors);
      await monitors.leaveEnded();
    },
  });
  return { start: () => job.wake(), stop: () => job.stop() };
}
