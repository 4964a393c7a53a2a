/**
 * Reads each watched load once for everybody. A few workers take the load that is due next; the scheduler gives the pace
 * and holds all of them when the service asks for it; while the service is down only one of them probes.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { loadEndpoints, TrackingHealth } from '@waypost/contract/loads';
import { ServerPart } from '../lib/server-part.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { Uses } from '../wiring.ts';
import { DueQueue } from './due-queue.ts';

type TrackingEndpoint = ReturnType<typeof loadEndpoints>['getLoadTracking'];

interface PollerOptions extends Uses<'log' | 'board' | 'now'> {
  readonly client: ServiceClient;
  readonly endpoint: TrackingEndpoint & Endpoint;
  readonly intervalSeconds: number;
  readonly workers?: number;
  /** Asked right before each read: another server may have taken over. */
  readonly mayRead?: () => boolean;
  /** Somebody has a load open here; called now and then while another server reads. */
  readonly onOpened?: (load_id: string) => void;
}

/** A load counts as open for this long after somebody asked for it. */
const OPENED_FOR_MS = 60_000;
/** Before an outage, or an answer that cannot be read, becomes a fact about one load: it failed so often while others were answered. */
const LOAD_FAILED_AFTER = 3;
/** The service is down and another worker probes: look again after this long. */
const PROBE_WATCH_MS = 500;
/** The next try never follows sooner. */
const RETRY_LEAST_MS = 250;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

export class Poller extends ServerPart<PollerOptions> {
  readonly #due = new DueQueue();
  readonly #failures = new Map<string, number>();
  readonly #openedAt = new Map<string, number>();
  readonly #sleepers = new Set<() => void>();
  #stop: AbortController | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #probing = false;
  /** There is no token to be had before this: no load is taken up, whoever wakes us. */
  #resumeAt = 0;

  /** Starts with the loads that have waited longest. */
  start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    const loads = this.options.board
      .ids()
      .map((id) => ({ id, read_at: Date.parse(this.options.board.get(id)?.item.read_at ?? '') || 0 }))
      .sort((a, b) => a.read_at - b.read_at);
    // A microsecond apart: the order is kept, and all are due.
    loads.forEach(({ id }, index) => {
      this.#due.set(id, this.now() - 1 + index / loads.length);
    });
    const workers = Array.from({ length: this.options.workers ?? 8 }, () => this.#work(stop.signal));
    this.#running = Promise.all(workers);
  }

  async stop(): Promise<void> {
    this.#stop?.abort(new Error('stopping'));
    this.#wake();
    await this.#running;
  }

  /** A wait for a token has been ended by a person: loads are read again now. */
  resume(): void {
    this.#resumeAt = 0;
    this.#wake();
  }

  /** Newly watched loads are read at once. */
  add(load_ids: readonly string[]): void {
    for (const id of load_ids) this.#due.set(id, this.now());
    this.#wake();
  }

  remove(load_ids: readonly string[]): void {
    for (const id of load_ids) {
      this.#due.delete(id);
      this.#failures.delete(id);
      this.#openedAt.delete(id);
    }
  }

  /** Someone has this load open: it is read sooner for a while. */
  noteOpened(load_id: string): void {
    const now = this.now();
    const before = this.#openedAt.get(load_id) ?? 0;
    if (now - before > OPENED_FOR_MS / 4 && this.options.mayRead?.() === false)
      this.options.onOpened?.(load_id);
    this.#openedAt.set(load_id, now);
    this.readSoon(load_id);
  }

  /** It may be another one by now: it is read once, as soon as one that somebody has open. Another server's turn comes with its interval. */
  readSoon(load_id: string): void {
    const due = this.#due.at(load_id);
    const soon = this.now() + afterAnswer('live', true, this.options.intervalSeconds * 1000);
    if (due !== null && due > soon) {
      this.#due.set(load_id, soon);
      this.#wake();
    }
  }

  /** When the load will be read next, null while it is being read. */
  nextReadAt(load_id: string): number | null {
    return this.#due.at(load_id);
  }

