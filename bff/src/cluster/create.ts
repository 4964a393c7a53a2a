/**
 * Several servers over one PostgreSQL as one: one of them reads the board, all show it. Over SQLite there is one server, and all of this
 * does nothing.
 */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Capability } from '../lib/capability.ts';
import type { Storage } from '../store/storage.ts';
import { LeaderElection } from './leader-election.ts';
import { type NotifyBus, PostgresNotifyBus, SINGLE_SERVER } from './notify-bus.ts';

export interface Cluster extends Capability {
  readonly bus: NotifyBus;
  /** Null over SQLite. */
  readonly election: LeaderElection | null;
  /** May this server do now what only one may? */
  readonly isLeader: () => boolean;
}

export async function createCluster(config: Config, storage: Storage, log: Logger): Promise<Cluster> {
  if (storage.dialect === 'sqlite') return { bus: SINGLE_SERVER, election: null, isLeader: () => true };
  const bus = await PostgresNotifyBus.open(config.databaseUrl, log);
  const election = new LeaderElection({ ...storage, log });
  bus.subscribe('reader', () => election.wake());
  return {
    bus,
    election,
    isLeader: () => election.isLeader,
    start: () => election.start(bus.isFirst),
    stop: async () => {
      await election.stop();
      bus.publish('reader', 'free');
    },
    close: () => bus.close(),
  };
}
