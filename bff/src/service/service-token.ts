/**
 * Our own token for background reading: client credentials, section 5. One request per lifetime, however many
 * callers ask at once ("requesting a new one for every call ... may trigger rate limiting").
 */
import { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE, tokenResponse } from '@waypost/contract/token';
import { announcedWaitSeconds } from './announced-wait.ts';
import { ServiceError } from './errors.ts';
import type { Answer, Http } from './http.ts';

export interface TokenSource {
  /** A token that is good now. */
  get(): Promise<string>;
  /** The service refused this one (401): the next `get` fetches another. */
  reject(token: string): void;
  /** A person has ended the wait: the next `get` asks again, whatever the token endpoint has announced. */
  endWait?(): void;
}

/** Renewed this long before it expires, so that no call starts with a token that dies on the way. */
const EARLY_MS = 60_000;
/** After a refusal of our credentials, or a failure: no new request for this long. */
const HOLD_OFF_MS = 5_000;

export interface ServiceTokenOptions {
  readonly http: Http;
  readonly tokenUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly unknownWaitSeconds: number;
  /** A longer wait is cut to this. */
  readonly maxWaitSeconds: number;
  readonly now?: () => number;
}

export class ServiceToken implements TokenSource {
  readonly #options: ServiceTokenOptions;
  readonly #now: () => number;
  #token: { value: string; goodUntil: number } | null = null;
  #pending: Promise<string> | null = null;
  #failed: { error: ServiceError; until: number } | null = null;

  constructor(options: ServiceTokenOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async get(): Promise<string> {
    if (this.#token && this.#token.goodUntil > this.#now()) return this.#token.value;
    if (this.#failed && this.#failed.until > this.#now()) throw this.#failed.error;
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  reject(token: string): void {
    if (this.#token?.value === token) this.#token = null;
  }

  endWait(): void {
    this.#failed = null;
  }

  async #fetch(): Promise<string> {
    const { http, tokenUrl, clientId, clientSecret } = this.#options;
    try {
      const answer = await http.exchange({
        method: 'POST',
        url: tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: CLIENT_CREDENTIALS,
          client_id: clientId,
          client_secret: clientSecret,
          scope: ORGANIZATION_SCOPE,
        }).toString(),
      });
      const token = tokenOf(answer.status, answer.text, () => this.#waitOf(answer));
      const lifetime = token.expires_in * 1000;
      // A token that lives shorter than our margin is used for half its life.
      this.#token = {
        value: token.access_token,
        goodUntil: this.#now() + (lifetime > 2 * EARLY_MS ? lifetime - EARLY_MS : lifetime / 2),
      };
      this.#failed = null;
      return token.access_token;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#failed = { error, until: error.retryAt ?? this.#now() + HOLD_OFF_MS };
      throw error;
    }
  }

  #waitOf(answer: Answer): number {
    const { maxWaitSeconds, unknownWaitSeconds } = this.#options;
    const wait = announcedWaitSeconds(answer, { now: this.#now(), maxSeconds: maxWaitSeconds });
    return this.#now() + (wait ?? unknownWaitSeconds) * 1000;
  }
}

function tokenOf(status: number, text: string, waitUntil: () => number) {
  if (status === 429)
    throw new ServiceError('rate_limited', 'The token endpoint asks us to wait', {
      status,
      retryAt: waitUntil(),
    });
  if (status >= 500) throw new ServiceError('service_error', 'The token endpoint is in trouble', { status });
  if (status >= 300)
    throw new ServiceError(
      'unauthorized',
      'The token endpoint refuses our credentials: check SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET',
      { status },
    );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const parsed = tokenResponse.safeParse(json);
  // The answer itself may hold a token: it is never part of the error.
  if (!parsed.success)
    throw new ServiceError(
      'unexpected_answer',
      'The token endpoint answered in a form that we do not understand',
      {
        status,
      },
    );
  return parsed.data;
}
