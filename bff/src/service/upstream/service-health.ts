/** Health of the service as seen from here. The client reports the outcome of every call. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { Topic } from '../../platform/lib/async.ts';
import { isOutage, ServiceError } from './errors.ts';
import type { TokenFailure } from './token-source.ts';

type State = ServiceStatus['state'];

/** Consecutive outages before the service is reported as down. */
const DOWN_AFTER = 2;
/** The same when all of them were answers about one load, which may be the only thing that is wrong. */
const DOWN_AFTER_ONE_LOAD = 5;
const POLLING_ENDPOINT = 'getLoadTracking';

interface ServiceHealthOptions {
  readonly pausedUntil: () => number | null;
  /** Why there is no token now; null while there is one. */
  readonly tokenFailure?: () => TokenFailure | null;
  readonly now?: () => number;
}

export class ServiceHealth {
  readonly #now: () => number;
  readonly #pausedUntil: () => number | null;
  readonly #tokenFailure: () => TokenFailure | null;
  readonly onChange = new Topic();
  #outages = 0;
  readonly #failing = new Set<string>();
  /** The path of all failures so far; null when they were about several, or the service did not answer. */
  #onlyPath: string | null = null;
  #unauthorized: string | null = null;
  #message: string | null = null;
  #lastSuccess: number | null = null;
  #published: State = 'starting';
  #since: number;

  constructor({ pausedUntil, tokenFailure = () => null, now = Date.now }: ServiceHealthOptions) {
    this.#pausedUntil = pausedUntil;
    this.#tokenFailure = tokenFailure;
    this.#now = now;
    this.#since = now();
  }

  succeeded(): void {
    this.#lastSuccess = this.#now();
    this.#markResponding();
  }

  /** Continues from earlier reads, of another server or from before a restart: the board is not empty. */
  resume(last_success_at: number): void {
    if (this.#lastSuccess !== null) return;
    this.#lastSuccess = last_success_at;
    this.#update();
  }

  /**
   * @param endpoint name of the endpoint that was called
   * @param path the path that was called
   * @param ownToken the call was made with our own credentials, not with a person's token
   */
  failed(
    error: unknown,
    { endpoint, path, ownToken }: { endpoint: string; path: string; ownToken: boolean },
  ): void {
    if (!(error instanceof ServiceError)) return;
    if (error.atTokenEndpoint) this.#update();
    else if (isOutage(error)) {
      this.#outages += 1;
      const answered = error.kind === 'service_error' && !error.outage;
      if (this.#outages === 1) this.#onlyPath = answered ? path : null;
      else if (!answered || path !== this.#onlyPath) this.#onlyPath = null;
      this.#failing.add(endpoint);
      // Keep the first message: an open circuit breaker only adds "not responding".
      if (this.#outages <= DOWN_AFTER || error.outage) this.#message = error.message;
      this.#update();
    } else if (error.kind === 'unauthorized' && !ownToken) {
      // A person's rejected token says nothing about our credentials.
      this.#update();
    } else if (error.kind === 'unauthorized') {
      this.#unauthorized = error.message;
      this.#clearOutages();
      this.#update();
    } else if (error.kind === 'rate_limited' || error.kind === 'unexpected_answer') {
      // One unreadable response proves neither health nor an outage.
      this.#update();
    } else {
      // 403, 404, 422 and the like prove that the service responds.
      this.#markResponding();
    }
  }

  /** Re-evaluates the state after a change without a call: a pause began or ended. */
  refresh(): void {
    this.#update();
  }

  get(): {
    state: State;
    since: number;
    message: string | null;
    last_success_at: number | null;
    retry_at: number | null;
  } {
    this.#update();
    const token = this.#tokenFailure()?.error;
    const messages: Record<State, string | null> = {
      starting: 'Loading loads for the first time',
      ok: null,
      paused: 'Rate limit reached. Updates resume automatically',
      down: this.#message ?? 'The tracking service is not responding',
      unauthorized: this.#unauthorized,
    };
    return {
      state: this.#published,
      since: this.#since,
      message: (this.#published !== 'ok' && token?.message) || messages[this.#published],
      last_success_at: this.#lastSuccess,
      retry_at: this.#pausedUntil() ?? token?.retryAt ?? null,
    };
  }

  #clearOutages(): void {
    this.#outages = 0;
    this.#failing.clear();
  }

  /** One failing endpoint alone is no outage, unless it is the one that polls loads. */
  #isDown(): boolean {
    const enough = this.#onlyPath === null ? DOWN_AFTER : DOWN_AFTER_ONE_LOAD;
    return this.#outages >= enough && (this.#failing.size > 1 || this.#failing.has(POLLING_ENDPOINT));
  }

  #markResponding(): void {
    this.#clearOutages();
    this.#unauthorized = null;
    this.#message = null;
    this.#update();
  }

  #state(): State {
    const token = this.#tokenFailure();
    if (token?.error.kind === 'rate_limited') return 'paused';
    if (token?.error.kind === 'unauthorized') return 'unauthorized';
    if (token && token.attempts >= DOWN_AFTER) return 'down';
    if (this.#unauthorized !== null) return 'unauthorized';
    if (this.#isDown()) return 'down';
    if (this.#pausedUntil() !== null) return 'paused';
    return this.#lastSuccess === null ? (this.#published === 'starting' ? 'starting' : 'ok') : 'ok';
  }

  #update(): void {
    const state = this.#state();
    if (state === this.#published) return;
    this.#published = state;
    this.#since = this.#now();
    this.onChange.publish();
  }
}
