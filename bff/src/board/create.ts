/** The board of watched loads: in memory over the store, its routes, and the loads of a sandbox. */

import type { Cluster } from '../cluster/create.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Board, type BoardOptions } from './board.ts';
import { WatchListCommands } from './commands.ts';
import { mountBoard } from './routes.ts';
import { takeOverSandboxLoads } from './sandbox-loads.ts';

export interface OpenBoardOptions
  extends Pick<BoardOptions, 'db' | 'placeOf' | 'arrivalsOf' | 'fleetOf' | 'log'> {
  readonly cluster: Cluster;
}

/** The board, which shows what any server of the cluster commits. */
export async function openBoard({ cluster, ...options }: OpenBoardOptions): Promise<Board> {
  const { bus } = cluster;
  const board = await Board.open({
    ...options,
    onCommit: (version) => bus.publish('board', String(version)),
  });
  bus.subscribe('board', (version) => {
    if (Number(version) <= board.version) return;
    board
      .catchUp()
      .catch((error) => options.log.warn({ err: error }, 'could not read changes from another server'));
  });
  bus.onSync(() => board.catchUp());
  return board;
}

export type WatchListOptions = Pick<
  Wiring,
  'config' | 'log' | 'db' | 'board' | 'activity' | 'auth' | 'events' | 'polling' | 'upstream'
>;

export interface WatchList extends Capability {
  readonly commands: WatchListCommands;
  /** True when the service behind us turned out to be the sandbox: the page says that its data are simulated. */
  readonly simulated: () => boolean;
}

/** What people and the sandbox put on the board, and take off it. */
export function createWatchList(options: WatchListOptions): WatchList {
  const { config, log, db, board, activity, auth, events, polling, upstream } = options;
  const { poller, status } = polling;
  const stopping = new AbortController();
  let simulated = false;
  const commands = new WatchListCommands({ board, poller, activity });
  return {
    commands,
    simulated: () => simulated,
    routes: (router) =>
      mountBoard(router, {
        db,
        board,
        commands,
        activity,
        poller,
        status,
        hub: events.hub,
        endPause: upstream.endPause,
        tokenOf: auth.tokenOf,
      }),
    start: () => {
      takeOverSandboxLoads({
        baseUrl: config.service.baseUrl,
        path: config.assumptions.sandbox_loads_path,
        http: upstream.http,
        board,
        poller,
        log,
        signal: stopping.signal,
      }).then(
        (taken) => {
          simulated = taken;
        },
        (error) => log.warn({ err: error }, 'could not add the sandbox loads'),
      );
    },
    stop: () => stopping.abort(new Error('stopping')),
  };
}
