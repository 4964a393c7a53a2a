import type { ServerError } from '@waypost/contract/api/system-status';
import { Counter } from 'prom-client';

const MAX = 10;
const MAX_CHARS = 200;

interface Failed {
  readonly method: string;
  /** Template of the path; null: no route was reached. */
  readonly route: string | null;
  readonly status: number;
}

/** Requests that this server answered with 5xx: the last ones, newest first, and how many. In memory: the log keeps them all. */
export class RecentErrors {
  readonly failures = new Counter({
    name: 'waypost_request_failures_total',
    help: 'Requests that this server answered with 5xx, by route',
    labelNames: ['method', 'route', 'status'],
    registers: [],
  });
  #errors: readonly ServerError[] = [];

  add(error: ServerError, { method, route, status }: Failed): void {
    const [request, message] = [error.request.slice(0, MAX_CHARS), error.message.slice(0, MAX_CHARS)];
    this.#errors = [{ ...error, request, message }, ...this.#errors].slice(0, MAX);
    this.failures.inc({ method, route: route ?? 'none', status });
  }

  list(): readonly ServerError[] {
    return this.#errors;
  }
}
