/**
 * Which of several servers reads the board: the one that has the lease. It prolongs it long before its end, and stops
 * by itself when it could not, by a clock that nobody sets, so that two never read at once; another takes over when it is over.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Dialect } from '../store/database.ts';
import { noteOnLease, releaseLease, runningLease, takeLease } from '../store/lease.ts';

export interface LeadershipOptions {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly log: Logger;
  /** Called in turn, never twice without the other between. */
  readonly onGain: () => void;
  readonly onLoss: () => Promise<void>;
  readonly leaseMs?: number;
  readonly name?: string;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
}

const LEASE_MS = 6_000;
/** Stops so long before the lease ends: a call that has just left is answered or broken off elsewhere. */
const MARGIN = 0.2;

export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #owner = randomUUID();
  readonly #now: () => number;
  readonly #name: string;
  readonly #leaseMs: number;
  #fence = 0;
  #until = 0;
  #leading = false;
  #timer: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #trying: Promise<void> = Promise.resolve();
  #ending: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#name = options.name ?? 'reader';
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
  }

  /** Sure to be the only one at this moment. To be asked right before what only one may do. */
  get leads(): boolean {
    return this.#leading && this.#now() < this.#until;
  }

  /** `alone`: no other server is there, so a lease that still runs is a dead one's. */
  async start(alone: boolean): Promise<void> {
    await this.#try(alone);
    this.#next();
  }

  /** Tries at once: another has let go. */
  wake(): void {
    if (!this.#leading && !this.#stopped) this.#trying = this.#trying.then(() => this.#try(false));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#trying;
    const led = this.#leading;
    await this.#lose();
    if (led)
      await releaseLease(this.#options.db, this.#name, this.#owner).catch((error) =>
        this.#options.log.warn({ err: error }, 'the lease could not be given back; it ends by itself'),
      );
  }

  /** Says something to the servers that do not read. Nothing when this one does not read either. */
  async say(note: string): Promise<void> {
    const { db } = this.#options;
    if (this.leads) await noteOnLease(db, { name: this.#name, owner: this.#owner, fence: this.#fence }, note);
  }

  /** What the one that reads has said last; null when that is this one, or nobody. */
  async heard(): Promise<string | null> {
    const lease = await runningLease(this.#options.db, this.#options.dialect, this.#name);
    return lease && lease.owner !== this.#owner ? lease.note : null;
  }

  #next(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#trying = this.#trying.then(() => this.#try(false));
      void this.#trying.then(() => this.#next());
    }, this.#leaseMs / 3);
  }

  /** Never rejects. */
  async #try(force: boolean): Promise<void> {
    const { db, dialect, log } = this.#options;
    if (this.#stopped) return;
    // From before the question: the lease runs from when the store heard it, which is later.
    const asked = this.#now();
    try {
      const lease = { name: this.#name, owner: this.#owner, ms: this.#leaseMs, force };
      const fence = await takeLease(db, dialect, lease);
      if (this.#stopped) return;
      if (fence === null) return await this.#lose();
      this.#fence = fence;
      this.#until = asked + this.#leaseMs * (1 - MARGIN);
      if (this.#deadline) clearTimeout(this.#deadline);
      this.#deadline = setTimeout(() => void this.#lose(), this.#until - this.#now());
      if (this.#leading) return;
      await this.#ending;
      if (this.#stopped || this.#now() >= this.#until) return;
      this.#leading = true;
      log.info({ fence }, 'this server reads the board');
      this.#options.onGain();
    } catch (error) {
      log.warn({ err: error }, 'the lease on reading the board could not be taken');
    }
  }

  async #lose(): Promise<void> {
    if (this.#deadline) clearTimeout(this.#deadline);
    if (this.#leading) {
      this.#leading = false;
      this.#options.log.info('this server does not read the board any more');
      this.#ending = this.#options.onLoss();
    }
    await this.#ending;
  }
}
