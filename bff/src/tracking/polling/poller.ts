/**
 * Reads each watched load once for all users. A few workers take the load that is due next. The scheduler sets the pace and pauses all
 * of them when the service asks for it; while the service is down only one worker probes it.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import { READ_CLASSES, type ReadClass, type SystemStatus } from '@waypost/contract/api/system-status';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { loadEndpoints } from '@waypost/contract/loads';
import { nextTurn } from '../../platform/lib/async.ts';
import { ALWAYS_HELD, type Lease } from '../../platform/lib/exclusive-work.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { unavailableReason } from '../../platform/store/store-errors.ts';
import type { Uses } from '../../platform/uses.ts';
import { CallBudgetSpent } from '../../service/upstream/call-budget.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { isOutage, ServiceError } from '../../service/upstream/errors.ts';
import type { Priority } from '../../service/upstream/request-scheduler.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import type { Board } from '../board/board.ts';
import { DueQueue } from './due-queue.ts';
import { nearAt, ReadQueue, readClassOf, untilNextPosition } from './read-queue.ts';

type TrackingEndpoint = ReturnType<typeof loadEndpoints>['getLoadTracking'];

interface PollerOptions extends Uses<'log' | 'now' | 'monotonicNow'> {
  readonly board: Board;
  readonly client: ServiceClient;
  readonly endpoint: TrackingEndpoint & Endpoint;
  readonly intervalSeconds: number;
  readonly workers?: number;
  /** Called, at most every few seconds, when somebody has a load open here while another server polls. */
  readonly onOpened?: (load_id: string) => void;
}

/** A load counts as open for this long after a request for it. */
const OPENED_FOR_MS = 60_000;
/** Requests for a load within this time count once. */
const OPENED_AGAIN_MS = 1_000;
/** Failures before an outage or an unreadable response is attributed to one load while others succeed. */
const LOAD_FAILED_AFTER = 3;
/** Wait of the other workers while one probes the service. */
const PROBE_WAIT_MS = 500;
/** Minimum delay before the next attempt. */
const MIN_RETRY_MS = 250;

const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));

export class Poller extends ServerPart<PollerOptions> {
  readonly #due = new ReadQueue(this.options.intervalSeconds * 1000);
  /** When time alone makes a load urgent. */
  readonly #near = new DueQueue();
  readonly #failures = new Map<string, number>();
  readonly #openedAt = new Map<string, number>();
  readonly #sleepers = new Set<() => void>();
  #stop: AbortController | null = null;
  #lease = ALWAYS_HELD;
  #running: Promise<unknown> = Promise.resolve();
  #probing = false;
  /** No load is read before this time because no token is available. */
  #resumeAt = 0;

  constructor(options: PollerOptions) {
    super(options);
    options.board.onChange.subscribe(({ items }) => {
      for (const { load_id } of items) this.#reclassify(load_id);
    });
  }

  /** Starts with the loads that have waited longest. */
  start(lease: Lease = ALWAYS_HELD): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#lease = lease;
    const loads = this.options.board
      .ids()
      .map((id) => ({ id, read_at: Date.parse(this.options.board.get(id)?.item.read_at ?? '') || 0 }))
      .sort((a, b) => a.read_at - b.read_at);
    // Distinct times keep the order, and all are due.
    loads.forEach(({ id }, index) => {
      this.#due.set(id, this.#classOf(id), this.monotonicNow() - 1 + index / loads.length);
    });
    const workers = Array.from({ length: this.options.workers ?? 8 }, () => this.#work(stop.signal));
    this.#running = Promise.all(workers);
  }

  async stop(): Promise<void> {
    this.#stop?.abort(new Error('stopping'));
    this.#wake();
    await this.#running;
  }

  /** Ends a wait for a token, on a person's request. */
  resume(): void {
    this.#resumeAt = 0;
    this.#wake();
  }

  /** Reads newly watched loads immediately. */
  add(load_ids: readonly string[]): void {
    for (const id of load_ids) this.#due.set(id, this.#classOf(id), this.monotonicNow());
    this.#wake();
  }

  remove(load_ids: readonly string[]): void {
    for (const id of load_ids) {
      this.#due.delete(id);
      this.#near.delete(id);
      this.#failures.delete(id);
      this.#openedAt.delete(id);
    }
  }

