/**
 * Our client of the telematics service. Every call goes through the gate (shared quota), carries a token, is
 * retried once after a 401 with a new one, and comes back parsed by the contract or as a ServiceError.
 */
import type { Assumptions } from '@waypost/contract/assumptions';
import { type AddressValues, addressOf, type Endpoint, type ResponseOf } from '@waypost/contract/endpoint';
import { type AnyErrorBody, anyErrorBody } from '@waypost/contract/errors';
import type { UnreadItem } from '@waypost/contract/unread';
import { inverted, renameKeys } from '@waypost/contract/wire-names';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
} from 'cockatiel';
import { isOutage, kindOfStatus, ServiceError } from './errors.ts';
import { PausedError, type Priority, type ServiceGate } from './gate.ts';
import { type Answer, type Http, retryAfterSeconds } from './http.ts';
import type { TokenSource } from './service-token.ts';
import { refusalOf, understand } from './understand.ts';

export interface Call extends AddressValues {
  readonly body?: unknown;
  readonly priority: Priority;
  /** Whose right is used: our own credentials by default, or a person's token. */
  readonly token?: TokenSource;
  readonly signal?: AbortSignal;
  /** Told right before the request leaves: until then nothing can have happened at the service. */
  readonly onSend?: () => void;
}

export interface ServiceAnswer<T> {
  readonly status: number;
  readonly data: T;
  /** The answer as it came. */
  readonly raw: unknown;
  /** What of it could not be read; usually nothing. */
  readonly unread: readonly UnreadItem[];
  readonly headers: Answer['headers'];
}

export interface ServiceClientOptions {
  readonly baseUrl: URL;
  readonly http: Http;
  readonly gate: ServiceGate;
  readonly token: TokenSource;
  readonly assumptions: Assumptions;
  readonly now?: () => number;
  /** Told of every request that was answered, with the parsed body of a success; else undefined. */
  readonly onAnswered?: (endpoint: Endpoint, data: unknown) => void;
}

/** So many outages in a row, and only probes go out. */
const BREAK_AFTER = 5;

export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #base: string;
  readonly #now: () => number;
  readonly breaker: CircuitBreakerPolicy;
  /** Paths that have answered with a success: a 404 there is about one record. */
  readonly #worked = new Set<string>();

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#base = options.baseUrl.href.replace(/\/$/, '');
    this.#now = options.now ?? Date.now;
    this.breaker = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 5_000 }),
      breaker: new ConsecutiveBreaker(BREAK_AFTER),
    });
  }

  /** True while the service is held to be down and only one probe at a time goes out. */
  get broken(): boolean {
    return this.breaker.state !== CircuitState.Closed;
  }

  /** Calls an endpoint of the contract. Throws ServiceError, nothing else. */
  async call<E extends Endpoint>(endpoint: E, call: Call): Promise<ServiceAnswer<ResponseOf<E>>> {
    const source = call.token ?? this.#options.token;
    const token = await source.get();
    let answer = await this.#send(endpoint, call, token);
    if (answer.status === 401) {
      // Section 5, rule 2: obtain a new token and retry, once.
      source.reject(token);
      answer = await this.#send(endpoint, call, await source.get());
    }
    const understood = this.#understand(endpoint, answer, call);
    this.#options.onAnswered?.(endpoint, understood.data);
    return understood;
  }

  async #send(endpoint: Endpoint, call: Call, token: string): Promise<Answer> {
    try {
      await this.#options.gate.enter(call.priority, call.signal);
      return await this.breaker.execute(async () => {
        this.#options.gate.sent();
        call.onSend?.();
        const answer = await this.#options.http.exchange({
          method: endpoint.method,
          url: new URL(this.#base + addressOf(endpoint, call)),
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
        });
        if (answer.status >= 300) this.#options.onAnswered?.(endpoint, undefined);
        if (answer.status === 429) this.#pause(answer);
        if (answer.status >= 500 && answer.status !== 501) throw this.#errorOf(endpoint, answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        throw new ServiceError(
          'unreachable',
          'The service has not answered for a while; we try again by ourselves',
          {
            cause: error,
          },
        );
      if (error instanceof PausedError)
        throw new ServiceError('rate_limited', 'The service has asked all of us to wait', {
          status: 429,
          retryAt: error.until,
        });
      throw error;
    }
  }

  #pause(answer: Answer): never {
    const body = errorBodyOf(answer.text);
    const told = typeof body.detail === 'object' && body.detail && 'retry_after_seconds' in body.detail;
    const seconds = told
      ? Number((body.detail as { retry_after_seconds: number }).retry_after_seconds)
      : (retryAfterSeconds(answer.headers, this.#now()) ??
        this.#options.assumptions.retry_after_unknown_seconds);
    const until = this.#options.gate.pause(seconds);
    throw new ServiceError('rate_limited', 'The service has asked all of us to wait', {
      status: 429,
      body,
      retryAt: until,
    });
  }

  #errorOf(endpoint: Endpoint, answer: Answer): ServiceError {
    const refusal = {
      status: answer.status,
      body: errorBodyOf(answer.text, endpoint),
      worked: this.#worked.has(endpoint.path),
      usual: MESSAGES[kindOfStatus(answer.status)],
    };
    return refusalOf(endpoint, refusal, this.#options.assumptions);
  }

  #understand<E extends Endpoint>(endpoint: E, answer: Answer, call: Call): ServiceAnswer<ResponseOf<E>> {
    if (!endpoint.success.includes(answer.status)) {
      // The interface shows a success code for tracking only (section 4): any 2xx of the others is success.
      const success = answer.status >= 200 && answer.status < 300 && endpoint.name !== 'getLoadTracking';
      if (!success) throw this.#errorOf(endpoint, answer);
    }
    const { status, headers } = answer;
    const { data, raw, unread } = understand(endpoint, call, answer);
    this.#worked.add(endpoint.path);
    return { status, headers, data: data as ResponseOf<E>, raw, unread };
  }
}

const MESSAGES = {
  refused: 'The service refused the request',
  unauthorized: 'The service does not accept our token, also after a new one',
  forbidden: 'The service does not allow us this',
  not_found: 'The service does not know it',
  rate_limited: 'The service has asked all of us to wait',
  not_implemented: 'The service does not offer this',
  service_error: 'The service reports an error of its own',
  timeout: 'The service did not answer in time',
  unreachable: 'The service cannot be reached',
  unexpected_answer: 'The service answered with a status that its interface does not show',
} as const;

/** The error's body; the paths of a 422 say our own field names also where the operator has renamed them. */
function errorBodyOf(text: string, endpoint?: Endpoint): AnyErrorBody {
  try {
    const body = anyErrorBody.parse(JSON.parse(text));
    if (!endpoint?.bodyNames || !Array.isArray(body.detail)) return body;
    const ours = inverted(endpoint.bodyNames);
    const renamed = (path: string) =>
      path
        .split('.')
        .map((part) => (Object.hasOwn(ours, part) ? ours[part] : part))
        .join('.');
    return { ...body, detail: body.detail.map((issue) => ({ ...issue, path: renamed(issue.path) })) };
  } catch {
    return {};
  }
}
