/** API keys for machines, and the check of who may call. */
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { ApiKeyRow } from '../../platform/http/key-rights.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { WatchListCommands } from '../../tracking/watch-list/commands.ts';
import { ApiKeys } from './api-keys.ts';
import { needsApiKey, recordMisplaced, recordRefusals } from './guard.ts';
import { limitsOf } from './limits.ts';
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
