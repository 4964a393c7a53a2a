/**
 * Keeps the exceptions right, on the leading server: looks at loads that changed, at those that time alone has changed, and at
 * snoozes that are over.
 */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { isServiceUnavailable } from '@waypost/triage/cause';
import { factsOf } from '@waypost/triage/facts';
import type { Logger } from 'pino';
import type { Board } from '../board/board.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { Observation } from './reducer.ts';
import { basisOf, LATER_MS } from './reducer.ts';
import { hasLeft, type Triage } from './triage.ts';

interface ExceptionObserverOptions {
  readonly board: Pick<Board, 'get' | 'ids' | 'onChange'>;
  readonly triage: Pick<Triage, 'observe' | 'snoozesOver' | 'takeLead'>;
  readonly isLeader: () => boolean;
  readonly serviceState: () => ServiceStatus['state'];
  readonly log: Logger;
  readonly now?: () => number;
}

/** Changes of the board are examined together, some at a time so that requests get their turn. */
const SOON_MS = 200;
const EVERY_MS = 2_000;
const LOADS_AT_ONCE = 500;

interface Seen {
  /** Same text = nothing that matters has changed. */
  readonly mark: string;
  /** Time alone changes it then, milliseconds since 1970. */
  readonly valid_until: number;
}

export class ExceptionObserver extends ServerPart<ExceptionObserverOptions> {
  readonly #worker = new BackgroundWorker(this.options, {
    task: 'check for exceptions',
    retryMs: EVERY_MS,
    run: () => this.look(),
  });
  readonly #waiting = new Set<string>();
  readonly #seen = new Map<string, Seen>();
  /** Without `start` only who calls `look` makes it look: two turns at once would each leave the other's loads out. */
  #started = false;
  #leads = false;
  #outage = false;

  constructor(options: ExceptionObserverOptions) {
    super(options);
    options.board.onChange.subscribe(({ items, removed }) => {
      for (const { load_id } of items) this.#waiting.add(load_id);
      for (const load_id of removed) this.#waiting.add(load_id);
      if (this.#started && this.#leads) this.#worker.wake(SOON_MS);
    });
  }

  start(): void {
    this.#started = true;
    this.#worker.wake();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** One turn. Milliseconds until the next. */
  async look(): Promise<number> {
    const { board, triage, isLeader, serviceState } = this.options;
    if (!isLeader()) {
      this.#leads = false;
      this.#waiting.clear();
      return EVERY_MS;
    }
    if (!this.#leads) await this.#takeLead();
    const now = this.now();
    const outage = isServiceUnavailable(serviceState());
    if (outage !== this.#outage) {
      this.#outage = outage;
      for (const load_id of board.ids()) if (board.get(load_id)?.item.read_error) this.#waiting.add(load_id);
    }
    for (const [load_id, { valid_until }] of this.#seen) if (valid_until <= now) this.#waiting.add(load_id);
    const woken = new Set(await triage.snoozesOver());
    for (const load_id of woken) this.#waiting.add(load_id);
    const some = [...this.#waiting].slice(0, LOADS_AT_ONCE);
    const marks = new Map<string, Seen | null>();
    const observations: Observation[] = [];
    for (const load_id of some) {
      const { observation, seen } = this.#observe(load_id, now);
      marks.set(load_id, seen);
      if (woken.has(load_id) || seen === null || seen.mark !== this.#seen.get(load_id)?.mark)
        observations.push(observation);
    }
    for (const load_id of some) this.#waiting.delete(load_id);
    try {
      await triage.observe(observations);
    } catch (error) {
      for (const load_id of some) this.#waiting.add(load_id);
      throw error;
    }
    for (const [load_id, seen] of marks)
      if (seen) this.#seen.set(load_id, seen);
      else this.#seen.delete(load_id);
    return this.#waiting.size > 0 ? 0 : EVERY_MS;
  }

  /** Another server may have led meanwhile, or none: everything is examined anew, also what has left the board. */
  async #takeLead(): Promise<void> {
    const { board, triage } = this.options;
    const gone = await triage.takeLead();
    this.#seen.clear();
    for (const load_id of [...board.ids(), ...gone]) this.#waiting.add(load_id);
    this.#leads = true;
  }

  #observe(load_id: string, now: number): { observation: Observation; seen: Seen | null } {
    const load = this.options.board.get(load_id)?.item;
    if (!load) return { observation: hasLeft(load_id), seen: null };
    const facts = factsOf(load, { now, outage: this.#outage });
    const cause = facts.triage === null ? null : facts.cause;
    const basis = basisOf(load, now);
    const { position, truck, appointment, late_ms } = basis;
    // While snoozed it is looked at each time that it is later by another tenth of what wakes it.
    const late = load.triage?.snooze && late_ms != null ? Math.floor((10 * late_ms) / LATER_MS) : '';
    return {
      observation: { load_id, load_ref: load.load_ref, cause, basis },
      seen: {
        mark: [cause, position, truck, appointment, late].join('\n\n'),
        valid_until: facts.valid_until,
      },
    };
  }
}
