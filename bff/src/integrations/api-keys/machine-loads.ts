/** Loads as machines see and change them: the same loads and commands as on the board. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MachineLoads, MachineLoadsQuery } from '@waypost/contract/api/machine';
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import type { Router } from 'express';
import { TEAM } from '../../people/views/views.ts';
import type { CurrentMachine } from '../../platform/http/current.ts';
import { maySee } from '../../platform/http/key-limits.ts';
import { pageByLoad } from '../../platform/http/list-pages.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { toIso } from '../../platform/lib/time.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { loadsOfLists } from '../../platform/store/load-lists.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { WatchListCommands } from '../../tracking/watch-list/commands.ts';

interface MachineLoadsOptions {
  readonly db: Database;
  readonly board: Board;
  readonly watchList: WatchListCommands;
}

export function mountMachineLoads(router: Router, options: MachineLoadsOptions): void {
  const { watchList } = options;
  mountRoutes(router, MACHINE_ROUTES, {
    machineListLoads: ({ query, machine }) => listLoads(options, query, machine),
    machineReadLoad: async ({ params }) => (await watchList.find(params.load_id)).item,
    machineWatchLoads: async ({ body, machine }) => {
      const { added, already_watched } = await watchList.watch(body.load_ids, machine);
      const fresh = new Set(added);
      return {
        status: added.length > 0 ? 201 : 200,
        body: {
          items: [...new Set(body.load_ids)].map((load_id) => ({
            load_id,
            outcome: fresh.has(load_id) ? 'added' : 'already_watched',
          })),
          added: added.length,
          already_watched,
        },
      };
    },
    machineUpdateLoad: ({ params, body, machine }) =>
      watchList.sayIdentifiers(params.load_id, body.identifiers_sent, machine),
    machineUnwatchLoad: ({ params, machine }) => watchList.unwatch(params.load_id, machine),
  });
}

/**
 * A cursor holds the change number of the first page: what changes while the others are read has a greater one, and is not missed by the
 * next question for changes. Throws 410 if removed loads are no longer known since then.
 */
async function listLoads(
  { db, board }: MachineLoadsOptions,
  query: MachineLoadsQuery,
  machine: CurrentMachine,
): Promise<MachineLoads> {
  const [cursor, began] = query.cursor?.split('.') ?? [];
  const { changed_after } = query;
  // The number may come from another server that is slightly ahead.
  if (Math.max(changed_after ?? 0, Number(began ?? 0)) > board.version) await board.catchUp();
  const version = began === undefined ? board.version : Number(began);
  const removed =
    changed_after === undefined || cursor !== undefined ? null : removedAfter(board, changed_after);
  const listed = query.list_id && (await loadsOfLists(db, query.list_id, TEAM));
  const matches = matcherOf(query, listed);
  const loads = board
    .ids()
    .flatMap((id) => board.get(id)?.item ?? [])
    .filter(({ load_id, fleet }) => maySee(machine, load_id, fleet?.fleet_id));
  const { items, next_page } = pageByLoad(loads.filter(matches), { cursor, size: query.size });
  return {
    items: [...items],
    next_page: next_page && `${next_page}.${version}`,
    version,
    removed: removed ? await toRemovedResponse(db, removed, machine) : [],
    visible: machine.limits && removed ? loads.map(({ load_id }) => load_id) : null,
  };
}

function removedAfter(board: Board, changed_after: number): readonly string[] {
  const removed = board.removedAfter(changed_after);
  if (removed === null)
    throw new Problem(410, 'too_old', 'Loads that left the board since then are no longer known', {
      detail: 'Read the whole list again, without changed_after',
    });
  return [...removed.keys()];
}

/** Their archive entries; a load of the sandbox leaves without one. */
async function toRemovedResponse(
  db: Database,
  load_ids: readonly string[],
  machine: CurrentMachine,
): Promise<MachineLoads['removed']> {
  const archived = new Map((await archivedLoadsOf(db, load_ids)).map((row) => [row.load_id, row]));
  const visible = load_ids.filter((load_id) => maySee(machine, load_id, archived.get(load_id)?.fleet_id));
  return visible.map((load_id) => {
    const row = archived.get(load_id);
    return {
      load_id,
      load_ref: row?.load_ref ?? null,
      reason: (row?.reason ?? 'removed') as ArchiveReason,
      archived_at: toIso(row?.archived_at ?? null),
    };
  });
}

function matcherOf(
  { health, fleet_id, load_ref, q, changed_after }: MachineLoadsQuery,
  listed: ReadonlySet<string> | undefined,
) {
  const healths = health && new Set<string | null>(health);
  const fleets = fleet_id && new Set<string | undefined>(fleet_id);
  const part = q?.toLowerCase();
  return (load: BoardLoad): boolean =>
    (healths === undefined || healths.has(load.tracking_health)) &&
    (fleets === undefined || fleets.has(load.fleet?.fleet_id)) &&
    (listed === undefined || listed.has(load.load_id)) &&
    (load_ref === undefined || load.load_ref === load_ref) &&
    (changed_after === undefined || load.version > changed_after) &&
    (part === undefined || textOf(load).includes(part));
}

function textOf({ load_id, load_ref, vehicle_assignment }: BoardLoad): string {
  const vehicle = vehicle_assignment?.vehicle;
  const parts = [load_id, load_ref, vehicle?.vehicle_name, vehicle?.vin, vehicle?.license_plate_number];
  return parts.join('\n').toLowerCase();
}
