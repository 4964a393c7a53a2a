/** A way in for machines: their keys, who may call, and the loads that they bring and read. */

import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { WatchListCommands } from '../board/commands.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { ApiKeys } from './api-keys.ts';
import { needsApiKey, recordMisplaced, recordRefusals } from './guard.ts';
import { mountMachineLoads } from './machine-loads.ts';

export interface CreateApiKeysOptions extends Pick<Wiring, 'config' | 'db' | 'activity' | 'board'> {
  readonly watchList: WatchListCommands;
}

export interface ApiKeysCapability extends Capability {
  /** Before every route of machines. */
  readonly guard: RequestHandler;
  /** After them. */
  readonly recordRefusals: ErrorRequestHandler;
  /** After the routes of people. */
  readonly recordMisplaced: ErrorRequestHandler;
}

export function createApiKeys(options: CreateApiKeysOptions): ApiKeysCapability {
  const { config, db, activity, board, watchList } = options;
  const keys = new ApiKeys({ db, activity });
  const guarding = { keys, activity, requestsPerMinute: config.requestsPerMinute };
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
