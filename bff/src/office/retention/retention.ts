/** Periodically deletes what is older than its retention, from the store and from memory. */

import type { FleetIndex } from '../../fleets/onboarding/fleet-index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { RetentionMs } from '../../platform/config/config.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { purgeActivity } from '../../platform/store/activity.ts';
import { purgeArchivedLoads } from '../../platform/store/archived-loads.ts';
import { purgeCases } from '../../platform/store/arrival-cases.ts';
import { purgeBulkJobs } from '../../platform/store/bulk.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import type { Pause } from '../../platform/store/delete-old.ts';
import { purgeExceptions } from '../../platform/store/exceptions.ts';
import { purgeIntents } from '../../platform/store/intents.ts';
import { purgeJobs } from '../../platform/store/jobs.ts';
import { purgeCalls } from '../../platform/store/load-calls.ts';
import { purgeAbout, purgeMonitors } from '../../platform/store/monitors.ts';
import { purgeInvitations, purgeOperations } from '../../platform/store/onboarding.ts';
import { purgeOutgoingEvents } from '../../platform/store/outgoing-webhooks.ts';
import { purgePostedLoads } from '../../platform/store/posted-loads.ts';
import { purgePeople, purgeSessions } from '../../platform/store/sessions.ts';
import { purgeShareLinks } from '../../platform/store/share-links.ts';
import { purgePositions } from '../../platform/store/watched-loads.ts';
import { purgeDeliveries, purgeFailedDeliveries } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';

interface RetentionOptions extends Uses<'log' | 'db'> {
  readonly cluster: Cluster;
  readonly board: Board;
  readonly fleets: FleetIndex;
  readonly retention: RetentionMs;
  readonly monitors: Pick<Monitors, 'evictEndedBefore' | 'evictEnded'>;
}

const INTERVAL_MS = 10 * 60_000;

export function createRetention(options: RetentionOptions): Capability {
  const { log, db, cluster, board, fleets, retention, monitors } = options;
  const failed = (err: unknown, purge: string) => log.warn({ err, purge }, 'could not delete old rows');
  const purge = new IntervalJob({
    log,
    task: 'delete old rows',
    everyMs: INTERVAL_MS,
    isExclusive: true,
    work: (signal) => purgeAll(db, { retention, now: Date.now(), signal, failed }),
  });
  cluster.runExclusively('retention', purge);
  const evict = new IntervalJob({
    log,
    task: 'forget what is old',
    everyMs: INTERVAL_MS,
    work: async () => {
      const now = Date.now();
      await board.purgeRemoved();
      await fleets.forgetBefore(now - retention.archived_loads);
      monitors.evictEndedBefore(now - retention.monitors);
      await monitors.evictEnded();
    },
  });
  return { start: () => evict.wake(), stop: () => evict.stop() };
}

// All deletions by age: data that is missing here grows without limit. `keep` names the retention (see `retention` in config.ts); `now`
// is for rows that contain their own expiry.
interface Purge {
  readonly keep: keyof RetentionMs | 'now';
  /** Those that grow; the status page shows their retention. */
  readonly tables: readonly (keyof Tables)[];
  /** Deletes what is older than `before` (ms). */
  readonly purge: (db: Database, before: number, pause?: Pause) => Promise<void>;
}

export const PURGES: readonly Purge[] = [
  { keep: 'now', tables: ['session', 'login_transaction', 'used_logout_token'], purge: purgeSessions },
  { keep: 'positions', tables: ['vehicle_position'], purge: purgePositions },
  { keep: 'deliveries', tables: ['webhook_delivery'], purge: purgeDeliveries },
  { keep: 'failed_deliveries', tables: ['webhook_delivery'], purge: purgeFailedDeliveries },
  { keep: 'deliveries', tables: ['outgoing_event', 'outgoing_delivery'], purge: purgeOutgoingEvents },
  { keep: 'activity', tables: ['activity'], purge: purgeActivity },
  { keep: 'activity', tables: ['person'], purge: purgePeople },
  { keep: 'intents', tables: ['intent'], purge: purgeIntents },
  { keep: 'intents', tables: ['job'], purge: purgeJobs },
  { keep: 'intents', tables: ['monitor_about'], purge: purgeAbout },
  { keep: 'operations', tables: ['operation'], purge: purgeOperations },
  {
    keep: 'monitors',
    tables: ['monitor', 'monitor_event', 'monitor_link', 'monitor_about'],
    purge: purgeMonitors,
  },
  { keep: 'invitations', tables: ['invitation', 'invitation_happening', 'email'], purge: purgeInvitations },
  { keep: 'bulk_jobs', tables: ['bulk_job', 'bulk_row'], purge: purgeBulkJobs },
  { keep: 'archived_loads', tables: ['archived_load'], purge: purgeArchivedLoads },
  { keep: 'archived_loads', tables: ['posted_load'], purge: purgePostedLoads },
  { keep: 'exceptions', tables: ['exception', 'exception_event'], purge: purgeExceptions },
  { keep: 'exceptions', tables: ['load_call'], purge: purgeCalls },
  { keep: 'archived_loads', tables: ['share_link'], purge: purgeShareLinks },
  { keep: 'archived_loads', tables: ['arrival_case'], purge: purgeCases },
];

/** Runs all purges once, one after the other. `failed` receives each error; the others continue. */
export async function purgeAll(
  db: Database,
  options: {
    readonly retention: RetentionMs;
    readonly now: number;
    readonly signal?: AbortSignal;
    readonly failed: (error: unknown, purge: string) => void;
  },
): Promise<void> {
  const { retention, now, signal, failed } = options;
  for (const { keep, purge } of PURGES) {
    if (signal?.aborted) return;
    try {
      await purge(db, keep === 'now' ? now : now - retention[keep], { signal });
    } catch (error) {
      failed(error, purge.name);
    }
  }
}
