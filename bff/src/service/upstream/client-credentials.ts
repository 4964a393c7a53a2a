/**
 * The access token for background polling (client credentials). Concurrent callers share one request per token lifetime, because the
 * service warns that frequent token requests are rate limited; after a failure no request is sent before a wait is over.
 */
import { ORGANIZATION_SCOPE, type TokenResponse, tokenRefusal, tokenResponse } from '@waypost/contract/token';
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetchOptions,
  clientCredentialsGrant,
  customFetch,
} from 'openid-client';
import { isLoopback } from '../../platform/config/config.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Uses } from '../../platform/uses.ts';
import { kindOfStatus, ServiceError } from './errors.ts';
import type { Answer, Http } from './http.ts';
import { parseJson, retryAfterSeconds } from './http.ts';
import type { TokenFailure, TokenSource } from './token-source.ts';

/** Renewed this early, so that no call starts with a token that expires on the way. */
const EARLY_MS = 60_000;
/** Waits double from `first` to `longest`. Outages of the endpoint are short, so polling should resume soon. */
const TROUBLE_MS = { first: 1_000, longest: 5_000 };
/** Our credentials are rejected: a provider may lock out frequent attempts. */
const REFUSED_MS = { first: 5_000, longest: 60_000 };
/** New tokens are rejected too (401): the first is renewed at once, later ones more and more rarely. */
const REJECTED_MS = { first: 1_000, longest: 60_000 };
const MAX_PATHS = 1_000;
const MIN_ACCEPTED_AGE_MS = 5_000;
/** Minimum announced wait, so that a refusal is never followed by an immediate request. */
const MIN_WAIT_SECONDS = 1;
/** Shorter than the service's timeout: a server stop does not wait long for a hanging token endpoint. */
const TIMEOUT_MS = 5_000;

interface ClientCredentialsOptions extends Uses<'now' | 'monotonicNow'> {
  readonly http: Http;
  readonly tokenUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly unknownWaitSeconds: number;
  readonly maxWaitSeconds: number;
  readonly unknownLifetimeSeconds: number;
}

interface Token {
  readonly value: string;
  readonly granted: readonly string[] | null;
  readonly fetchedAt: number;
  readonly renewAt: number;
  readonly expiresAt: number;
  rejected: boolean;
}

export class ClientCredentials extends ServerPart<ClientCredentialsOptions> implements TokenSource {
  readonly #configuration: Configuration;
  #token: Token | null = null;
  #pending: Promise<string> | null = null;
  #failure: TokenFailure | null = null;
  #rejections = 0;
  #replaceAt = 0;
  /** Where tokens were rejected since the last success there. */
  readonly #rejectedPaths = new Set<string>();

  constructor(options: ClientCredentialsOptions) {
    super(options);
    const { tokenUrl, clientId, clientSecret } = options;
    this.#configuration = new Configuration(
      { issuer: tokenUrl.origin, token_endpoint: tokenUrl.href },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    );
    this.#configuration[customFetch] = (url, request) => this.#exchange(url, request);
    // Plain http is accepted on loopback only; config.ts rejects every other URL.
    if (isLoopback(tokenUrl)) allowInsecureRequests(this.#configuration);
  }

