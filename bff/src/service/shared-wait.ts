/**
 * One wait for all servers (rule 21). Who is told to wait by the service notes it in the store and tells the others, who hold at once.
 * While they may not hear of it they look into the store before every single call.
 */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { announceWait, endAnnouncedWait, waitEndedAt, waitLeft } from '../store/announced-wait.ts';
import type { Database, Dialect } from '../store/database.ts';
import type { Wire } from '../store/wire.ts';
import { ServiceGate } from './gate.ts';

export interface SharedWaitOptions {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly wire: Wire;
  readonly log: Logger;
  readonly config: Pick<Config, 'serviceMaxRps' | 'serviceMaxWaitSeconds'>;
  /** A wait has begun or was ended, here or elsewhere. */
  readonly onPause: () => void;
  /** A person has ended all waits, here or elsewhere. */
  readonly onEnd: () => void;
}

export interface SharedWait {
  readonly gate: ServiceGate;
  /** Ends a wait before its time, on all servers. */
  endPause(): Promise<void>;
}

/** A gate that keeps what any server was told, also before a restart. */
export async function sharedGate(options: SharedWaitOptions): Promise<SharedWait> {
  const { db, dialect, wire, log, config, onPause, onEnd } = options;
  const hold = (ms: number) => {
    if (!(ms > 0)) return;
    const news = gate.pausedUntil === null;
    gate.hold(Date.now() + ms);
    if (news) onPause();
  };
  let endedAt = await waitEndedAt(db);
  const end = (at: number) => {
    // Each end counts once: a wait that was announced after it goes on.
    if (!(at > endedAt)) return;
    endedAt = at;
    gate.endPause();
    onEnd();
    onPause();
  };
  const left = () => waitLeft(db, dialect, config.serviceMaxWaitSeconds * 1000);
  const look = async () => {
    end(await waitEndedAt(db));
    hold(await left());
  };
  const gate = new ServiceGate({
    maxRps: config.serviceMaxRps,
    maxWaitSeconds: config.serviceMaxWaitSeconds,
    pausedUntil: Date.now() + Math.max(0, await left()),
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
  wire.on('wait_ended', (at) => end(Number(at)));
  wire.onLook(look);
  return {
    gate,
    endPause: async () => {
      const at = await endAnnouncedWait(db, dialect);
      wire.tell('wait_ended', String(at));
      end(at);
    },
  };
}
