/** API keys for machines, and the check of who may call. */
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { TEAM } from '../../people/views/views.ts';
import type { Config } from '../../platform/config/config.ts';
import { type KeyLimits, maySee } from '../../platform/http/key-limits.ts';
import type { ApiKeyRow } from '../../platform/http/key-rights.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { loadsOfLists } from '../../platform/store/load-lists.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { WatchListCommands } from '../../tracking/watch-list/commands.ts';
import { ApiKeys, listOrNull } from './api-keys.ts';
import { needsApiKey, recordMisplaced, recordRefusals } from './guard.ts';
import { mountMachineLoads } from './machine-loads.ts';

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
  const guarding = {
    keys,
    limitsOf: (row: ApiKeyRow) => limitsOf(db, board, row),
    activity,
    requestsPerMinute,
    requestsAtOnce,
  };
  return {
    guard: needsApiKey(guarding),
    recordRefusals: recordRefusals(guarding),
    recordMisplaced: recordMisplaced(guarding),
    routes: (router) =>
      mountRoutes(router, API_KEY_ROUTES, {
        listApiKeys: async () => ({ items: await keys.list() }),
        createApiKey: ({ body, session }) => keys.create(body, session),
        rotateApiKey: ({ params, query, session }) =>
          keys.rotate(params.api_key_id, query.overlap_hours, session),
        revokeApiKey: ({ params, session }) => keys.revoke(params.api_key_id, session),
      }),
    machineRoutes: (router) => mountMachineLoads(router, { db, board, watchList }),
  };
}

/** Null: all. */
export async function limitsOf(
  db: Database,
  board: Pick<Board, 'get'>,
  row: Pick<ApiKeyRow, 'list_ids' | 'fleet_ids'>,
): Promise<KeyLimits | null> {
  const list_ids = listOrNull(row.list_ids);
  const fleet_ids = listOrNull(row.fleet_ids);
  if (list_ids === null && fleet_ids === null) return null;
  const limits: KeyLimits = {
    listed: await loadsOfLists(db, list_ids ?? [], TEAM),
    fleets: new Set(fleet_ids),
    sees: async (load_id) => {
      const load = board.get(load_id)?.item;
      const fleet_id = load ? load.fleet?.fleet_id : (await archivedLoadsOf(db, [load_id]))[0]?.fleet_id;
      return maySee({ limits }, load_id, fleet_id);
    },
  };
  return limits;
}
