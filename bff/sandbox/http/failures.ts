/** Simulated failures from control routes: the next calls are answered with a declared error. */
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { detailFor, ServiceError } from './problem.ts';

export interface Failure {
  readonly status: ErrorStatus;
  /** Number of calls that fail. */
  readonly count: number;
  /** In a 429; default 1. */
  readonly retry_after_seconds?: number | undefined;
  /** Only calls about this load. */
  readonly load_id?: string | undefined;
}

export class Failures {
  #waiting: { failure: Failure; left: number }[] = [];

  add(failure: Failure): void {
    this.#waiting.push({ failure, left: failure.count });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Throws the next matching failure, if the endpoint declares its status. */
  raise(declared: readonly ErrorStatus[], params: Readonly<Record<string, string>>): void {
    const next = this.#waiting.find(
      ({ failure }) =>
        declared.includes(failure.status) && (!failure.load_id || failure.load_id === params.load_id),
    );
    if (!next) return;
    next.left -= 1;
    if (next.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== next);
    const { status, retry_after_seconds = 1 } = next.failure;
    throw new ServiceError(status, detailFor(status, 'simulated by a control route', retry_after_seconds));
  }
}
