import type { Cluster } from '../../platform/cluster/cluster.ts';
import { Board, type BoardOptions } from './board.ts';

interface OpenBoardOptions
  extends Pick<
    BoardOptions,
    'db' | 'placeOf' | 'stopZonesOf' | 'arrivalsOf' | 'fleetOf' | 'log' | 'onCases'
  > {
  readonly cluster: Cluster;
}

/** Opens the board and keeps it in sync with other servers' commits. */
export async function openBoard({ cluster, ...options }: OpenBoardOptions): Promise<Board> {
  const { bus } = cluster;
  const board = await Board.open({
    ...options,
    onCommit: (version) => bus.publish('board', String(version)),
  });
  bus.follow('board', async (version) => {
    if (version === undefined || Number(version) > board.version) await board.catchUp();
  });
  return board;
}
