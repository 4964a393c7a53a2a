/**
 * Several servers over one PostgreSQL as one: one of them reads the board, all show it; a session that ends at one has ended at
 * all; what one is told to wait, all wait (service/shared-wait.ts). Over SQLite there is one server, and all of this is not there.
 */
import type { Logger } from 'pino';
import type { Board } from './board/board.ts';
import { Leadership } from './polling/leadership.ts';
import type { Poller } from './polling/poller.ts';
import type { ReaderStatus } from './polling/reader-status.ts';
import type { Database, Dialect } from './store/database.ts';
import type { Wire } from './store/wire.ts';

export interface ServersOptions {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly wire: Wire;
  readonly log: Logger;
  readonly board: Board;
  readonly poller: Poller;
  readonly ownStatus: () => ReaderStatus;
  /** Told when the status is not what it was. */
  readonly onStatus: () => void;
  /** Another server has ended this session. */
  readonly onSessionEnd: (id_hash: string) => void;
}

const READ_TIMES_EVERY_MS = 5_000;
/** Reads are noted in the store with a delay. */
const READ_TIMES_BACK_MS = 30_000;

export interface Servers {
  readonly leads: () => boolean;
  /** As the one that reads knows it. */
  readonly status: () => ReaderStatus;
  stop(): Promise<void>;
}

/** Over SQLite: this one is all there is. */
export function oneServer(poller: Poller, ownStatus: () => ReaderStatus): Servers {
  poller.start();
  return { leads: () => true, status: ownStatus, stop: () => poller.stop() };
}

export async function joinServers(options: ServersOptions): Promise<Servers> {
  const { db, dialect, wire, log, board, poller, ownStatus, onStatus } = options;
  let leaderStatus: ReaderStatus | null = null;
  let timesAt = 0;

  const leadership = new Leadership({
    db,
    dialect,
    log,
    onGain: () => {
      leaderStatus = null;
      poller.start();
      onStatus();
    },
    onLoss: () => poller.stop(),
  });
  const hear = async () => {
    const before = leaderStatus?.state;
    const note = await leadership.heard();
    leaderStatus = note === null ? null : (JSON.parse(note) as ReaderStatus);
    if (leaderStatus?.state !== before) onStatus();
  };
  const takeReadTimes = async () => {
    if (leadership.leads || Date.now() - timesAt < READ_TIMES_EVERY_MS) return;
    timesAt = Date.now();
    await board.takeReadTimes(timesAt - READ_TIMES_BACK_MS);
  };

  wire.on('board', (version) => {
    if (Number(version) > board.version)
      board
        .catchUp()
        .catch((error) => log.warn({ err: error }, 'the changes of another server could not be read'));
  });
  wire.on('session', options.onSessionEnd);
  wire.on('look', (load_id) => {
    if (leadership.leads) poller.lookAt(load_id);
  });
  wire.on('reader', () => leadership.wake());
  wire.onLook(() => board.catchUp());
  wire.onLook(() => (leadership.leads ? leadership.say(JSON.stringify(ownStatus())) : hear()));
  wire.onLook(takeReadTimes);

  await leadership.start(wire.first);
  if (!leadership.leads) await hear();
  return {
    leads: () => leadership.leads,
    status: () => {
      const own = ownStatus();
      if (leadership.leads || leaderStatus === null) return own;
      return {
        ...leaderStatus,
        // A server of the version before does not say these two.
        retry_at: own.retry_at ?? leaderStatus.retry_at ?? null,
        behind: leaderStatus.behind ?? null,
        calls_last_minute: leaderStatus.calls_last_minute + own.calls_last_minute,
      };
    },
    stop: async () => {
      await leadership.stop();
      wire.tell('reader', 'free');
    },
  };
}
