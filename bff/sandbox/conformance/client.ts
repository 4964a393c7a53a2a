/** HTTP client of a service that validates each response against the contract's schemas. */
import assert from 'node:assert/strict';
import { type Endpoint, type ErrorStatus, requestPath } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { ERROR_MESSAGES, errorBodies, type ValidationIssue } from '@waypost/contract/errors';
import { renameKeys } from '@waypost/contract/field-aliases';
import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';
import { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE } from '@waypost/contract/token';
import type { z } from 'zod';
import { Skip } from './case.ts';

export type Name = keyof ServiceEndpoints;

/** Response of an endpoint as typed by the contract's schema. */
export type BodyOf<N extends Name> = ServiceEndpoints[N] extends { response: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

export interface RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Sent unserialized instead of `body`. */
  readonly raw?: string;
  /** Replaces the endpoint's method. */
  readonly method?: string;
  /** Replaces the client's token; null = no Authorization header. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for an empty body. */
  readonly body: unknown;
}

export interface Target {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** Longest Retry-After that is honored. */
const MAX_PAUSE_SECONDS = 60;
const MAX_TRIES = 5;
const REQUEST_TIMEOUT_MS = 30_000;

export class Client {
  readonly target: Target;
  readonly endpoints: ServiceEndpoints;
  readonly #pause: (seconds: number) => Promise<void>;
  #token: Promise<string> | null = null;

  /** @param pause waits after a 429 */
  constructor(target: Target, endpoints: ServiceEndpoints, pause: (seconds: number) => Promise<void>) {
    this.target = target;
    this.endpoints = endpoints;
    this.#pause = pause;
  }

  /** Posts a form to the token endpoint: the default one with changes; null removes a field. */
  postToken(
    changes: Readonly<Record<string, string | null>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    const { client_id, client_secret, token_url } = this.target;
    const usual = { grant_type: CLIENT_CREDENTIALS, client_id, client_secret, scope: ORGANIZATION_SCOPE };
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...usual, ...changes }))
      if (value !== null) form.set(name, value);
    return this.fetch(token_url, { method: 'POST', body: form, headers: { ...headers } });
  }

  /** One token for all calls: it is reusable until it expires. */
  token(): Promise<string> {
    this.#token ??= this.postToken().then(({ status, body }) => {
      assert.equal(status, 200, 'the token endpoint grants a token to the given client');
      return (body as { access_token: string }).access_token;
    });
    return this.#token;
  }

  /** Any request; retried after the announced pause on a 429. */
  async fetch(url: string, init: RequestInit): Promise<ApiResponse> {
    let response = await this.#fetchOnce(url, init);
    for (let tries = 1; response.status === 429 && tries < MAX_TRIES; tries++) {
      const wait = Number(response.headers.get('retry-after') ?? 1);
      await this.#pause(Math.min(MAX_PAUSE_SECONDS, Number.isFinite(wait) ? wait : 1));
      response = await this.#fetchOnce(url, init);
    }
    return response;
  }

  async #fetchOnce(url: string, init: RequestInit): Promise<ApiResponse> {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...init,
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text !== '' && isJson ? parseJsonKeepingBigIntegers(text) : undefined,
    };
  }

  /** Sends one call without checking the response. */
  send(name: Name, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.#request(name, options, (url, init) => this.fetch(url, init));
  }

  async #request(name: Name, options: RequestOptions, send: Client['fetch']): Promise<ApiResponse> {
    const endpoint: Endpoint = this.endpoints[name];
    const url = this.target.base_url + requestPath(endpoint, options);
    const authorization =
      options.authorization === undefined ? `Bearer ${await this.token()}` : options.authorization;
    const body =
      options.raw ??
      (options.body === undefined
        ? undefined
        : JSON.stringify(renameKeys(options.body, endpoint.bodyNames ?? {})));
    return send(url, {
      method: options.method ?? endpoint.method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /**
   * A call that must succeed: a declared status and a body valid against the contract's schema. A missing optional endpoint (404,
   * 501) is a Skip.
   */
  async expectSuccess(name: Name, options: RequestOptions = {}): Promise<ApiResponse> {
    const endpoint: Endpoint = this.endpoints[name];
    const response = await this.send(name, options);
    const { status, text, body } = response;
    const isAssumed = endpoint.optional === true || endpoint.assumed === true;
    if (isAssumed && (status === 501 || (status === 404 && !endpoint.params)))
      throw new Skip(`${endpoint.method} ${endpoint.path} is not offered (${status})`);
    assert.ok(
      endpoint.success.includes(status),
      `${name} answers ${status} instead of ${endpoint.success.join(' or ')}: ${text.slice(0, 400)}`,
    );
    if (endpoint.response) {
      const parsed = endpoint.response.safeParse(body);
      assert.ok(parsed.success, `${name} answers what its schema refuses: ${parsed.error?.message}`);
    }
    return response;
  }

  /** Raw body of a call that must succeed. */
  async call<N extends Name>(name: N, options: RequestOptions = {}): Promise<BodyOf<N>> {
    return (await this.expectSuccess(name, options)).body as BodyOf<N>;
  }

  /** A call that must fail with this status in the service's error format. */
  async expectError(name: Name, status: ErrorStatus, options: RequestOptions = {}): Promise<ApiResponse> {
    const response = await (status === 429
      ? this.#request(name, options, (url, init) => this.#fetchOnce(url, init))
      : this.send(name, options));
    assert.equal(response.status, status, `${name}: ${response.text.slice(0, 400)}`);
    assertErrorBody(status, response.body);
    return response;
  }

  /** Name on the wire of a field or parameter that this service has renamed. */
  wireName(name: Name, field: string): string {
    const { queryNames, bodyNames }: Endpoint = this.endpoints[name];
    return { ...bodyNames, ...queryNames }[field] ?? field;
  }

  /** Issues of a call that must be rejected with 422; each of the given fields must occur in them. */
  async expectInvalid(
    name: Name,
    options: RequestOptions,
    ...fields: readonly string[]
  ): Promise<readonly ValidationIssue[]> {
    const { body } = await this.expectError(name, 422, options);
    const issues = (body as { detail: ValidationIssue[] | null }).detail ?? [];
    for (const field of fields)
      assert.ok(
        issues.some(({ path }) => path.split('.').includes(this.wireName(name, field))),
        `${field} is named in ${JSON.stringify(issues)}`,
      );
    return issues;
  }
}

export function assertErrorBody(status: ErrorStatus, body: unknown): void {
  const parsed = errorBodies[status].safeParse(body);
  assert.ok(parsed.success, `body of a ${status}: ${JSON.stringify(body)}`);
  const fields = Object.keys(body as object).sort();
  assert.deepEqual(fields, status === 500 ? ['message'] : ['code', 'detail', 'message']);
  assert.equal((body as { message: string }).message, ERROR_MESSAGES[status]);
}
