/**
 * Several servers sharing one PostgreSQL database. What only one of them may do belongs to a named lease. With SQLite there is one
 * server, which holds them all.
 */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ExclusiveWork } from '../lib/exclusive-work.ts';
import type { Storage } from '../store/storage.ts';
import { NamedLease } from './lease.ts';
import { type NotifyBus, PostgresNotifyBus, SINGLE_SERVER } from './notify-bus.ts';

/**
 * `reader`: calls the tracking service in the background, at the rate that this server has learned, and writes what it learns to the
 * board. The others need neither and may be on any server.
 */
export const LEASES = ['reader', 'outgoing_events', 'retention'] as const;
type LeaseName = (typeof LEASES)[number];

export class Cluster {
  readonly bus: NotifyBus;
  readonly isShared: boolean;
  readonly #leases: ReadonlyMap<LeaseName, NamedLease>;

  constructor({ db, dialect }: Pick<Storage, 'db' | 'dialect'>, bus: NotifyBus, log: Logger) {
    this.bus = bus;
    this.isShared = dialect === 'postgres';
    this.#leases = new Map(
      LEASES.map((name) => [name, new NamedLease({ db, dialect, log, name, isShared: this.isShared })]),
    );
    bus.subscribe('lease', (name) => this.#leases.get(name as LeaseName)?.wake());
  }

  /** Starts the work when this server takes the lease, and stops it when it loses the lease. Before `start`. */
  runExclusively(name: LeaseName, work: ExclusiveWork): void {
    this.lease(name).add(work);
  }

  lease(name: LeaseName): NamedLease {
    return this.#leases.get(name) as NamedLease;
  }

  async start(): Promise<void> {
    for (const lease of this.#leases.values()) await lease.start(this.bus.isFirst);
  }

  /** Stops all exclusive work, and keeps the leases until `release`. */
  async stopWork(): Promise<void> {
    await Promise.all([...this.#leases.values()].map((lease) => lease.stopWork()));
  }

  /** After this, other servers take the leases at once, unless some work has not stopped. */
  async release(): Promise<void> {
    for (const [name, lease] of this.#leases) if (await lease.release()) this.bus.publish('lease', name);
  }
}

export async function createCluster(config: Config, storage: Storage, log: Logger): Promise<Cluster> {
  const isShared = storage.dialect === 'postgres';
  const bus = isShared ? await PostgresNotifyBus.open(config.databaseUrl, log) : SINGLE_SERVER;
  return new Cluster(storage, bus, log);
}
