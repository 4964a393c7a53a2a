/** API keys for machines, the check of who may call, and the loads that machines add and read. */
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MachineLoadsQuery } from '@waypost/contract/api/machine';
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import { pageByLoad } from '../../platform/http/list-pages.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { WatchListCommands } from '../../tracking/watch-list/commands.ts';
import { ApiKeys } from './api-keys.ts';
import { needsApiKey, recordMisplaced, recordRefusals } from './guard.ts';

interface CreateApiKeysOptions extends Uses<'db' | 'activity'> {
  readonly config: Config;
  readonly board: Board;
  readonly watchList: WatchListCommands;
}

interface ApiKeysCapability extends Capability {
  /** Middleware before all machine routes. */
  readonly guard: RequestHandler;
  /** Error middleware after the machine routes. */
  readonly recordRefusals: ErrorRequestHandler;
  /** Error middleware after the browser routes. */
  readonly recordMisplaced: ErrorRequestHandler;
}

export function createApiKeys(options: CreateApiKeysOptions): ApiKeysCapability {
  const { config, db, activity, board, watchList } = options;
  const keys = new ApiKeys({ db, activity });
  const { requestsPerMinute, requestsAtOnce } = config;
  const guarding = { keys, activity, requestsPerMinute, requestsAtOnce };
  return {
    guard: needsApiKey(guarding),
    recordRefusals: recordRefusals(guarding),
    recordMisplaced: recordMisplaced(guarding),
    routes: (router) =>
      mountRoutes(router, API_KEY_ROUTES, {
        listApiKeys: async () => ({ items: await keys.list() }),
        createApiKey: ({ body, session }) => keys.create(body, session),
        revokeApiKey: ({ params, session }) => keys.revoke(params.api_key_id, session),
      }),
    machineRoutes: (router) => mountMachineLoads(router, { board, watchList }),
  };
}

/** Loads as machines see and change them: the same loads and commands as on the board. */
interface MachineLoadsOptions {
  readonly board: Board;
  readonly watchList: WatchListCommands;
}

function mountMachineLoads(router: Router, { board, watchList }: MachineLoadsOptions): void {
  mountRoutes(router, MACHINE_ROUTES, {
    machineListLoads: ({ query }) => {
      const loads = board.ids().flatMap((id) => board.get(id)?.item ?? []);
      return { ...pageByLoad(loads.filter(matcherOf(query)), query), version: board.version };
    },
    machineReadLoad: ({ params }) => watchList.find(params.load_id).item,
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

function matcherOf({ health, fleet_id, load_ref, q, changed_after }: MachineLoadsQuery) {
  const healths = health && new Set<string | null>(health);
  const fleets = fleet_id && new Set<string | undefined>(fleet_id);
  const part = q?.toLowerCase();
  return (load: BoardLoad): boolean =>
    (healths === undefined || healths.has(load.tracking_health)) &&
    (fleets === undefined || fleets.has(load.fleet?.fleet_id)) &&
    (load_ref === undefined || load.load_ref === load_ref) &&
    (changed_after === undefined || load.version > changed_after) &&
    (part === undefined || textOf(load).includes(part));
}

function textOf({ load_id, load_ref, vehicle_assignment }: BoardLoad): string {
  const vehicle = vehicle_assignment?.vehicle;
  const parts = [load_id, load_ref, vehicle?.vehicle_name, vehicle?.vin, vehicle?.license_plate_number];
  return parts.join('\n').toLowerCase();
}
