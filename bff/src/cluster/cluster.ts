/**
 * Several servers sharing one PostgreSQL database: one of them polls the board, all show it. With SQLite there is one server, and this
 * does nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Dialect } from '../store/database.ts';
import { updateRow } from '../store/query.ts';
import { runningLease, takeLease } from '../store/shared-clock.ts';
import type { Storage } from '../store/storage.ts';
import type { Capability, Uses } from '../wiring.ts';
import { type NotifyBus, PostgresNotifyBus, SINGLE_SERVER } from './notify-bus.ts';

export interface Cluster extends Capability {
  readonly bus: NotifyBus;
  /** Null over SQLite. */
  readonly election: LeaderElection | null;
  /** Whether this server may now do what only one server may do. */
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

// Leader election by a lease in the database. The leader renews it long before it expires, and stops by itself, by a monotonic clock,
// when it could not, so that two servers never lead at once. Another server takes over after the lease has expired.
interface LeaderElectionOptions extends Uses<'db' | 'log'> {
  readonly dialect: Dialect;
  readonly leaseMs?: number;
  readonly name?: string;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** Called alternately. */
interface LeadershipListener {
  readonly onGain: () => void;
  readonly onLoss: () => Promise<void>;
}

const LEASE_MS = 6_000;
/** The leader stops this fraction of the lease before its end, so that calls under way can complete. */
const MARGIN = 0.2;

export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #owner = randomUUID();
  readonly #now: () => number;
  readonly #name: string;
  readonly #leaseMs: number;
  readonly #worker: BackgroundWorker;
  readonly #listeners: LeadershipListener[] = [];
  #force = false;
  #fence = 0;
  #until = 0;
  #leading = false;
  #deadline: NodeJS.Timeout | null = null;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#name = options.name ?? 'reader';
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    const everyMs = this.#leaseMs / 3;
    this.#worker = new BackgroundWorker(options, {
      task: 'acquire the board polling lease',
      retryMs: everyMs,
      run: async () => {
        await this.#acquire();
        return everyMs;
      },
    });
  }

  subscribe(listener: LeadershipListener): void {
    this.#listeners.push(listener);
  }

  /** Whether this server is certainly the only leader now. To be checked right before each action that only the leader may do. */
  get isLeader(): boolean {
    return this.#leading && this.#now() < this.#until;
  }

  /** `isOnlyServer`: no other server is connected, so a running lease belongs to a dead one. Resolves after the first attempt. */
  async start(isOnlyServer: boolean): Promise<void> {
    this.#force = isOnlyServer;
    await this.#worker.run();
  }

  /** Tries immediately: another server has released the lease. */
  wake(): void {
    if (!this.#leading) this.#worker.wake();
  }

  async stop(): Promise<void> {
    const { db, log } = this.#options;
    await this.#worker.stop();
    const led = this.#leading;
    await this.#resign();
    if (led)
      // Released so that another server need not wait for its expiry.
      await updateRow(db, 'lease', { name: this.#name, owner: this.#owner }, { until: 0 }).catch((error) =>
        log.warn({ err: error }, 'could not release the lease; it will expire'),
      );
  }

  /** Publishes the leader's note for the other servers. Does nothing on those. */
  async publishNote(note: string): Promise<void> {
    const { db } = this.#options;
    if (this.isLeader)
      await updateRow(db, 'lease', { name: this.#name, owner: this.#owner, fence: this.#fence }, { note });
  }

  /** Last note of another server that is the leader; null if there is none. */
  async leaderNote(): Promise<string | null> {
    const lease = await runningLease(this.#options.db, this.#options.dialect, this.#name);
    return lease && lease.owner !== this.#owner ? lease.note : null;
  }

  async #acquire(): Promise<void> {
    const { db, dialect, log } = this.#options;
    // Taken before the query: the lease starts when the store receives it, which is later.
    const requestedAt = this.#now();
    const lease = { name: this.#name, owner: this.#owner, ms: this.#leaseMs, force: this.#force };
    const fence = await takeLease(db, dialect, lease);
    this.#force = false;
    if (this.#worker.stopped) return;
    if (fence === null) return this.#resign();
    this.#fence = fence;
    this.#until = requestedAt + this.#leaseMs * (1 - MARGIN);
    if (this.#deadline) clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => void this.#resign(), this.#until - this.#now());
    if (this.#leading) return;
    await this.#ending;
    if (this.#worker.stopped || this.#now() >= this.#until) return;
    this.#leading = true;
    log.info({ fence }, 'this server polls the board');
    for (const { onGain } of this.#listeners) onGain();
  }

  async #resign(): Promise<void> {
    if (this.#deadline) clearTimeout(this.#deadline);
    if (this.#leading) {
      this.#leading = false;
      this.#options.log.info('this server no longer polls the board');
      this.#ending = Promise.all(this.#listeners.map(({ onLoss }) => onLoss()));
    }
    await this.#ending;
  }
}
