/** Speaks HTTP with a service, and holds each answer against the contract's schemas. */
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

/** Answer of an endpoint as the contract's schema types it. */
export type BodyOf<N extends Name> = ServiceEndpoints[N] extends { response: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly raw?: string;
  /** In place of the endpoint's own. */
  readonly method?: string;
  /** In place of the client's own; null = no Authorization header. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when there is none. */
  readonly body: unknown;
}

export interface Target {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** A service asks for a pause now and then; beyond this it is not worth waiting for. */
const MAX_PAUSE_SECONDS = 60;
const MAX_TRIES = 5;
/** A service that is silent for so long fails its case; the next one is asked all the same. */
const MAX_ANSWER_MS = 30_000;

export class Client {
  readonly target: Target;
  readonly endpoints: ServiceEndpoints;
  readonly #pause: (seconds: number) => Promise<void>;
  #token: Promise<string> | null = null;

  /** @param pause waits, when a service answers 429 */
  constructor(target: Target, endpoints: ServiceEndpoints, pause: (seconds: number) => Promise<void>) {
    this.target = target;
    this.endpoints = endpoints;
    this.#pause = pause;
  }

  /** A form to the token endpoint: the usual one with changes; null leaves a field out. */
  postToken(
    changes: Readonly<Record<string, string | null>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
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

  /** Any request; it waits and asks again when the service says 429. */
  async fetch(url: string, init: RequestInit): Promise<Answer> {
    let answer = await this.#fetchOnce(url, init);
    for (let tries = 1; answer.status === 429 && tries < MAX_TRIES; tries++) {
      const wait = Number(answer.headers.get('retry-after') ?? 1);
      await this.#pause(Math.min(MAX_PAUSE_SECONDS, Number.isFinite(wait) ? wait : 1));
      answer = await this.#fetchOnce(url, init);
    }
    return answer;
  }

  async #fetchOnce(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
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

  /** One call as it is, without judging the answer. */
  send(name: Name, ask: Ask = {}): Promise<Answer> {
    return this.#call(name, ask, (url, init) => this.fetch(url, init));
  }

  async #call(name: Name, ask: Ask, send: Client['fetch']): Promise<Answer> {
    const endpoint: Endpoint = this.endpoints[name];
    const url = this.target.base_url + requestPath(endpoint, ask);
    const authorization =
      ask.authorization === undefined ? `Bearer ${await this.token()}` : ask.authorization;
    const body =
      ask.raw ??
      (ask.body === undefined ? undefined : JSON.stringify(renameKeys(ask.body, endpoint.bodyNames ?? {})));
    return send(url, {
      method: ask.method ?? endpoint.method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /**
   * A call that must succeed: a declared status, a body that the contract's schema takes. A missing
   * optional endpoint (404, 501) is a Skip.
   */
  async answered(name: Name, ask: Ask = {}): Promise<Answer> {
    const endpoint: Endpoint = this.endpoints[name];
    const answer = await this.send(name, ask);
    const { status, text, body } = answer;
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
    return answer;
  }

  /** Body of a call that must succeed, as it came. */
  async ask<N extends Name>(name: N, ask: Ask = {}): Promise<BodyOf<N>> {
    return (await this.answered(name, ask)).body as BodyOf<N>;
  }

  /** A call that must be refused with this status in the shape of the service's errors. */
  async refused(name: Name, status: ErrorStatus, ask: Ask = {}): Promise<Answer> {
    const answer = await (status === 429
      ? this.#call(name, ask, (url, init) => this.#fetchOnce(url, init))
      : this.send(name, ask));
    assert.equal(answer.status, status, `${name}: ${answer.text.slice(0, 400)}`);
    assertErrorBody(status, answer.body);
    return answer;
  }

  /** Name on the wire of a field or parameter, where this service has renamed it. */
  wireName(name: Name, field: string): string {
    const { queryNames, bodyNames }: Endpoint = this.endpoints[name];
    return { ...bodyNames, ...queryNames }[field] ?? field;
  }

  /** Issues of a call that must be refused with 422; each of the given fields must be named. */
  async invalid(name: Name, ask: Ask, ...fields: readonly string[]): Promise<readonly ValidationIssue[]> {
    const { body } = await this.refused(name, 422, ask);
    const issues = (body as { detail: ValidationIssue[] | null }).detail ?? [];
    for (const field of fields)
      assert.ok(
        issues.some(({ path }) => path.split('.').includes(this.wireName(name, field))),
        `${field} is named in ${JSON.stringify(issues)}`,
      );
    return issues;
  }
}

/** The exact body of an error. */
export function assertErrorBody(status: ErrorStatus, body: unknown): void {
  const parsed = errorBodies[status].safeParse(body);
  assert.ok(parsed.success, `body of a ${status}: ${JSON.stringify(body)}`);
  const fields = Object.keys(body as object).sort();
  assert.deepEqual(fields, status === 500 ? ['message'] : ['code', 'detail', 'message']);
  assert.equal((body as { message: string }).message, ERROR_MESSAGES[status]);
}