  async get(): Promise<string> {
    const now = this.monotonicNow();
    const token = this.#token;
    // A rejected token stays in use until it may be replaced: it may be valid for other calls.
    if (token && token.renewAt > now && !(token.rejected && this.#replaceAt <= now)) return token.value;
    if ((this.#failure?.error.retryAt ?? 0) > now) return this.#currentOrThrow();
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  reject(value: string, path = ''): void {
    const token = this.#token;
    if (token?.value !== value) return;
    if (this.#rejectedPaths.size < MAX_PATHS) this.#rejectedPaths.add(path);
    if (token.rejected) return;
    const now = this.monotonicNow();
    token.rejected = true;
    this.#rejections = now - token.fetchedAt < REJECTED_MS.longest ? this.#rejections + 1 : 1;
    this.#replaceAt = this.#rejections === 1 ? now : now + backoff(REJECTED_MS, this.#rejections - 1);
  }

  /**
   * A success where a token was rejected ends the backoff: the next rejected token is replaced at once. A success elsewhere does not,
   * because some paths may always be refused.
   */
  accepted(path: string): void {
    const token = this.#token;
    if (this.#rejections === 0 || !token || !this.#rejectedPaths.has(path)) return;
    // Not right after it was fetched: while tokens are accepted only now and then, each would be replaced at once.
    if (this.monotonicNow() - token.fetchedAt < MIN_ACCEPTED_AGE_MS) return;
    token.rejected = false;
    this.#rejections = 0;
    this.#rejectedPaths.clear();
  }

  granted(): readonly string[] | null {
    return this.#token?.granted ?? null;
  }

  get failure(): TokenFailure | null {
    return this.#validToken() ? null : this.#failure;
  }

  #validToken(): Token | null {
    const token = this.#token;
    return token && !token.rejected && token.expiresAt > this.monotonicNow() ? token : null;
  }

  /** The current token while it is valid; else throws the reason why there is no new one. */
  #currentOrThrow(): string {
    const token = this.#validToken();
    if (token) return token.value;
    throw this.#failure?.error ?? new Error('there is neither a token nor an error');
  }

  endWait(): void {
    this.#failure = null;
  }

  async #fetch(): Promise<string> {
    try {
      const granted = await clientCredentialsGrant(this.#configuration, { scope: ORGANIZATION_SCOPE });
      const lifetime = (granted.expires_in ?? this.options.unknownLifetimeSeconds) * 1000;
      const fetchedAt = this.monotonicNow();
      this.#token = {
        value: granted.access_token,
        granted: granted.scope?.split(/\s+/).filter(Boolean) ?? null,
        fetchedAt,
        // A token that expires within our margin is used for half its lifetime.
        renewAt: fetchedAt + (lifetime > 2 * EARLY_MS ? lifetime - EARLY_MS : lifetime / 2),
        expiresAt: fetchedAt + lifetime,
        rejected: false,
      };
      this.#failure = null;
      return granted.access_token;
    } catch (error) {
      // Errors of `#exchange` arrive as the cause of the library's own error.
      const cause = error instanceof Error ? error.cause : null;
      if (!(cause instanceof ServiceError)) throw error;
      this.#failure = this.#failed(cause);
      return this.#currentOrThrow();
    }
  }

  /** One exchange with the token endpoint, as openid-client requires it. Throws ServiceError when the response holds no token. */
  async #exchange(url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> {
    const answer = await this.options.http.exchange({
      method,
      url: new URL(url),
      headers: Object.fromEntries(new Headers(headers)),
      body: String(body),
      timeoutMs: TIMEOUT_MS,
    });
    const { access_token, expires_in, scope } = tokenOf(answer, () => this.#waitOf(answer));
    // The library requires more than the interface promises: a token type, and no null values.
    return Response.json({
      access_token,
      token_type: 'bearer',
      ...(expires_in == null ? {} : { expires_in }),
      ...(scope == null ? {} : { scope }),
    });
  }

  /** The same error with the time of the next attempt. */
  #failed(error: ServiceError): TokenFailure {
    const attempts = (this.#failure?.attempts ?? 0) + 1;
    const { kind, status, cause } = error;
    const waits = kind === 'unauthorized' ? REFUSED_MS : TROUBLE_MS;
    return {
      attempts,
      error: new ServiceError(kind, NO_ANSWER[kind as keyof typeof NO_ANSWER] ?? error.message, {
        status: status ?? undefined,
        retryAt: error.retryAt ?? this.monotonicNow() + backoff(waits, attempts),
        // Without a token nothing can be called, whatever was received instead.
        outage: kind === 'unexpected_answer',
        atTokenEndpoint: true,
        cause: cause ?? error,
      }),
    };
  }

  #waitOf(answer: Answer): number {
    const { maxWaitSeconds, unknownWaitSeconds } = this.options;
    const announced = retryAfterSeconds(answer, { now: this.now(), maxSeconds: maxWaitSeconds });
    return this.monotonicNow() + Math.max(MIN_WAIT_SECONDS, announced ?? unknownWaitSeconds) * 1000;
  }
}

const backoff = ({ first, longest }: { first: number; longest: number }, attempt: number) =>
  Math.min(longest, first * 2 ** (attempt - 1));

const NO_ANSWER = {
  timeout: 'The token endpoint did not respond in time',
  unreachable: "The token endpoint can't be reached",
} as const;

function tokenOf({ status, headers, text }: Answer, waitUntil: () => number): TokenResponse {
  if (status === 429)
    throw new ServiceError('rate_limited', 'Rate limit reached at the token endpoint', {
      status,
      retryAt: waitUntil(),
    });
  if (status >= 500) throw new ServiceError('service_error', 'The token endpoint has a problem', { status });
  const body = parseJson(text);
  if (status >= 400) {
    const refusal = tokenRefusal.safeParse(body);
    if (refusal.success || kindOfStatus(status) === 'unauthorized')
      throw new ServiceError(
        'unauthorized',
        `The token endpoint rejects our credentials${refusal.success ? ` (${refusal.data.error})` : ''}: check SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET`,
        { status },
      );
  }
  if (status >= 300) {
    const redirect = status < 400 && headers.location !== undefined;
    throw new ServiceError(
      'unexpected_answer',
      redirect
        ? 'The token endpoint redirects to another address, which Waypost does not follow: check SERVICE_TOKEN_URL'
        : `The token endpoint answers with status ${status} and no OAuth error: something in front of it may be blocking Waypost`,
      { status },
    );
  }
  const parsed = tokenResponse.safeParse(body);
  // The response may contain a token, so it is never part of the error.
  if (!parsed.success)
    throw new ServiceError(
      'unexpected_answer',
      "The token endpoint's response has no token that Waypost can read",
      { status },
    );
  return parsed.data;
}
