/** Every periodic query of the server; none may scan a whole table. Shared by the test of query plans and `bench:purge`. */

import { PURGES } from '../office/retention/retention.ts';
import { archivedLoadsOf, listArchivedLoads } from '../platform/store/archived-loads.ts';
import {
  bulkCounts,
  requeueSendingRows,
  runningBulkJobs,
  settledRows,
  waitingRows,
} from '../platform/store/bulk.ts';
import type { Database, Dialect } from '../platform/store/database.ts';
import {
  countEndedMonitors,
  listEndedMonitors,
  monitorIdsOfLoads,
  unindexedMonitors,
} from '../platform/store/ended-monitors.ts';
import { importsOf } from '../platform/store/imports.ts';
import { intentsToCheck, markSendingUnknown, nextCheckAt } from '../platform/store/intents.ts';
import { claimJobs } from '../platform/store/jobs.ts';
import {
  activeMonitors,
  lastMonitorEventAt,
  monitorsEndedSince,
  monitorsSince,
  newestPositions,
} from '../platform/store/monitors.ts';
import { invitationsByKeys, openInvitations, pendingOperations } from '../platform/store/onboarding.ts';
import { latestTimestamps } from '../platform/store/query.ts';
import { deleteOrphanedUsage } from '../platform/store/usage.ts';
import {
  changedSince,
  firstPositionSince,
  readTimesSince,
  timesWithin,
} from '../platform/store/watched-loads.ts';

const LONG_AGO = 1_000;

export interface PeriodicQuery {
  readonly name: string;
  run(db: Database): Promise<unknown>;
}

/** `now` in milliseconds; purges delete rows older than `before`. */
export function periodicQueries(now: number, dialect: Dialect, before = LONG_AGO): PeriodicQuery[] {
  const claim = { kind: 'email', owner: 'server', now, ms: 1, limit: 3, isOrdered: false };
  const queries = {
    changedSince: (db) => changedSince(db, now),
    readTimesSince: (db) => readTimesSince(db, now),
    intentsToCheck: (db) => intentsToCheck(db, now),
    nextCheckAt,
    markSendingUnknown: (db) => markSendingUnknown(db, LONG_AGO, now, ''),
    runningBulkJobs,
    waitingRows: (db) => waitingRows(db, 'job', 20),
    bulkCounts: (db) => bulkCounts(db, 'job'),
    requeueSendingRows,
    settledRows,
    pendingOperations: (db) => pendingOperations(db, 20),
    latestOperation: (db) => latestTimestamps(db, 'operation'),
    openInvitations: (db) => openInvitations(db, 50),
    invitationsByKeys: (db) => invitationsByKeys(db, ['key']),
    latestInvitation: (db) => latestTimestamps(db, 'invitation'),
    monitorsSince: (db) => monitorsSince(db, now),
    activeMonitors,
    monitorsEndedSince: (db) => monitorsEndedSince(db, now),
    archivedLoadsOf: (db) => archivedLoadsOf(db, ['load']),
    listArchivedLoads: (db) => listArchivedLoads(db, { after: now, limit: 100 }),
    timesWithin: (db) => timesWithin(db, 'vehicle', { latitude: 1, longitude: 1 }, 1_000, now),
    firstPositionSince: (db) => firstPositionSince(db, 'vehicle', now),
    listEndedMonitors: (db) => listEndedMonitors(db, { limit: 500 }),
    listEndedMonitorsOfStatus: (db) =>
      listEndedMonitors(db, { status: 'expired', words: ['word'], after: { at: now, id: '' }, limit: 500 }),
    countEndedMonitors,
    unindexedMonitors: (db) => unindexedMonitors(db, '', 200),
    monitorIdsOfLoads: (db) =>
      monitorIdsOfLoads(
        db,
        ['load'],
        [{ load_id: 'load', vehicle_key: 'vehicle', since: now, load_ref: 'LD' }],
      ),
    lastMonitorEventAt,
    newestPositions: (db) => newestPositions(db, ['vehicle'], 41),
    claimJobs: (db) => claimJobs(db, dialect, claim),
    claimOrderedJobs: (db) => claimJobs(db, dialect, { ...claim, isOrdered: true }),
    importsOf: (db) => importsOf(db, 'fuel', null, ['complete', 'failed']),
    deleteOrphanedUsage,
  } satisfies Record<string, PeriodicQuery['run']>;
  return [
    ...Object.entries(queries).map(([name, run]) => ({ name, run })),
    ...PURGES.map(({ purge }) => ({ name: purge.name, run: (db: Database) => purge(db, before) })),
  ];
}