  /** How long the load that has waited longest is past its time, in ms; 0 when none waits. */
  overdueMs(): number {
    if (this.#stop?.signal.aborted !== false) return 0;
    return Math.max(0, this.now() - (this.#due.nextAt() ?? this.now()));
  }

  /** Reads a minute that keep every load up to date, as it was answered last. */
  readsPerMinute(): number {
    const { board, intervalSeconds } = this.options;
    return board
      .ids()
      .map((id) => board.get(id)?.item.tracking_health ?? 'live')
      .reduce((sum, health) => sum + 60_000 / afterAnswer(health, false, intervalSeconds * 1000), 0);
  }

  /** Reads one load now, for a person. Throws ServiceError; what was known stays on the board either way. */
  async readNow(load_id: string, token: TokenSource | undefined): Promise<void> {
    await this.#read(load_id, 'person', token);
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A turn may end without any wait for the network: the rest of the server has its turn all the same.
      await nextTurn();
      if (this.#resumeAt > this.now()) {
        await this.#sleep(this.#resumeAt - this.now(), signal);
        continue;
      }
      if (this.options.client.broken) {
        if (this.#probing) {
          await this.#sleep(PROBE_WATCH_MS, signal);
          continue;
        }
        this.#probing = true;
        try {
          await this.#turn(signal);
        } finally {
          this.#probing = false;
        }
      } else await this.#turn(signal);
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const mayRead = this.options.mayRead?.() ?? true;
    const id = mayRead ? this.#due.take(this.now()) : null;
    if (!mayRead) {
      await this.#sleep(PROBE_WATCH_MS, signal);
      return;
    }
    if (id === null) {
      const next = this.#due.nextAt();
      await this.#sleep(next === null ? 60_000 : next - this.now(), signal);
      return;
    }
    try {
      await this.#read(id, 'background', undefined, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServiceError))
        this.options.log.error({ err: error, load_id: id }, 'a read failed unexpectedly');
      // These may fail before anything has gone out (no token, breaker open): do not spin.
      const about = error instanceof ServiceError ? error.kind : 'unreachable';
      if (about === 'unauthorized' || about === 'rate_limited' || isOutage(error))
        await this.#sleep(PROBE_WATCH_MS, signal);
    }
  }

  async #read(load_id: string, priority: Priority, token?: TokenSource, signal?: AbortSignal): Promise<void> {
    const { client, endpoint, board, intervalSeconds } = this.options;
    const intervalMs = intervalSeconds * 1000;
    try {
      const answer = await client.call(endpoint, { params: { load_id }, priority, token, signal });
      this.#failures.delete(load_id);
      board.recordAnswer(load_id, answer.data, answer.raw, answer.unread);
      this.#schedule(load_id, afterAnswer(answer.data.tracking_health, this.#isOpen(load_id), intervalMs));
    } catch (error) {
      if (signal?.aborted) throw error;
      if (!(error instanceof ServiceError)) {
        this.#schedule(load_id, intervalMs);
        throw error;
      }
      if (error.atTokenEndpoint) {
        // Nothing was asked about this load: it stays due, and all wait for the next try.
        this.#resumeAt = Math.max(this.now() + RETRY_LEAST_MS, error.retryAt ?? 0);
        this.#schedule(load_id, 0);
        throw error;
      }
      const failures = (this.#failures.get(load_id) ?? 0) + (error.kind === 'rate_limited' ? 0 : 1);
      this.#failures.set(load_id, failures);
      if (this.#isAboutTheLoad(error, failures))
        board.recordFailure(load_id, error.kind, error.status, error.message);
      this.#schedule(load_id, afterFailure(error, failures, intervalMs));
      throw error;
    }
  }

  /** A pause, an outage and refused credentials are facts about the service, reported once for all loads. */
  #isAboutTheLoad(error: ServiceError, failures: number): boolean {
    if (error.kind === 'rate_limited' || error.kind === 'unauthorized') return false;
    if (isOutage(error))
      return failures >= LOAD_FAILED_AFTER && this.options.client.health.get().state === 'ok';
    return error.kind !== 'unexpected_answer' || failures >= LOAD_FAILED_AFTER;
  }

  #isOpen(load_id: string): boolean {
    const at = this.#openedAt.get(load_id);
    if (at === undefined) return false;
    if (this.now() - at < OPENED_FOR_MS) return true;
    this.#openedAt.delete(load_id);
    return false;
  }

  #schedule(load_id: string, ms: number): void {
    if (!this.options.board.has(load_id)) return;
    const at = this.now() + ms;
    this.#due.set(load_id, at);
    // Sleepers wake up for the earliest by themselves.
    if ((this.#due.nextAt() ?? 0) >= at) this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(Math.max(ms, 1), 60_000));
      this.#sleepers.add(wake);
    });
  }
}

/** Somebody has the load open: read at least this often. */
const OPENED_MS = 5_000;
/** The service is in trouble: tried again soon, so that the board heals soon. */
const OUTAGE_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Milliseconds from a good read to the next one. */
function afterAnswer(health: TrackingHealth, opened: boolean, intervalMs: number): number {
  const usual = health === 'live' ? intervalMs : 2 * intervalMs;
  return opened ? Math.min(OPENED_MS, usual) : usual;
}

/** The scheduler holds everything for as long as the service said; this only keeps a retry from following at once. */
const REFUSED_MS = 250;
/** An answer that cannot be read is checked again soon: the next answers show whether it is this load or all of them. */
const UNREADABLE_TRIES = 3;

/** Milliseconds from a failed read to the next one. `failures` counts this one. Never 0: what failed without a call would spin. */
function afterFailure(error: ServiceError, failures: number, intervalMs: number): number {
  if (isOutage(error))
    return failures <= 3 ? OUTAGE_MS : Math.min(intervalMs, OUTAGE_MS * 2 ** (failures - 3));
  switch (error.kind) {
    case 'rate_limited':
      return REFUSED_MS;
    case 'unauthorized':
      return 5_000;
    case 'unexpected_answer':
      if (failures < UNREADABLE_TRIES) return OUTAGE_MS;
  }
  // It answered, about this load, and will say the same for a while.
  return Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** Math.min(failures, 10));
}
