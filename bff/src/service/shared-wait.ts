/**
 * One wait for all servers (rule 21). Who is told to wait by the service notes it in the store and tells the others, who hold at once.
 * While they may not hear of it they look into the store before every single call.
 */
import type { Logger } from 'pino';
import { announceWait, waitLeft } from '../store/announced-wait.ts';
import type { Database, Dialect } from '../store/database.ts';
import type { Wire } from '../store/wire.ts';
import { ServiceGate } from './gate.ts';

export interface SharedWaitOptions {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly wire: Wire;
  readonly log: Logger;
  readonly maxRps: number;
  /** A wait has begun, here or elsewhere. */
  readonly onPause: () => void;
}

/** A gate that keeps what any server was told, also before a restart. */
export async function sharedGate(options: SharedWaitOptions): Promise<ServiceGate> {
  const { db, dialect, wire, log, onPause } = options;
  const hold = (ms: number) => {
    if (!(ms > 0)) return;
    const news = gate.pausedUntil === null;
    gate.hold(Date.now() + ms);
    if (news) onPause();
  };
  const look = async () => hold(await waitLeft(db, dialect));
  const left = await waitLeft(db, dialect);
  const gate = new ServiceGate({
    maxRps: options.maxRps,
    pausedUntil: Date.now() + Math.max(0, left),
    onPause: (until) => {
      const ms = until - Date.now();
      // Told first: it is quicker than the store, and every millisecond another call may leave elsewhere.
      wire.tell('wait', String(ms));
      onPause();
      announceWait(db, dialect, ms).catch((error) =>
        log.error({ err: error }, 'the pause could not be stored'),
      );
    },
    ask: () => (wire.whole ? null : look()),
  });
  wire.on('wait', (ms) => hold(Number(ms)));
  wire.onLook(look);
  return gate;
}
