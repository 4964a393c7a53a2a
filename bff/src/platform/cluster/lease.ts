/**
 * A lease in the database, and the work that this server does while it holds it. The holder renews it long before it expires, and
 * stops by itself, by a monotonic clock, when it could not, so that no two servers hold it at once. Another one takes it after it has
 * expired, or at once when it was released.
 */
import { randomUUID } from 'node:crypto';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { ExclusiveWork, Lease } from '../lib/exclusive-work.ts';
import type { Dialect } from '../store/database.ts';
import { updateRow } from '../store/query.ts';
import { runningLease, takeLease } from '../store/shared-clock.ts';
import type { Uses } from '../uses.ts';

interface NamedLeaseOptions extends Uses<'db' | 'log'> {
  readonly dialect: Dialect;
  readonly name: string;
  /** False: this is the only server, and always holds it. */
  readonly isShared: boolean;
  readonly leaseMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** From taking the lease to losing it. */
interface Term extends Lease {
  readonly fence: number;
  /** Monotonic milliseconds. */
  until: number;
}

interface Piece {
  readonly work: ExclusiveWork;
  isStarted: boolean;
  /** Its start and its stop, one after the other. Never rejects. */
  running: Promise<void>;
}

const LEASE_MS = 6_000;
/** The holder stops this fraction of the lease before its end, so that calls under way can complete. */
const MARGIN = 0.2;
/** Work that takes longer to stop is named in the log. */
const SLOW_STOP_MS = 2_000;

export class NamedLease {
  readonly #options: NamedLeaseOptions;
  readonly #owner = randomUUID();
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #worker: BackgroundWorker;
  readonly #pieces: Piece[] = [];
  #force = false;
  #term: Term | null = null;
  /** Set while work of an earlier term may still run: until then this server does not take the lease again. */
  #ending: Promise<void> | null = null;
  #isStopping = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(options: NamedLeaseOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    const everyMs = this.#leaseMs / 3;
    this.#worker = new BackgroundWorker(options, {
      task: `acquire the lease ${options.name}`,
      retryMs: everyMs,
      run: async () => {
        await this.#acquire();
        return everyMs;
      },
    });
  }

  /** Before `start`. */
  add(work: ExclusiveWork): void {
    this.#pieces.push({ work, isStarted: false, running: Promise.resolve() });
  }

  get isHeld(): boolean {
    return this.#term?.isHeld() ?? false;
  }

  /** `isOnlyServer`: no other server is connected, so a running lease belongs to a dead one. Resolves after the first attempt. */
  async start(isOnlyServer: boolean): Promise<void> {
    this.#force = isOnlyServer;
    await this.#worker.run();
  }

  /** Tries immediately: another server has released the lease. */
  wake(): void {
    if (!this.#term) this.#worker.wake();
  }

  /** Stops the work, and keeps the lease until `release`: what the work has left is still to be stored. */
  async stopWork(): Promise<void> {
    this.#isStopping = true;
    await this.#stopPieces();
  }

  /** Not before its expiry if some work did not stop. True when another server can take it now. */
  async release(): Promise<boolean> {
    const { db, name, isShared } = this.#options;
    await this.#worker.stop();
    const wasHeld = this.#term !== null;
    this.#endTerm();
    if (!wasHeld || !isShared || this.#pieces.some(({ isStarted }) => isStarted)) return false;
    return updateRow(db, 'lease', { name, owner: this.#owner }, { until: 0 });
  }

  /** Publishes the holder's note for the other servers. Does nothing on those. */
  async publishNote(note: string): Promise<void> {
    const { db, name } = this.#options;
    const { fence } = this.#term ?? {};
    if (this.isHeld) await updateRow(db, 'lease', { name, owner: this.#owner, fence }, { note });
  }

  /** Last note of another server that holds the lease; null if there is none. */
  async noteOfHolder(): Promise<string | null> {
    const { db, dialect, name, isShared } = this.#options;
    const lease = isShared ? await runningLease(db, dialect, name) : undefined;
    return lease && lease.owner !== this.#owner ? lease.note : null;
  }

  async #acquire(): Promise<void> {
    const { db, dialect, log, name, isShared } = this.#options;
    if (this.#ending) return;
    // Taken before the query: the lease starts when the store receives it, which is later.
    const requestedAt = this.#now();
    const lease = { name, owner: this.#owner, ms: this.#leaseMs, force: this.#force };
    const fence = isShared ? await takeLease(db, dialect, lease) : 1;
    this.#force = false;
    // Lost while the database did not respond.
    if (this.#worker.stopped || this.#ending) return;
    // Another fence: another server held it while this one was frozen.
    if (fence === null || (this.#term && this.#term.fence !== fence)) return this.#lose();
    const until = isShared ? requestedAt + this.#leaseMs * (1 - MARGIN) : Number.POSITIVE_INFINITY;
    if (this.#term) this.#term.until = until;
    else {
      const term: Term = {
        fence,
        until,
        isHeld: () => this.#term === term && this.#now() < term.until,
      };
      this.#term = term;
      log.info({ lease: name, fence }, 'this server holds the lease');
    }
    if (this.#deadline) clearTimeout(this.#deadline);
    if (isShared) this.#deadline = setTimeout(() => this.#lose(), until - this.#now());
    if (this.#isStopping || !this.#term.isHeld()) return;
    for (const piece of this.#pieces) if (!piece.isStarted) this.#startPiece(piece, this.#term);
  }

  #endTerm(): void {
    if (this.#deadline) clearTimeout(this.#deadline);
    this.#term = null;
  }

  #lose(): void {
    if (!this.#term) return;
    this.#endTerm();
    this.#options.log.info({ lease: this.#options.name }, 'this server no longer holds the lease');
    this.#ending = this.#stopPieces().then(() => {
      this.#ending = null;
    });
  }

  #startPiece(piece: Piece, term: Term): void {
    const { work } = piece;
    piece.isStarted = true;
    const start = async () => {
      await work.start(term);
    };
    piece.running = start().catch(async (error) => {
      this.#options.log.warn({ err: error }, `could not begin to ${work.task}; retrying`);
      await this.#stopPiece(piece);
    });
  }

  /** Resolves when no work of this lease runs any more. */
  async #stopPieces(): Promise<void> {
    await Promise.all(
      this.#pieces.map((piece) => {
        piece.running = piece.running.then(() => this.#stopPiece(piece));
        return piece.running;
      }),
    );
  }

  /** Never rejects. */
  async #stopPiece(piece: Piece): Promise<void> {
    if (!piece.isStarted) return;
    const { log } = this.#options;
    const { task } = piece.work;
    const slow = setTimeout(() => log.warn(`still waiting for the end of: ${task}`), SLOW_STOP_MS);
    try {
      await piece.work.stop();
    } catch (error) {
      log.warn({ err: error }, `an error at the end of: ${task}`);
    }
    clearTimeout(slow);
    piece.isStarted = false;
  }
}