  /** Somebody has this load open: it is read more often for a while. */
  recordOpened(load_id: string): void {
    const now = this.monotonicNow();
    const before = this.#openedAt.get(load_id) ?? Number.NEGATIVE_INFINITY;
    // Many screens may ask for the same load at once.
    if (now - before < OPENED_AGAIN_MS) return;
    if (now - before > OPENED_FOR_MS / 4 && !this.#isReading) this.options.onOpened?.(load_id);
    this.#openedAt.set(load_id, now);
    this.#reclassify(load_id);
    this.readSoon(load_id);
  }

  /**
   * Reads a load as soon as one that is open, for example because it may have changed. If another server polls, this has no effect
   * there.
   */
  readSoon(load_id: string): void {
    const now = this.monotonicNow();
    const due = this.#due.at(load_id);
    const soon = now + this.#due.intervalOf('open', now);
    if (due !== null && due > soon) {
      // In the class of the open ones, or it would wait for a whole round of its own; the read puts it back.
      this.#due.set(load_id, 'open', soon);
      this.#wake();
    }
  }

  /** When the load will be read next, by the monotonic clock; null while it is being read. */
  nextReadAt(load_id: string): number | null {
    return this.#due.at(load_id);
  }

  get #isReading(): boolean {
    return this.#stop?.signal.aborted === false;
  }

