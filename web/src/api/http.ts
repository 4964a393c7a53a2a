/**
 * The page's only way to our server: described routes in, parsed answers or a Problem out. Every request carries the
 * anti-forgery header (rule 14); what a timer asks carries the background header, so that it keeps no session alive.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import { BACKGROUND_HEADER, CSRF_HEADER } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import type { z } from 'zod';
import { noAnswer, Problem, problemOf } from './problem.ts';

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Beside those that every request carries; names an intent, for one (`Idempotency-Key`). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True for what a timer asks and nobody clicked. */
  readonly background?: boolean;
  readonly signal?: AbortSignal;
  /**
   * False hands the answer over as it came. For lists of thousands of loads: our server has put every item through the
   * same schema already, and doing it again here would cost the person a tenth of a second.
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
  /** The answer that nobody is signed in, until somebody is again. */
  #refusal: Problem | null = null;

  constructor(options: { fetch?: typeof fetch; online?: () => boolean } = {}) {
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#online = options.online ?? (() => navigator.onLine);
  }

  /** Called whenever the server answers that nobody is signed in. */
  onSignedOut(listener: Listener): () => void {
    this.#signedOut.add(listener);
    return () => this.#signedOut.delete(listener);
  }

  /** Somebody is signed in: what timers ask is sent again. */
  resume(): void {
    this.#refusal = null;
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
   * The answer as it comes, for what is read piece by piece (use-csv-export.ts).
   * @throws Problem, or the AbortError of `signal`.
   */
  async open(route: ApiRoute, options: CallOptions = {}): Promise<Response> {
    // Every timer of the page would ask in vain; whether somebody has signed in meanwhile is the one thing to ask.
    if (this.#refusal && options.background && route !== SESSION_ROUTES.session) throw this.#refusal;
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const asked = Object.entries(options.query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const address = asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
    const headers: Record<string, string> = {
      ...options.headers,
      [CSRF_HEADER.name]: CSRF_HEADER.value,
      Accept: route.media_type ?? 'application/json',
    };
    if (options.background) headers[BACKGROUND_HEADER] = '1';
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';

    let response: Response;
    try {
      response = await this.#fetch(address, {
        method: route.method,
        headers,
        credentials: 'same-origin',
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw noAnswer(this.#online());
    }
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.reason === 'signed_out') {
      this.#refusal = problem;
      for (const listener of this.#signedOut) listener();
    }
    throw problem;
  }
}
