/** Loads leave the board by themselves when they are delivered, and can be found again. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { StopPlaceOf } from '../arrival/stop-places.ts';
import type { Company } from '../company/company.ts';
import type { Capability } from '../lib/capability.ts';
import { archivedLoadsOf } from '../store/archived-loads.ts';
import type { Wiring } from '../wiring.ts';
import { Archiver } from './archiver.ts';
import { mountArchive } from './routes.ts';

export interface CreateArchiveOptions
  extends Pick<Wiring, 'config' | 'log' | 'db' | 'board' | 'activity' | 'cluster' | 'events' | 'polling'> {
  readonly company: Company;
  readonly stopPlaceOf: StopPlaceOf;
}

export interface ArchiveCapability extends Capability {
  readonly archiver: Archiver;
}

export function createArchive(options: CreateArchiveOptions): ArchiveCapability {
  const { config, log, db, board, activity, cluster, events, polling, company, stopPlaceOf } = options;
  const { broadcaster, onRelayed } = events;
  const { poller } = polling;
  const publish = (
    load: Pick<BoardLoad, 'load_id' | 'load_ref'> & {
      readonly reason: string;
      readonly since: string | null;
    },
    relay: boolean,
  ) => broadcaster.publish('archived', load.load_id, JSON.stringify(load), { relay });
  const archiver = new Archiver({
    db,
    log,
    board,
    activity,
    stopPlaceOf,
    settings: {
      ...config.archive,
      get overdueMs() {
        return company.settings.thresholds.delivered_after_hours * 3_600_000;
      },
    },
    isLeader: cluster.isLeader,
    onArchived: (loads) => {
      poller.remove(loads.map(({ load_id }) => load_id));
      for (const { load_id, load_ref, leaving } of loads)
        if (leaving) publish({ load_id, load_ref, reason: leaving.reason, since: leaving.since }, true);
    },
  });
  onRelayed('archived', async (load_ids) => {
    for (const { load_id, load_ref, reason, since } of await archivedLoadsOf(db, load_ids))
      publish(
        { load_id, load_ref, reason, since: since === null ? null : new Date(since).toISOString() },
        false,
      );
  });
  return {
    archiver,
    routes: (router) => mountArchive(router, { db, board, poller, activity }),
    start: () => archiver.start(),
    stop: () => archiver.stop(),
  };
}
