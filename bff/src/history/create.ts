/** The record of a load's truck. */
import { HISTORY_ROUTES } from '@waypost/contract/api/history-routes';
import type { StopPlaceOf } from '../arrival/stop-places.ts';
import type { WatchListCommands } from '../board/commands.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { History } from './history.ts';

export type CreateHistoryOptions = Pick<Wiring, 'db' | 'config' | 'placeOf' | 'vehicleName'> & {
  readonly commands: Pick<WatchListCommands, 'find'>;
  readonly stopPlaceOf: StopPlaceOf;
};

export function createHistory({ db, config, commands, ...places }: CreateHistoryOptions): Capability {
  const history = new History({
    ...places,
    db,
    find: (load_id) => commands.find(load_id).item,
    kept_ms: config.retention.positions,
  });
  return {
    routes: (router) =>
      mountRoutes(router, HISTORY_ROUTES, {
        loadHistory: ({ params, query }) => history.of(params.load_id, query),
        truckEvidence: ({ params }) => history.evidence(params.load_id),
      }),
  };
}
