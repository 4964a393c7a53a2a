/**
 * One pause for all servers (rule 21). The server that receives a 429 stores it and notifies the others, which pause at once. While
 * notifications are disconnected, servers check the database before every call.
 */
import type { NotifyBus } from '../../platform/cluster/notify-bus.ts';
import type { Config } from '../../platform/config/config.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Database, Dialect } from '../../platform/store/database.ts';
import { announceWait, endAnnouncedWait, waitEndedAt, waitLeft } from '../../platform/store/shared-clock.ts';
import { afterCommit } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { RequestScheduler } from './request-scheduler.ts';

interface SharedPauseOptions extends Uses<'db' | 'log'> {
  readonly dialect: Dialect;
  readonly bus: NotifyBus;
  readonly config: Pick<Config, 'serviceMaxRps' | 'serviceMaxWaitSeconds'>;
}

export interface SharedPause {
  readonly scheduler: RequestScheduler;
  /** A pause began or was ended, on any server. */
  readonly onChange: Topic;
  /** A person ended all pauses, on any server. */
  readonly onEnd: Topic;
  /** Ends a pause before its time, on all servers. `record` runs in the transaction that ends it. */
  endPause(record?: (trx: Database) => Promise<void>): Promise<void>;
}

/** Creates a scheduler that honors pauses received by any server, also across restarts. */
export async function createSharedScheduler(options: SharedPauseOptions): Promise<SharedPause> {
  const { db, dialect, bus, log, config } = options;
  const onChange = new Topic();
  const onEnd = new Topic();
  const left = () => waitLeft(db, dialect, config.serviceMaxWaitSeconds * 1000);
  let endedAt = await waitEndedAt(db);
  const scheduler = new RequestScheduler({
    maxRps: config.serviceMaxRps,
    maxWaitSeconds: config.serviceMaxWaitSeconds,
    pausedForMs: Math.max(0, await left()),
    onPause: (ms) => {
      // Publish first: it is faster than the database, and other servers keep sending until then.
      bus.publish('wait', String(ms));
      onChange.publish();
      announceWait(db, dialect, ms).catch((error) => log.error({ err: error }, 'could not save the pause'));
    },
    beforeSend: () => (bus.isConnected ? null : sync()),
  });
  const hold = (ms: number) => {
    if (!(ms > 0)) return;
    const isNew = scheduler.pausedUntil === null;
    scheduler.hold(ms);
    if (isNew) onChange.publish();
  };
  const end = (at: number) => {
    // Each end counts once: a pause announced after it continues.
    if (!(at > endedAt)) return;
    endedAt = at;
    scheduler.endPause();
    onEnd.publish();
    onChange.publish();
  };
  const sync = async () => {
    end(await waitEndedAt(db));
    hold(await left());
  };
  bus.subscribe('wait', (ms) => hold(Number(ms)));
  bus.subscribe('wait_ended', (at) => end(Number(at)));
  bus.onSync(sync);
  return {
    scheduler,
    onChange,
    onEnd,
    endPause: async (record) => {
      const at = await endAnnouncedWait(db, dialect, record);
      await afterCommit(log, 'publish the end of a pause', () => {
        bus.publish('wait_ended', String(at));
        end(at);
      });
    },
  };
}
