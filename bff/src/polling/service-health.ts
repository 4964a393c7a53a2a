/** Is the service well, as seen from here? Told from every outcome of a call, by polling or by people. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { isOutage, ServiceError } from '../service/errors.ts';

type State = ServiceStatus['state'];

/** So many outages in a row, and we say so. */
const DOWN_AFTER = 2;

export class ServiceHealth {
  readonly #now: () => number;
  readonly #pausedUntil: () => number | null;
  readonly #listeners = new Set<() => void>();
  #outages = 0;
  #unauthorized: string | null = null;
  #message: string | null = null;
  #lastSuccess: number | null = null;
  #told: State = 'starting';
  #since: number;

  constructor(pausedUntil: () => number | null, now: () => number = Date.now) {
    this.#pausedUntil = pausedUntil;
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
    if (isOutage(error)) {
      this.#outages += 1;
      if (this.#outages === DOWN_AFTER || this.#message === null) this.#message = error.message;
      this.#tell();
    } else if (error.kind === 'unauthorized') {
      this.#unauthorized = error.message;
      this.#outages = 0;
      this.#tell();
    } else if (error.kind === 'rate_limited') {
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

  get(): { state: State; since: number; message: string | null; last_success_at: number | null } {
    this.#tell();
    const messages: Record<State, string | null> = {
      starting: 'Reading the loads for the first time',
      ok: null,
      paused: 'The service has asked all of us to wait; reading goes on by itself',
      down: this.#message ?? 'The service does not answer',
      unauthorized: this.#unauthorized,
    };
    return {
      state: this.#told,
      since: this.#since,
      message: messages[this.#told],
      last_success_at: this.#lastSuccess,
    };
  }

  #answered(): void {
    this.#outages = 0;
    this.#unauthorized = null;
    this.#message = null;
    this.#tell();
  }

  #state(): State {
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
