/**
 * Limits how many calls to the service the clicks of one person cause, because everybody shares the service's quota. All calls pass
 * ServiceClient, which counts them here for the person whose request is being handled; polling, imports and bulk jobs are not counted.
 * Per minute, in memory of each server.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ExplainedError, Problem } from '../../platform/http/problems.ts';
import { RateWindow } from '../../platform/lib/rate-window.ts';

interface Caller {
  readonly sub: string;
  readonly budget: CallBudget;
  /** True during a read whose result others use too: it is counted, but not cut off in the middle. */
  readonly is_shared: boolean;
}

/** The person has caused too many calls; this one was not made. Not an error of the service. */
export class CallBudgetSpent extends ExplainedError {
  readonly retry_after_seconds: number;

  constructor(retry_after_seconds: number) {
    super("You have reached Waypost's own limit for one person");
    this.name = 'CallBudgetSpent';
    this.retry_after_seconds = retry_after_seconds;
  }

  toProblem(): Problem {
    return Problem.tooMany(
      this.message,
      this.retry_after_seconds,
      'It keeps the tracking service available for everybody. Try again after this time',
    );
  }
}

const current = new AsyncLocalStorage<Caller>();

export class CallBudget {
  readonly #limit: number;
  readonly #window: RateWindow;

  constructor(callsPerMinute: number, now?: () => number) {
    this.#limit = callsPerMinute;
    this.#window = new RateWindow(now);
  }

  /** Runs `work`, and counts the calls that it makes for this person. */
  run<T>(sub: string, work: () => T): T {
    return current.run({ sub, budget: this, is_shared: false }, work);
  }

  /** Seconds to wait, 0: the call may be made. */
  count(sub: string): number {
    return this.#window.count(sub, this.#limit);
  }

  wait(sub: string): number {
    return this.#window.wait(sub, this.#limit);
  }
}

/** Counts a call that a person waits for. Throws CallBudgetSpent. */
export function countCall(): void {
  const caller = current.getStore();
  if (caller === undefined) return;
  const seconds = caller.budget.count(caller.sub);
  if (seconds > 0 && !caller.is_shared) throw new CallBudgetSpent(seconds);
}

/** Makes calls whose result other people receive too. Throws CallBudgetSpent before the first one, never later. */
export async function readShared<T>(read: () => Promise<T>): Promise<T> {
  const caller = current.getStore();
  if (caller === undefined || caller.is_shared) return read();
  const seconds = caller.budget.wait(caller.sub);
  if (seconds > 0) throw new CallBudgetSpent(seconds);
  return current.run({ ...caller, is_shared: true }, read);
}
