/** Updates exceptions, on one server: after changes of loads, when time alone changes a load's state, and when snoozes expire. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { isServiceUnavailable } from '@waypost/triage/cause';
import { factsOf } from '@waypost/triage/facts';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { ALWAYS_HELD, type ExclusiveWork, type Lease } from '../../platform/lib/exclusive-work.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Board } from '../board/board.ts';
import type { Observation } from './reducer.ts';
import { basisOf, LATENESS_WAKE_MS } from './reducer.ts';
import { removedObservation, type Triage } from './triage.ts';

interface ExceptionObserverOptions {
  readonly board: Pick<Board, 'get' | 'ids' | 'onChange'>;
  readonly triage: Pick<Triage, 'observe' | 'expiredSnoozes' | 'follow' | 'publishCalls'>;
  readonly serviceState: () => ServiceStatus['state'];
  readonly log: Logger;
  readonly now?: () => number;
}

/** Changes are batched, and processed in limited batches to yield to requests. */
const BATCH_DELAY_MS = 200;
const INTERVAL_MS = 2_000;
const BATCH_SIZE = 100;

interface ObservedState {
  /** Equal marks: nothing relevant has changed. */
  readonly mark: string;
  /** Time when the state changes by itself, milliseconds since 1970. */
  readonly valid_until: number;
}

export class ExceptionObserver extends ServerPart<ExceptionObserverOptions> implements ExclusiveWork {
  readonly task = 'check for exceptions';
  readonly #worker = new BackgroundWorker(this.options, {
    task: this.task,
    isExclusive: true,
    retryMs: INTERVAL_MS,
    run: () => this.runOnce(),
  });
  readonly #pending = new Set<string>();
  readonly #lastObserved = new Map<string, ObservedState>();
  #isObserving = false;
  #outage = false;

  constructor(options: ExceptionObserverOptions) {
    super(options);
    options.board.onChange.subscribe(({ items, removed }) => {
      if (!this.#isObserving) return;
      for (const { load_id } of items) this.#pending.add(load_id);
      for (const load_id of removed) this.#pending.add(load_id);
      this.#worker.wake(BATCH_DELAY_MS);
    });
  }

  async start(lease: Lease): Promise<void> {
    await this.takeOver(lease);
    this.#worker.start(lease);
  }

  async stop(): Promise<void> {
    await this.#worker.stop();
    this.#isObserving = false;
    this.#pending.clear();
  }

  async runOnce(): Promise<number> {
    const { board, triage, serviceState } = this.options;
    const now = this.now();
    const outage = isServiceUnavailable(serviceState());
    if (outage !== this.#outage) {
      this.#outage = outage;
      for (const load_id of board.ids()) if (board.get(load_id)?.item.read_error) this.#pending.add(load_id);
    }
    for (const [load_id, { valid_until }] of this.#lastObserved)
      if (valid_until <= now) this.#pending.add(load_id);
    const woken = new Set(await triage.expiredSnoozes());
    for (const load_id of woken) this.#pending.add(load_id);
    const batch = [...this.#pending].slice(0, BATCH_SIZE);
    await triage.publishCalls(
      batch.filter((load_id) => board.get(load_id) && !this.#lastObserved.has(load_id)),
    );
    const marks = new Map<string, ObservedState | null>();
    const observations: Observation[] = [];
    for (const load_id of batch) {
      const { observation, seen } = this.#observe(load_id, now);
      marks.set(load_id, seen);
      if (woken.has(load_id) || seen === null || seen.mark !== this.#lastObserved.get(load_id)?.mark)
        observations.push(observation);
    }
    for (const load_id of batch) this.#pending.delete(load_id);
    try {
      await triage.observe(observations);
    } catch (error) {
      for (const load_id of batch) this.#pending.add(load_id);
      throw error;
    }
    for (const [load_id, seen] of marks)
      if (seen) this.#lastObserved.set(load_id, seen);
      else this.#lastObserved.delete(load_id);
    return this.#pending.size > 0 ? 0 : INTERVAL_MS;
  }

  /** Observes everything again, including loads that left the board: another server may have done it in the meantime, or none. */
  async takeOver(lease: Lease = ALWAYS_HELD): Promise<void> {
    const { board, triage } = this.options;
    const missing = await triage.follow(lease);
    this.#lastObserved.clear();
    for (const load_id of [...board.ids(), ...missing]) this.#pending.add(load_id);
    this.#isObserving = true;
  }

  #observe(load_id: string, now: number): { observation: Observation; seen: ObservedState | null } {
    const load = this.options.board.get(load_id)?.item;
    if (!load) return { observation: removedObservation(load_id), seen: null };
    const facts = factsOf(load, { now, outage: this.#outage });
    const cause = facts.triage === null ? null : facts.cause;
    const basis = basisOf(load, now);
    const { position, truck, appointment, passed, late_ms } = basis;
    // While snoozed, observe again with every tenth of the delay that ends the snooze.
    const late = load.triage?.snooze && late_ms != null ? Math.floor((10 * late_ms) / LATENESS_WAKE_MS) : '';
    return {
      // An exception that a load has before its first read is of its earlier time on the board.
      observation: {
        load_id,
        load_ref: load.load_ref,
        cause,
        basis: facts.cause === 'not_read' ? null : basis,
      },
      seen: {
        mark: [cause, position, truck, appointment, passed, late].join('\n\n'),
        valid_until: facts.valid_until,
      },
    };
  }
}
