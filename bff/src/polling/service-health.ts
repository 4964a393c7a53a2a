/** Is the service well, as seen from here? Told from every outcome of a call, by polling or by people. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { isOutage, ServiceError } from '../service/errors.ts';
import type { TokenFailure } from '../service/service-token.ts';

type State = ServiceStatus['state'];

/** So many outages in a row, and we say so. */
const DOWN_AFTER = 2;

export class ServiceHealth {
  readonly #now: () => number;
  readonly #pausedUntil: () => number | null;
  readonly #tokenFailure: () => TokenFailure | null;
  readonly #listeners = new Set<() => void>();
  #outages = 0;
  #unauthorized: string | null = null;
  #message: string | null = null;
  #lastSuccess: number | null = null;
  #told: State = 'starting';
  #since: number;

  /** `tokenFailure`: why there is no token at the moment, null while there is one. */
  constructor(
    pausedUntil: () => number | null,
    now: () => number = Date.now,
    tokenFailure: () => TokenFailure | null = () => null,
  ) {
    this.#pausedUntil = pausedUntil;
    this.#tokenFailure = tokenFailure;
    this.#now = now;
    this.#since = now();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  succeeded(): void {
    this.#lastSuccess = this.#now();
    this.#answered();
  }

  failed(error: unknown): void {
    if (!(error instanceof ServiceError)) return;
    if (error.atTokenEndpoint) this.#tell();
    else if (isOutage(error)) {
      this.#outages += 1;
      // What was understood last is said: an open breaker repeats it only as "no answer".
      if (this.#outages <= DOWN_AFTER || error.outage) this.#message = error.message;
      this.#tell();
    } else if (error.kind === 'unauthorized') {
      this.#unauthorized = error.message;
      this.#outages = 0;
      this.#tell();
    } else if (error.kind === 'rate_limited' || error.kind === 'unexpected_answer') {
      // One answer that cannot be read says neither that the service is well nor that it is not.
      this.#tell();
    } else {
      // 403, 404, 422 and the like are answers: the service is there.
      this.#answered();
    }
  }

  /** Looks again, for what changes by time alone: a wait that is over. */
  look(): void {
    this.#tell();
  }

  get(): {
    state: State;
    since: number;
    message: string | null;
    last_success_at: number | null;
    retry_at: number | null;
  } {
    this.#tell();
    const token = this.#tokenFailure()?.error;
    const messages: Record<State, string | null> = {
      starting: 'Reading the loads for the first time',
      ok: null,
      paused: 'Rate limit reached. Updates resume automatically',
      down: this.#message ?? 'The tracking service does not answer',
      unauthorized: this.#unauthorized,
    };
    return {
      state: this.#told,
      since: this.#since,
      message: (this.#told !== 'ok' && token?.message) || messages[this.#told],
      last_success_at: this.#lastSuccess,
      retry_at: this.#pausedUntil() ?? token?.retryAt ?? null,
    };
  }

  #answered(): void {
    this.#outages = 0;
    this.#unauthorized = null;
    this.#message = null;
    this.#tell();
  }

  #state(): State {
    const token = this.#tokenFailure();
    if (token?.error.kind === 'rate_limited') return 'paused';
    if (token?.error.kind === 'unauthorized') return 'unauthorized';
    if (token && token.attempts >= DOWN_AFTER) return 'down';
    if (this.#unauthorized !== null) return 'unauthorized';
    if (this.#outages >= DOWN_AFTER) return 'down';
    if (this.#pausedUntil() !== null) return 'paused';
    return this.#lastSuccess === null ? (this.#told === 'starting' ? 'starting' : 'ok') : 'ok';
  }

  #tell(): void {
    const state = this.#state();
    if (state === this.#told) return;
    this.#told = state;
    this.#since = this.#now();
    for (const listener of this.#listeners) listener();
  }
}
