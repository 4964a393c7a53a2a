/**
 * Client of the tracking service. Every call passes the scheduler (shared quota), carries a token, is retried once with a new token
 * after a 401, and returns data parsed by the contract or throws a ServiceError.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assumptions } from '@waypost/contract/assumptions';
import {
  type Endpoint,
  type RequestPathValues,
  type ResponseOf,
  requestPath,
} from '@waypost/contract/endpoint';
import { renameKeys } from '@waypost/contract/field-aliases';
import type { UnreadItem } from '@waypost/contract/unread';
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel';
import { z } from 'zod';
import { Topic } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Uses } from '../../platform/uses.ts';
import { countCall } from './call-budget.ts';
import { errorBodyOf, isOutage, kindOfStatus, ServiceError } from './errors.ts';
import {
  type Answer,
  AnswerTooLarge,
  type Http,
  MAX_LIST_BYTES,
  MAX_RECORD_BYTES,
  retryAfterSeconds,
} from './http.ts';
import { parseAnswer, refusalOf } from './parse-answer.ts';
import { PausedError, type Priority, type RequestScheduler } from './request-scheduler.ts';
import { ServiceHealth } from './service-health.ts';
import type { TokenSource } from './token-source.ts';

export interface Call extends RequestPathValues {
  readonly body?: unknown;
  readonly priority: Priority;
  /** Whose access is used: Waypost's own credentials by default, or a person's token. */
  readonly token?: TokenSource;
  readonly signal?: AbortSignal;
  /** Called when the request's turn has come. What it throws is thrown by the call, and nothing is sent. */
  readonly beforeSend?: () => Promise<void>;
  /** Called right before the request is sent: until then it cannot have had any effect. */
  readonly onSend?: () => void;
  /** Called after a 401, before the retry with another token: the request had no effect. */
  readonly onUnauthorized?: () => void;
}

interface ServiceAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly raw: unknown;
  /** Parts that could not be read; usually none. */
  readonly unread: readonly UnreadItem[];
  readonly headers: Answer['headers'];
}

interface ServiceClientOptions extends Uses<'now' | 'monotonicNow'> {
  readonly assumptions: Assumptions;
  readonly baseUrl: URL;
  readonly http: Http;
  readonly scheduler: RequestScheduler;
  readonly token: TokenSource;
}

interface Answered {
  readonly endpoint: Endpoint;
  /** The parsed body of a success; else undefined. */
  readonly data: unknown;
}

/** Pause from the head of a 429 without a Retry-After header until its body has been read. */
const HEAD_WAIT_SECONDS = 1;

const isList = ({ response }: Endpoint) =>
  response instanceof z.ZodArray || (response instanceof z.ZodObject && 'items' in response.shape);

/** Consecutive outages after which only probes are sent. */
const BREAK_AFTER = 5;

