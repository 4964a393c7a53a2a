/** Delivered loads leave the board automatically and remain searchable. */
import type { ArchivedLoad, archiveQuery } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { csvLine } from '@waypost/contract/csv';
import type { Router } from 'express';
import type { z } from 'zod';
import type { Company } from '../../people/company/company.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import { maySee } from '../../platform/http/key-limits.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import {
  archivedLoadPages,
  archivedLoadsOf,
  archivedWithItems,
  type ListedLoadRow,
  listArchivedLoads,
} from '../../platform/store/archived-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { StopPlaceOf } from '../arrival/stop-places.ts';
import type { Board } from '../board/board.ts';
import type { Events } from '../events/hub.ts';
import type { Polling } from '../polling/create.ts';
import { knownBefore } from '../watch-list/restored.ts';
import { Archiver } from './archiver.ts';

interface CreateArchiveOptions extends Uses<'log' | 'db' | 'activity'> {
  readonly config: Config;
  readonly board: Board;
  readonly cluster: Cluster;
  readonly events: Events;
  readonly polling: Polling;
  readonly company: Company;
  readonly stopPlaceOf: StopPlaceOf;
}

export function createArchive(options: CreateArchiveOptions): Capability & { readonly archiver: Archiver } {
  const { config, log, db, board, activity, cluster, events, polling, company, stopPlaceOf } = options;
  const { broadcaster, onRelayed } = events;
  const { poller } = polling;
  type ArchivedSummary = Pick<ListedLoadRow, 'load_id' | 'load_ref' | 'reason'> & {
    readonly since: string | null;
  };
  const publish = (load: ArchivedSummary, relay: boolean) =>
    broadcaster.publish('archived', load.load_id, JSON.stringify(load), { relay });
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
    onArchived: (loads) => {
      poller.remove(loads.map(({ load_id }) => load_id));
      for (const { load_id, load_ref, leaving } of loads)
        if (leaving) publish({ load_id, load_ref, reason: leaving.reason, since: leaving.since }, true);
    },
  });
  cluster.runExclusively('reader', archiver.job);
  onRelayed('archived', async (load_ids) => {
    for (const { load_id, load_ref, reason, since } of await archivedLoadsOf(db, load_ids))
      publish({ load_id, load_ref, reason, since: toIso(since) }, false);
  });
  const commands = archiveCommands(options);
  return {
    archiver,
    routes: (router) => mountArchive(router, options, commands),
    machineRoutes: (router) => mountMachineArchive(router, commands),
  };
}

const CSV_ROWS = 500;
const CSV_COLUMNS = [
  'load_ref',
  'load_id',
  'reason',
  'since',
  'archived_at',
  'archived_by_name',
  'watched_at',
  'origin',
  'destination',
  'vehicle_name',
  'vehicle_id',
  'fleet_name',
  'fleet_id',
] as const satisfies readonly (keyof ArchivedLoad)[];

function mountArchive(router: Router, options: CreateArchiveOptions, commands: ArchiveCommands): void {
  const { db } = options;
  mountRoutes(router, ARCHIVE_ROUTES, {
    listArchive: ({ query }) => commands.list(query),
    archiveCsv: ({ query, response }) => {
      const pieces = async function* () {
        for await (const rows of archivedLoadPages(db, filterOf(query), CSV_ROWS))
          yield rows
            .map(toArchivedResponse)
            .map((load) => csvLine(CSV_COLUMNS.map((column) => load[column])))
            .join('');
      };
      const name = `archive-${toIso(Date.now()).slice(0, 10)}`;
      return sendCsv(response, { name, columns: CSV_COLUMNS, rows: null, complete: true, pieces: pieces() });
    },
    readArchived: ({ params }) => commands.read(params.load_id),
    restoreLoads: ({ body, session }) => commands.restore(body.load_ids, session),
    keepLoad: ({ params, session }) => commands.keep(params.load_id, session),
  });
}

function mountMachineArchive(router: Router, commands: ArchiveCommands): void {
  mountRoutes(router, ARCHIVE_ROUTES, {
    machineListArchive: async ({ query, machine }) => {
      const { items, next_page } = await commands.list(query);
      // A page of a limited key may be short, and is followed by others all the same.
      return {
        items: items.filter(({ load_id, fleet_id }) => maySee(machine, load_id, fleet_id)),
        next_page,
      };
    },
    machineReadArchived: ({ params }) => commands.read(params.load_id),
    machineRestoreLoads: ({ body, machine }) => commands.restore(body.load_ids, machine),
    machineKeepLoad: ({ params, machine }) => commands.keep(params.load_id, machine),
  });
}

type ArchiveCommands = ReturnType<typeof archiveCommands>;

/** What people and machines do with the archive. */
function archiveCommands({ db, board, polling, activity }: CreateArchiveOptions) {
  return {
    list: async ({ cursor, size, ...filter }: z.output<typeof archiveQuery>) => {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      const rows = await listArchivedLoads(db, { ...filterOf(filter), after, limit: size + 1 });
      const page = rows.slice(0, size);
      const last = rows.length > size ? page.at(-1) : undefined;
      return { items: page.map(toArchivedResponse), next_page: last ? String(last.n) : null };
    },
    /** Throws 404. */
    read: async (load_id: string) => {
      const [row] = await archivedWithItems(db, [load_id]);
      if (!row) throw Problem.notFound('This load is not in the archive', 'It may be back on the board');
      return { ...toArchivedResponse(row), load: JSON.parse(row.item) as unknown };
    },
    restore: async (load_ids: readonly string[], by: Person) => {
      const rows = await archivedLoadsOf(db, load_ids);
      const known = await knownBefore(db, load_ids, by, Date.now());
      const restored = await board.watch(
        rows.map(({ load_id }) => load_id),
        'person',
        by.sub,
        (id) => known.get(id) ?? {},
        (ids) =>
          activity.entry(by, 'restore_loads', ids.length === 1 ? ids[0] : null, {
            count: ids.length,
            loads: rows
              .filter(({ load_id }) => ids.includes(load_id))
              .map(({ load_ref, load_id }) => load_ref ?? load_id),
          }),
      );
      polling.poller.add(restored);
      const done = new Set(restored);
      return { restored, skipped: load_ids.filter((load_id) => !done.has(load_id)) };
    },
    /** Throws 404. */
    keep: async (load_id: string, by: Person) => {
      const before = board.get(load_id)?.item;
      if (!before)
        throw Problem.notFound(
          'This load is not on the board',
          'It may have left the board. Check the archive',
        );
      const { load_ref, leaving } = before;
      const kept = { by_name: by.name, at: toIso(Date.now()) };
      await board.decide(load_id, { leaving: null, kept }, () =>
        activity.entry(by, 'keep_load', load_id, { load_ref, leaving: leaving?.reason ?? null }),
      );
      return board.get(load_id)?.item ?? before;
    },
  };
}

/** Throws 422 unless the cursor is a `next_page` of an earlier response. */
function parseCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor))
    throw invalidField('query.cursor', cursor, 'must be the next_page of an earlier response');
  return Number(cursor);
}

function filterOf({
  since,
  until,
  ...filter
}: {
  readonly q?: string | undefined;
  readonly reason?: string | undefined;
  readonly fleet_id?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}) {
  const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
  return { ...filter, since: msOf(since), until: msOf(until) };
}

const toArchivedResponse = (row: ListedLoadRow) => ({
  ...withIsoTimes(row),
  since: toIso(row.since),
  fleet_name: row.fleet_name ?? row.fleet_ref,
});