  /** How overdue the load is that has waited longest, in ms; 0 when none is due. */
  overdueMs(): number {
    if (!this.#isReading) return 0;
    return Math.max(0, this.monotonicNow() - (this.#due.nextAt() ?? this.monotonicNow()));
  }

  /** Reads per minute needed to keep all loads up to date, by their current health. */
  readsPerMinute(): number {
    return (this.options.board.size * 60) / this.options.intervalSeconds;
  }

  /** Seconds between two reads of a load at the present pace: of calm ones, and of those that are late, new or near a stop. */
  readEvery(): { readonly calm: number; readonly urgent: number } {
    const every = (of: ReadClass) => Math.round(this.#due.actualIntervalOf(of, this.monotonicNow()) / 1000);
    return { calm: every('calm'), urgent: every('urgent') };
  }

  /** By class: the number of loads, the least recent read and the oldest last position. */
  readAges() {
    const { board } = this.options;
    const loads = board.ids().flatMap((id) => board.get(id)?.item ?? []);
    return readAges(loads, (load_id) => this.#classOf(load_id));
  }

  /** Reads one load now, for a person. Throws ServiceError; the board keeps the last response in any case. */
  async readNow(load_id: string, token: TokenSource | undefined): Promise<void> {
    await this.#read(load_id, 'person', token);
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A turn may end without waiting for the network: yield so that the rest of the server can run.
      await yieldToEventLoop();
      if (this.#resumeAt > this.monotonicNow()) {
        await this.#sleep(this.#resumeAt - this.monotonicNow(), signal);
        continue;
      }
      if (this.options.client.broken) {
        if (this.#probing) {
          await this.#sleep(PROBE_WAIT_MS, signal);
          continue;
        }
        this.#probing = true;
        try {
          await this.#readNext(signal);
        } finally {
          this.#probing = false;
        }
      } else await this.#readNext(signal);
    }
  }

  async #readNext(signal: AbortSignal): Promise<void> {
    if (!this.#lease.isHeld()) return this.#sleep(PROBE_WAIT_MS, signal);
    for (let id = this.#near.takeDue(this.now()); id !== null; id = this.#near.takeDue(this.now()))
      this.#reclassify(id);
    const id = this.#due.takeDue(this.monotonicNow());
    if (id === null) {
      const next = this.#due.nextAt();
      await this.#sleep(next === null ? 60_000 : next - this.monotonicNow(), signal);
      return;
    }
    try {
      await this.#read(id, 'background', undefined, signal);
    } catch (error) {
      if (signal.aborted) return;
      const isStoreAway = unavailableReason(error) !== null;
      if (!(error instanceof ServiceError) && !isStoreAway)
        this.options.log.error({ err: error, load_id: id }, 'a read failed unexpectedly');
      // These may fail before a request is sent (no token, circuit breaker open): avoid a busy loop.
      const about = error instanceof ServiceError ? error.kind : 'unreachable';
      if (about === 'unauthorized' || about === 'rate_limited' || isStoreAway || isOutage(error))
        await this.#sleep(PROBE_WAIT_MS, signal);
    }
  }

  async #read(load_id: string, priority: Priority, token?: TokenSource, signal?: AbortSignal): Promise<void> {
    const { client, endpoint, board, intervalSeconds } = this.options;
    const intervalMs = intervalSeconds * 1000;
    try {
      const answer = await client.call(endpoint, { params: { load_id }, priority, token, signal });
      this.#failures.delete(load_id);
      // Answers arrive in bursts, and what each means for the board takes some milliseconds.
      await nextTurn();
      board.recordAnswer(load_id, answer.data, answer.raw, answer.unread);
      this.#scheduleNext(load_id);
    } catch (error) {
      if (signal?.aborted || error instanceof CallBudgetSpent) throw error;
      if (!(error instanceof ServiceError)) {
        // Without the database it is unknown whether the service has announced a pause, so nothing was sent: the load stays due.
        if (unavailableReason(error) !== null) this.#putBack(load_id);
        else this.#schedule(load_id, intervalMs);
        throw error;
      }
      if (error.atTokenEndpoint) {
        // No request for this load was sent: it stays due, and all loads wait for the next attempt.
        this.#resumeAt = Math.max(this.monotonicNow() + MIN_RETRY_MS, error.retryAt ?? 0);
        this.#putBack(load_id);
        throw error;
      }
      const failures = (this.#failures.get(load_id) ?? 0) + (error.kind === 'rate_limited' ? 0 : 1);
      this.#failures.set(load_id, failures);
      if (this.#isAboutTheLoad(error, failures))
        board.recordFailure(load_id, error.kind, error.status, error.message);
      if (error.kind === 'rate_limited') this.#putBack(load_id);
      else this.#schedule(load_id, delayAfterFailure(error, failures, intervalMs));
      throw error;
    }
  }

  /** Pauses, outages and refused credentials concern the service, and are reported once for all loads. */
  #isAboutTheLoad(error: ServiceError, failures: number): boolean {
    if (error.kind === 'rate_limited' || error.kind === 'unauthorized') return false;
    if (isOutage(error))
      return failures >= LOAD_FAILED_AFTER && this.options.client.health.get().state === 'ok';
    return error.kind !== 'unexpected_answer' || failures >= LOAD_FAILED_AFTER;
  }

  #isOpen(load_id: string): boolean {
    const at = this.#openedAt.get(load_id);
    if (at === undefined) return false;
    if (this.monotonicNow() - at < OPENED_FOR_MS) return true;
    this.#openedAt.delete(load_id);
    return false;
  }

  #classOf(load_id: string): ReadClass {
    const load = this.options.board.get(load_id)?.item;
    return load ? readClassOf(load, this.#isOpen(load_id), this.now()) : 'urgent';
  }

  /** Its exception, its estimate or a person's interest has changed. */
  #reclassify(load_id: string): void {
    this.#due.move(load_id, this.#classOf(load_id), this.monotonicNow());
  }

  /** After a read. */
  #scheduleNext(load_id: string): void {
    const load = this.options.board.get(load_id)?.item;
    if (!load) return;
    const near_at = nearAt(load);
    if (near_at > this.now() && near_at < Number.POSITIVE_INFINITY) this.#near.set(load_id, near_at);
    const until_position = untilNextPosition(load, this.now());
    const delay = this.#due.delayOf(this.#classOf(load_id), until_position, this.monotonicNow());
    this.#schedule(load_id, delay);
  }

  /** The scheduler pauses for as long as the service asked. */
  #putBack(load_id: string): void {
    if (!this.options.board.has(load_id)) return;
    this.#due.putBack(load_id, this.#classOf(load_id), this.monotonicNow());
    this.#wake();
  }

  #schedule(load_id: string, ms: number): void {
    if (!this.options.board.has(load_id)) return;
    const at = this.monotonicNow() + ms;
    this.#due.set(load_id, this.#classOf(load_id), at);
    // Sleeping workers wake up for the earliest load by themselves.
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

/** Retry delay while the service is down, so that the board recovers soon. */
const OUTAGE_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** An unreadable response is retried soon: the next responses show whether only this load is affected. */
const UNREADABLE_TRIES = 3;

/** Milliseconds from a failed read to the next one, never 0. `failures` includes this one. */
function delayAfterFailure(error: ServiceError, failures: number, intervalMs: number): number {
  if (isOutage(error))
    return failures <= 3 ? OUTAGE_MS : Math.min(intervalMs, OUTAGE_MS * 2 ** (failures - 3));
  switch (error.kind) {
    case 'unauthorized':
      return 5_000;
    case 'unexpected_answer':
      if (failures < UNREADABLE_TRIES) return OUTAGE_MS;
  }
  // The service responded about this load, and will give the same response for a while.
  return Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** Math.min(failures, 10));
}

type Age = SystemStatus['loads'][number];

const older = (a: string | null, b: string | null | undefined) => (b && (a === null || b < a) ? b : a);

/** By class: the number of loads, the least recent read and the oldest last position. */
export function readAges(
  loads: Iterable<Pick<BoardLoad, 'load_id' | 'read_at' | 'last_position'>>,
  classOf: (load_id: string) => ReadClass,
): readonly Age[] {
  const none = { loads: 0, oldest_read_at: null, oldest_position_at: null };
  const ages = new Map<ReadClass, Age>(
    READ_CLASSES.map((read_class) => [read_class, { read_class, ...none }]),
  );
  for (const { load_id, read_at, last_position } of loads) {
    const age = ages.get(classOf(load_id)) as Age;
    age.loads += 1;
    age.oldest_read_at = older(age.oldest_read_at, read_at);
    age.oldest_position_at = older(age.oldest_position_at, last_position?.occurred_at);
  }
  return [...ages.values()];
}