export class ServiceClient extends ServerPart<ServiceClientOptions> {
  readonly #base = this.options.baseUrl.href.replace(/\/$/, '');
  readonly #unreadable = new UnreadableResponses(this.monotonicNow);
  readonly breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: new MonotonicBackoff(
      new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 5_000 }),
      this.monotonicNow,
    ),
    breaker: new ConsecutiveBreaker(BREAK_AFTER),
  });
  readonly health = new ServiceHealth({
    pausedUntil: () => this.options.scheduler.pausedUntil,
    tokenFailure: () => this.options.token.failure ?? null,
    now: this.now,
  });
  readonly onAnswered = new Topic<Answered>();
  /** Paths that have succeeded: a 404 there is about one record. */
  readonly #worked = new Set<string>();

  /** True while the service counts as down and only one probe at a time is sent. */
  get broken(): boolean {
    return this.breaker.state !== CircuitState.Closed;
  }

  /**
   * Calls an endpoint of the contract. Throws only ServiceError, the reason of `signal` when aborted, or CallBudgetSpent before anything
   * was sent.
   */
  async call<E extends Endpoint>(endpoint: E, call: Call): Promise<ServiceAnswer<ResponseOf<E>>> {
    if (call.priority === 'person') countCall();
    try {
      const answer = await this.#callWithToken(endpoint, call);
      this.health.succeeded();
      return answer;
    } catch (error) {
      const path = requestPath(endpoint, { params: call.params });
      this.health.failed(error, { endpoint: endpoint.name, path, ownToken: call.token === undefined });
      throw error;
    }
  }

  async #callWithToken<E extends Endpoint>(endpoint: E, call: Call): Promise<ServiceAnswer<ResponseOf<E>>> {
    const source = call.token ?? this.options.token;
    const token = await unlessAborted(source.get(), call.signal);
    const path = requestPath(endpoint, { params: call.params });
    let outcome = await this.#send(endpoint, call, token);
    if (outcome instanceof ServiceError && outcome.kind === 'unauthorized') {
      // Obtain a new token and retry, once. There is none when new tokens were rejected too.
      call.onUnauthorized?.();
      source.reject(token, path);
      const fresh = await unlessAborted(source.get(), call.signal);
      if (fresh !== token) outcome = await this.#send(endpoint, call, fresh);
    }
    if (!(outcome instanceof ServiceError)) source.accepted?.(path);
    if (outcome instanceof ServiceError)
      throw outcome.kind === 'forbidden'
        ? withMissingScope(outcome, endpoint, source.granted?.() ?? null)
        : outcome;
    this.onAnswered.publish({ endpoint, data: outcome.data });
    return outcome;
  }

  /** Returns the parsed response, or the error of this call. Throws errors about the service as a whole or about Waypost. */
  async #send<E extends Endpoint>(
    endpoint: E,
    call: Call,
    token: string,
  ): Promise<ServiceAnswer<ResponseOf<E>> | ServiceError> {
    try {
      await this.options.scheduler.enter(call.priority, call.signal);
      await call.beforeSend?.();
      // A refusal may have arrived already: everything that has is read within two turns of the event loop.
      await nextTurn();
      await nextTurn();
      return await this.breaker.execute(async () => {
        let sentAt = 0;
        const exchange = this.options.http.exchange({
          method: endpoint.method,
          url: new URL(this.#base + requestPath(endpoint, call)),
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${token}`,
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body:
            call.body === undefined
              ? undefined
              : JSON.stringify(renameKeys(call.body, endpoint.bodyNames ?? {})),
          signal: call.signal,
          maxBytes: isList(endpoint) ? MAX_LIST_BYTES : MAX_RECORD_BYTES,
          onHead: (head) => this.#pauseAtHead(head, sentAt),
          onSend: () => {
            sentAt = this.options.scheduler.sent(call.priority);
            call.onSend?.();
          },
        });
        const answer = await exchange.catch((error: unknown) => {
          if (error instanceof AnswerTooLarge) throw this.#countReadable(endpoint, call, error);
          throw error;
        });
        if (answer.status >= 300) this.onAnswered.publish({ endpoint, data: undefined });
        if (answer.status === 429) this.#pause(answer, sentAt);
        this.options.scheduler.accepted(sentAt);
        const outcome = this.#countReadable(endpoint, call, this.#parseAnswer(endpoint, call, answer));
        if (isOutage(outcome)) throw outcome;
        return outcome;
      });
    } catch (error) {
      // The pause began while it waited for a connection: background requests queue again.
      if (error instanceof PausedError && call.priority !== 'person')
        return this.#send(endpoint, call, token);
      if (error instanceof BrokenCircuitError)
        throw new ServiceError('unreachable', 'The tracking service is not responding', {
          cause: error,
        });
      throw error;
    }
  }

  /** Begins the pause of a 429 before its body has arrived, which may announce a longer one. */
  #pauseAtHead({ status, headers }: Pick<Answer, 'status' | 'headers'>, sentAt: number): void {
    if (status === 429)
      this.options.scheduler.pause(
        this.#announcedSeconds({ headers, text: '' }) ?? HEAD_WAIT_SECONDS,
        sentAt,
      );
  }

  #announcedSeconds(answer: Pick<Answer, 'headers' | 'text'>): number | null {
    const { maxWaitSeconds } = this.options.scheduler;
    return retryAfterSeconds(answer, { now: this.now(), maxSeconds: maxWaitSeconds });
  }

  #pause(answer: Answer, sentAt: number): never {
    const { scheduler, assumptions } = this.options;
    const wait = this.#announcedSeconds(answer);
    const until = scheduler.pause(wait ?? assumptions.retry_after_unknown_seconds, sentAt);
    throw new ServiceError('rate_limited', 'Rate limit reached', {
      status: 429,
      body: errorBodyOf(answer.text),
      retryAt: until,
    });
  }

  #errorOf(endpoint: Endpoint, answer: Answer): ServiceError {
    if (isRefusedByPage(endpoint, answer))
      return new ServiceError(
        'unexpected_answer',
        'The tracking service answered with a web page instead of data',
        {
          status: answer.status,
        },
      );
    const refusal = {
      status: answer.status,
      body: errorBodyOf(answer.text, endpoint),
      worked: this.#worked.has(endpoint.path),
      usual: MESSAGES[kindOfStatus(answer.status)],
    };
    return refusalOf(endpoint, refusal, this.options.assumptions);
  }

  /** Returns the outcome, or an outage when there were too many unreadable ones. */
  #countReadable<E extends Endpoint>(
    endpoint: E,
    call: Call,
    outcome: ServiceAnswer<ResponseOf<E>> | ServiceError,
  ): ServiceAnswer<ResponseOf<E>> | ServiceError {
    const { status } = outcome;
    const unreadable = outcome instanceof ServiceError && outcome.kind === 'unexpected_answer';
    // For an assumed endpoint an unreadable response means that the assumption is wrong.
    if (unreadable && endpoint.assumed !== true) {
      if (this.#unreadable.unreadable(requestPath(endpoint, { params: call.params })))
        return new ServiceError('unexpected_answer', nothingReadable(outcome), {
          status: status ?? undefined,
          outage: true,
          cause: outcome,
        });
    } else if (!unreadable && (status ?? 0) < 500) this.#unreadable.readable();
    return outcome;
  }

  #parseAnswer<E extends Endpoint>(
    endpoint: E,
    call: Call,
    answer: Answer,
  ): ServiceAnswer<ResponseOf<E>> | ServiceError {
    if (!endpoint.success.includes(answer.status)) {
      // The interface documents a success code for tracking only: elsewhere any 2xx counts.
      const success = answer.status >= 200 && answer.status < 300 && endpoint.name !== 'getLoadTracking';
      if (!success) return this.#errorOf(endpoint, answer);
    }
    const { status, headers } = answer;
    try {
      const { data, raw, unread } = parseAnswer(endpoint, call, answer);
      this.#worked.add(endpoint.path);
      return { status, headers, data: data as ResponseOf<E>, raw, unread };
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }
}

/** A read refused with an HTML page: the service sends errors as JSON, so a proxy in front of it answered. */
const isRefusedByPage = ({ method, assumed }: Endpoint, { status, text }: Answer) =>
  method === 'GET' &&
  assumed !== true &&
  status >= 400 &&
  status < 500 &&
  status !== 401 &&
  /^\s*</.test(text);

const nothingReadable = (error: ServiceError) =>
  error instanceof AnswerTooLarge
    ? error.message
    : 'The tracking service is not returning data. It may be showing a maintenance page';

const MESSAGES = {
  refused: 'The tracking service rejected the request',
  unauthorized: 'The tracking service rejects our credentials',
  forbidden: 'The tracking service denies us access',
  not_found: 'Not found at the tracking service',
  rate_limited: 'Rate limit reached',
  not_implemented: 'The tracking service does not offer this',
  service_error: 'The tracking service has a problem',
  timeout: 'The tracking service did not respond in time',
  unreachable: 'The tracking service is not reachable',
  unexpected_answer: 'The tracking service sent an unexpected response',
} as const;

/** Adds the missing scope to a 403, if both the required and the granted scopes are known. */
function withMissingScope(
  error: ServiceError,
  { scope }: Endpoint,
  granted: readonly string[] | null,
): ServiceError {
  if (scope === undefined || granted === null) return error;
  const message = granted.includes(scope)
    ? `${error.message}, even though our access includes ${scope}. The share agreement may not cover it`
    : `Our access to the tracking service does not include ${scope}. It includes: ${granted.join(' ') || 'nothing'}`;
  return new ServiceError('forbidden', message, { status: error.status ?? undefined, body: error.body });
}

/** Rejects on abort without waiting for a token. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

class UnreadableResponses {
  readonly #now: () => number;
  readonly #addresses = new Set<string>();
  #count = 0;
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readable(): void {
    if (this.#count === 0) return;
    this.#count = 0;
    this.#addresses.clear();
  }

  /** Records an unreadable response. True when there have been enough for an outage. */
  unreadable(address: string): boolean {
    if (this.#count === 0) this.#since = this.#now();
    this.#count += 1;
    if (this.#addresses.size < MIN_ADDRESSES) this.#addresses.add(address);
    if (this.#count < MIN_CONSECUTIVE) return false;
    return this.#addresses.size >= MIN_ADDRESSES || this.#now() - this.#since >= SINGLE_ADDRESS_MS;
  }
}

const MIN_CONSECUTIVE = 3;
const MIN_ADDRESSES = 2;
/** A single URL proves little about the service, so it must fail for this long. */
const SINGLE_ADDRESS_MS = 60_000;

/**
 * A backoff for cockatiel's circuit breaker, which measures by `Date.now`: a clock that was set back would keep it open, one that was
 * set forward would end every wait. This one measures by `now` and answers only "still" or "over".
 */
class MonotonicBackoff<T> implements IBackoffFactory<T> {
  readonly #inner: IBackoffFactory<T>;
  readonly #now: () => number;

  constructor(inner: IBackoffFactory<T>, now: () => number) {
    this.#inner = inner;
    this.#now = now;
  }

  next(context: T): IBackoff<T> {
    const inner = this.#inner.next(context);
    const overAt = this.#now() + inner.duration;
    const isOver = () => this.#now() >= overAt;
    return {
      get duration() {
        return isOver() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      },
      next: (after) => new MonotonicBackoff(inner, this.#now).next(after),
    };
  }
}
