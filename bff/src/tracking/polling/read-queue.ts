/**
 * Which load to read next. Every load has a class with an interval. While the service's quota suffices, each load is read at the interval
 * of its class. When it does not, all intervals stretch by the same factor: whatever is overdue by the largest share of its interval comes
 * first, so nothing starves.
 *
 * How much more often the classes that matter are read than calm loads follows from what that costs the others: with a share p of all
 * loads read w times as often, the mean age of all loads grows by p (w + 1/w - 2). That growth has a budget, which the most important class
 * may use up but for a reserve of the next ones. So a few loads are read every few seconds, a thousand exceptions some times as often as
 * the rest.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { READ_CLASSES, type ReadClass } from '@waypost/contract/api/system-status';
import { DueQueue } from './due-queue.ts';

interface ClassRule {
  /** Milliseconds between two reads, if the quota allows. */
  readonly wanted_ms: number;
  /** The same, when it does not suffice for all loads. */
  readonly stretched_ms: number;
  /** Part of the budget that more important classes leave to this one. */
  readonly reserve: number;
}

const RULES: Readonly<Record<Exclude<ReadClass, 'calm'>, ClassRule>> = {
  open: { wanted_ms: 5_000, stretched_ms: 25_000, reserve: 0 },
  urgent: { wanted_ms: 15_000, stretched_ms: 25_000, reserve: 0.003 },
  exception: { wanted_ms: 15_000, stretched_ms: 60_000, reserve: 0.003 },
};
/** Growth of the mean age of all loads that may be spent on those that matter. */
const BUDGET = 0.043;

/** An arrival predicted within this time is near. */
const NEAR_MS = 45 * 60_000;
const LATE_CAUSES: ReadonlySet<string> = new Set(['late', 'running_late', 'overdue']);
/** Rounds that a calm load may wait for the next position that its truck can have sent. */
const MOST_ROUNDS = 1.1;

/** @param now milliseconds since 1970 */
export function readClassOf(load: BoardLoad, opened: boolean, now: number): ReadClass {
  if (opened) return 'open';
  const { triage, predicted_arrivals } = load;
  const exception = triage?.closed === null ? triage.cause : null;
  const is_near = predicted_arrivals.some(({ from }) => Date.parse(from) - now < NEAR_MS);
  if (load.read_at === null || is_near || (exception !== null && LATE_CAUSES.has(exception))) return 'urgent';
  return exception === null ? 'calm' : 'exception';
}

/** When time alone makes a load urgent, milliseconds since 1970; infinity when it does not. */
export const nearAt = ({ predicted_arrivals }: Pick<BoardLoad, 'predicted_arrivals'>): number =>
  Math.min(...predicted_arrivals.map(({ from }) => Date.parse(from) - NEAR_MS));

/**
 * Milliseconds until the truck can have sent another position, by the usual interval between its positions; 0 when unknown.
 * @param now milliseconds since 1970
 */
export function untilNextPosition(load: BoardLoad, now: number): number {
  const { usual_gap_seconds, last_position, tracking_health } = load;
  if (!usual_gap_seconds || !last_position || tracking_health !== 'live') return 0;
  return Math.max(0, Date.parse(last_position.occurred_at) + usual_gap_seconds * 1000 - now);
}

