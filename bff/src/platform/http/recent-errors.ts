import type { ServerError } from '@waypost/contract/api/system-status';

const MAX = 10;
const MAX_CHARS = 200;

/** The last requests that this server answered with 5xx, newest first. In memory: the log keeps them all. */
export class RecentErrors {
  #errors: readonly ServerError[] = [];

  add(error: ServerError): void {
    const [request, message] = [error.request.slice(0, MAX_CHARS), error.message.slice(0, MAX_CHARS)];
    this.#errors = [{ ...error, request, message }, ...this.#errors].slice(0, MAX);
  }

  list(): readonly ServerError[] {
    return this.#errors;
  }
}
