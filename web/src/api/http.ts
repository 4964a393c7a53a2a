/**
 * The page's only access to our server: takes route descriptors, returns parsed responses or throws a Problem. Every request
 * carries the anti-forgery header; requests of timers also carry the background header, so that they do not extend the session.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import { BACKGROUND_HEADER, CSRF_HEADER } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import type { z } from 'zod';
import { noAnswer, Problem, problemOf } from './problem.ts';

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** In addition to the headers of every request; for example `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True for requests of timers, which nobody clicked. */
  readonly background?: boolean;
  readonly signal?: AbortSignal;
  /** The request outlives the page. */
  readonly keepalive?: boolean;
  /**
   * False returns the JSON unparsed. For lists of thousands of loads: the server has validated every item with the
   * same schema, and a second pass would take a tenth of a second.
   */
  readonly parse?: boolean;
}

export type Answer<R extends ApiRoute> = R['responses'][keyof R['responses']] extends infer S
  ? S extends z.ZodType
    ? z.output<S>
    : undefined
  : never;

type Listener = () => void;

export class Http {
  readonly #fetch: typeof fetch;
  readonly #online: () => boolean;
  readonly #signedOut = new Set<Listener>();
  /** The last 401 response, until someone signs in again. */
  #signedOutProblem: Problem | null = null;

  constructor(options: { fetch?: typeof fetch; online?: () => boolean } = {}) {
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#online = options.online ?? (() => navigator.onLine);
  }

  onSignedOut(listener: Listener): () => void {
    this.#signedOut.add(listener);
    return () => this.#signedOut.delete(listener);
  }

  /** Someone is signed in: background requests are allowed again. */
  resume(): void {
    this.#signedOutProblem = null;
  }

  /** @throws Problem, or the AbortError of `signal`. */
  async call<const R extends ApiRoute>(route: R, options: CallOptions = {}): Promise<Answer<R>> {
    const response = await this.open(route, options);
    const schema = route.responses[response.status];
    if (!schema) return undefined as Answer<R>;
    const body: unknown = await response.json().catch(() => undefined);
    if (options.parse === false && body !== null && typeof body === 'object')
      return body as unknown as Answer<R>;
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data as Answer<R>;
    throw new Problem({
      code: response.status,
      reason: 'unexpected_answer',
      message: 'Unexpected response from the server',
      detail: 'Reload the page. It may be out of date.',
      request_id: response.headers.get('X-Request-Id'),
    });
  }

  /**
   * Returns the raw response, for callers that read the body as a stream (use-csv-export.ts).
   * @throws Problem, or the AbortError of `signal`.
   */
  async open(route: ApiRoute, options: CallOptions = {}): Promise<Response> {
    // Signed out: every background request would fail, so only the session check is sent.
    if (this.#signedOutProblem && options.background && route !== SESSION_ROUTES.session)
      throw this.#signedOutProblem;
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const query = Object.entries(options.query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const url = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
    const headers: Record<string, string> = {
      ...options.headers,
      [CSRF_HEADER.name]: CSRF_HEADER.value,
      Accept: route.media_type ?? 'application/json',
    };
    if (options.background) headers[BACKGROUND_HEADER] = '1';
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';

    const could_send = route.method === 'GET' || this.#online();
    let response: Response;
    try {
      response = await this.#fetch(url, {
        method: route.method,
        headers,
        credentials: 'same-origin',
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw noAnswer(could_send && this.#online(), could_send);
    }
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.reason === 'signed_out') {
      this.#signedOutProblem = problem;
      for (const listener of this.#signedOut) listener();
    }
    throw problem;
  }
}