/** Times are of one monotonic clock, milliseconds. */
export class ReadQueue {
  readonly #intervalMs: number;
  readonly #queues: Readonly<Record<ReadClass, DueQueue>> = {
    open: new DueQueue(),
    urgent: new DueQueue(),
    exception: new DueQueue(),
    calm: new DueQueue(),
  };
  readonly #classes = new Map<string, ReadClass>();
  /** When each load that is being read was due. */
  readonly #taken = new Map<string, number>();

  /** @param intervalMs between two reads of a calm load, if the quota allows */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  set(id: string, of: ReadClass, at: number): void {
    this.#taken.delete(id);
    const before = this.#classes.get(id);
    if (before !== undefined && before !== of) this.#queues[before].delete(id);
    this.#classes.set(id, of);
    this.#queues[of].set(id, at);
  }

  /** A load that could not be read keeps its place in the line. */
  putBack(id: string, of: ReadClass, now: number): void {
    this.set(id, of, this.#taken.get(id) ?? now);
  }

  /** Moves a load that waits to another class, where it is due no later than that class allows. */
  move(id: string, of: ReadClass, now: number): void {
    const [before, at] = [this.#classes.get(id), this.at(id)];
    if (before === undefined || at === null || before === of) return;
    this.set(id, of, Math.min(at, now + this.intervalOf(of, now)));
  }

  delete(id: string): void {
    this.#taken.delete(id);
    const before = this.#classes.get(id);
    if (before === undefined) return;
    this.#queues[before].delete(id);
    this.#classes.delete(id);
  }

  at(id: string): number | null {
    const of = this.#classes.get(id);
    return of === undefined ? null : this.#queues[of].at(id);
  }

  /** Time of the earliest entry; null when empty. */
  nextAt(): number | null {
    const times = READ_CLASSES.flatMap((of) => this.#queues[of].nextAt() ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Removes and returns the load that is overdue by the largest share of its interval; null when none is due. */
  takeDue(now: number): string | null {
    const weights = this.#weights(now);
    let chosen: ReadClass | null = null;
    let [most, due] = [Number.NEGATIVE_INFINITY, 0];
    for (const of of READ_CLASSES) {
      const at = this.#queues[of].nextAt();
      if (at === null || at > now) continue;
      const overdue = (now - at) * weights[of];
      if (overdue > most) [chosen, most, due] = [of, overdue, at];
    }
    const id = chosen && this.#queues[chosen].takeDue(now);
    if (id === null) return null;
    this.#classes.delete(id);
    this.#taken.set(id, due);
    return id;
  }

  /** Milliseconds between two reads of a load of this class, while the quota suffices. */
  intervalOf(of: ReadClass, now: number): number {
    return this.#intervalMs / this.#weights(now)[of];
  }

  /** Milliseconds until a load that was just read is due again. @param until_position of `untilNextPosition` */
  delayOf(of: ReadClass, until_position: number, now: number): number {
    const interval = this.intervalOf(of, now);
    const stretch = this.#stretch(now);
    // While the quota suffices, other changes than positions are worth a read.
    if (of !== 'calm' || stretch === 1) return interval;
    const round = this.#intervalMs * stretch;
    // What is overdue when it is due waits for the rest of the round anyway.
    return Math.max(interval, Math.min(until_position, MOST_ROUNDS * round) - (round - interval));
  }

  /** Milliseconds between two reads of a load of this class at the present pace. */
  actualIntervalOf(of: ReadClass, now: number): number {
    return this.intervalOf(of, now) * this.#stretch(now);
  }

  /** How much longer than wanted a calm load waits; 1: no longer. */
  #stretch(now: number): number {
    const at = this.#queues.calm.nextAt() ?? this.nextAt() ?? now;
    return 1 + Math.max(0, now - at) / this.#intervalMs;
  }

  /** How many times as often as calm loads each class is read. */
  #weights(now: number): Readonly<Record<ReadClass, number>> {
    const all = Math.max(1, this.#classes.size);
    const stretched = this.#intervalMs * this.#stretch(now);
    let left = BUDGET;
    const weight = (of: Exclude<ReadClass, 'calm'>, reserved: number) => {
      const { wanted_ms, stretched_ms } = RULES[of];
      const share = this.#queues[of].size / all;
      const extra = affordable(share, Math.max(1, stretched / stretched_ms), left - reserved);
      left -= growthOf(share, extra);
      return Math.max(this.#intervalMs / wanted_ms, extra);
    };
    const open = weight('open', RULES.urgent.reserve + RULES.exception.reserve);
    const urgent = weight('urgent', RULES.exception.reserve);
    return { open, urgent, exception: weight('exception', 0), calm: 1 };
  }
}

/** Growth of the mean age of all loads when a share of them is read `weight` times as often as the others. */
const growthOf = (share: number, weight: number): number => share * (weight + 1 / weight - 2);

/** The largest weight up to `wanted` whose growth is within the budget. */
function affordable(share: number, wanted: number, budget: number): number {
  if (growthOf(share, wanted) <= budget) return wanted;
  const sum = 2 + budget / share;
  return (sum + Math.sqrt(sum * sum - 4)) / 2;
}
