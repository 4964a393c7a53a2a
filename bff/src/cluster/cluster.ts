/**
 * Several servers over one PostgreSQL as one: one of them reads the board, all show it. Over SQLite there is one server, and all of this
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

// Which of several servers reads the board: the one that has the lease. It renews it long before its end, and stops
// by itself when it could not, by a clock that nobody sets, so that two never read at once; another takes over when it is over.
interface LeaderElectionOptions extends Uses<'db' | 'log'> {
  readonly dialect: Dialect;
  readonly leaseMs?: number;
  readonly name?: string;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
}

/** Called in turn, never twice without the other between. */
interface LeadershipListener {
  readonly onGain: () => void;
  readonly onLoss: () => Promise<void>;
}

const LEASE_MS = 6_000;
/** Stops so long before the lease ends: a call that has just left is answered or broken off elsewhere. */
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

  /** To be called before `start`. */
  subscribe(listener: LeadershipListener): void {
    this.#listeners.push(listener);
  }

  /** Sure to be the only one at this moment. To be asked right before what only one may do. */
  get isLeader(): boolean {
    return this.#leading && this.#now() < this.#until;
  }

  /** `alone`: no other server is there, so a lease that still runs is a dead one's. Ends after the first try. */
  async start(alone: boolean): Promise<void> {
    this.#force = alone;
    await this.#worker.run();
  }

  /** Tries at once: another has released it. */
  wake(): void {
    if (!this.#leading) this.#worker.wake();
  }

  async stop(): Promise<void> {
    const { db, log } = this.#options;
    await this.#worker.stop();
    const led = this.#leading;
    await this.#lose();
    if (led)
      // At once, so that another server need not wait for its end.
      await updateRow(db, 'lease', { name: this.#name, owner: this.#owner }, { until: 0 }).catch((error) =>
        log.warn({ err: error }, 'could not release the lease; it will expire'),
      );
  }

  /** Leaves a note for the servers that do not read. Nothing when this one does not read either. */
  async publishNote(note: string): Promise<void> {
    const { db } = this.#options;
    if (this.isLeader)
      await updateRow(db, 'lease', { name: this.#name, owner: this.#owner, fence: this.#fence }, { note });
  }

  /** Last note of the one that reads; null when that is this one, or nobody. */
  async leaderNote(): Promise<string | null> {
    const lease = await runningLease(this.#options.db, this.#options.dialect, this.#name);
    return lease && lease.owner !== this.#owner ? lease.note : null;
  }

  async #acquire(): Promise<void> {
    const { db, dialect, log } = this.#options;
    // From before the question: the lease runs from when the store received it, which is later.
    const asked = this.#now();
    const lease = { name: this.#name, owner: this.#owner, ms: this.#leaseMs, force: this.#force };
    const fence = await takeLease(db, dialect, lease);
    this.#force = false;
    if (this.#worker.stopped) return;
    if (fence === null) return this.#lose();
    this.#fence = fence;
    this.#until = asked + this.#leaseMs * (1 - MARGIN);
    if (this.#deadline) clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => void this.#lose(), this.#until - this.#now());
    if (this.#leading) return;
    await this.#ending;
    if (this.#worker.stopped || this.#now() >= this.#until) return;
    this.#leading = true;
    log.info({ fence }, 'this server polls the board');
    for (const { onGain } of this.#listeners) onGain();
  }

  async #lose(): Promise<void> {
    if (this.#deadline) clearTimeout(this.#deadline);
    if (this.#leading) {
      this.#leading = false;
      this.#options.log.info('this server no longer polls the board');
      this.#ending = Promise.all(this.#listeners.map(({ onLoss }) => onLoss()));
    }
    await this.#ending;
  }
}
