/**
 * The service's API as one pipeline driven by the contract's endpoint descriptors. Requests are validated before a handler runs,
 * and responses before they are sent.
 *
 * Order of checks: 429, 404, 405, 401, 403, simulated failures, 422 (path and query), 400 and 422 (body), 501 (no handler), then
 * the handler's own. A failure simulated by the body comes before its 422. Reads that the interface names without describing them
 * answer 401, then 501.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, ErrorStatus } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { renameKeys } from '@waypost/contract/field-aliases';
import { z } from 'zod';
import type { Caller } from '../identity/access.ts';
import { type Headers, sendError, sendJson } from './answer.ts';
import { readJson } from './body.ts';
import type { Failures } from './failures.ts';
import { type AliasDirections, aliasDirections, withAliases } from './field-aliases.ts';
import { markValidated, unvalidatedItems } from './immutable-records.ts';
import { ContractBreach, isIssues, ServiceError } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';
import { Routes } from './routes.ts';
import { raiseSentinel } from './sentinels.ts';
import { unknownFields } from './unknown-fields.ts';
import { validationDetail } from './validation.ts';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Headers;
}

type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

export interface Call<E extends Endpoint = Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: Caller;
}

/** Handlers by endpoint name. An endpoint without one answers 501. */
export type Handlers = {
  readonly [K in keyof ServiceEndpoints]?: (call: Call<ServiceEndpoints[K]>) => Answer;
};

export interface ApiParts {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly handlers: Handlers;
  /** Recognizes paths of reads that the interface names but does not describe. */
  readonly isUndescribed: (path: string) => boolean;
  /** Caller of a bearer token; null when it is unknown or expired. */
  readonly authenticate: (token: string) => Caller | null;
  readonly rateLimit: RateLimit;
  readonly failures: Failures;
  readonly now: () => number;
  /** Called for unexpected errors, which are answered with 500. */
  readonly onError: (error: unknown) => void;
}

const NO_FIELDS = z.strictObject({});
const NO_ALIASES = aliasDirections();
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

function parse(schema: z.ZodType, input: unknown, wire: AliasDirections): unknown {
  const result = schema.safeParse(input);
  if (!result.success) throw new ServiceError(422, withAliases(validationDetail(result.error, input), wire));
  return result.data;
}

/** A handler's own 422 uses contract names; the wire may use others. */
function handle(handler: (call: Call) => Answer, call: Call, { queryNames, bodyNames }: Endpoint): Answer {
  try {
    return handler(call);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isIssues(error.detail)) throw error;
    throw new ServiceError(422, withAliases(error.detail, aliasDirections({ ...bodyNames, ...queryNames })));
  }
}

/** Query by contract names; a repeated parameter becomes a list. */
function readQuery({ inward }: AliasDirections, text: string): Record<string, unknown> {
  const pairs = new URLSearchParams(text);
  // Uses Object.fromEntries because assigning `__proto__` would set the prototype.
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((wire) => {
      const values = pairs.getAll(wire);
      const name = Object.hasOwn(inward, wire) ? inward[wire] : wire;
      return [name ?? wire, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Throws when the response violates the contract. */
export function checkResponse(endpoint: Endpoint, { status, body }: Answer): void {
  const breach = (what: string) => new ContractBreach(`${endpoint.name} ${what}`);
  if (!endpoint.success.includes(status)) throw breach(`does not declare ${status}`);
  const schema = endpoint.response;
  if (!schema) return;
  const items = itemsOf(body);
  // Items of a page that were validated before are skipped.
  const unvalidated = items && unvalidatedItems(schema, items);
  const unchecked =
    items && unvalidated && unvalidated.length < items.length
      ? { ...(body as object), items: unvalidated }
      : body;
  checkBody(schema, unchecked, breach);
  if (unvalidated) markValidated(schema, unvalidated);
}

function checkBody(schema: z.ZodType, body: unknown, breach: (what: string) => ContractBreach): void {
  const result = schema.safeParse(body);
  if (!result.success) throw breach(`answers what its schema refuses: ${z.prettifyError(result.error)}`);
  const unknown = unknownFields(schema, body);
  if (unknown.length > 0) throw breach(`answers fields that its schema does not name: ${unknown.join(', ')}`);
}

function itemsOf(body: unknown): readonly unknown[] | null {
  const { items } = (body ?? {}) as { items?: unknown };
  return Array.isArray(items) ? items : null;
}

export function createApi(parts: ApiParts) {
  const routes = new Routes(Object.values(parts.endpoints));
  const handlers = parts.handlers as Readonly<Record<string, ((call: Call) => Answer) | undefined>>;

  const tokenOf = ({ headers }: IncomingMessage) =>
    /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const knows = (request: IncomingMessage) => parts.authenticate(tokenOf(request) ?? '') !== null;

  function authenticate(request: IncomingMessage, { scope }: Endpoint): Caller {
    const token = tokenOf(request);
    if (!token) throw new ServiceError(401, 'the request has no bearer token');
    const caller = parts.authenticate(token);
    if (!caller) throw new ServiceError(401, 'the token is unknown or expired');
    if (scope && !caller.scopes.has(scope)) throw new ServiceError(403, `the token lacks the scope ${scope}`);
    return caller;
  }

  async function answer(
    endpoint: Endpoint,
    path: Record<string, string>,
    query: string,
    request: IncomingMessage,
  ): Promise<Answer | null> {
    const caller = authenticate(request, endpoint);
    parts.failures.raise(endpoint.errors, path);
    const [queryWire, bodyWire] = [aliasDirections(endpoint.queryNames), aliasDirections(endpoint.bodyNames)];
    const rawQuery = readQuery(queryWire, query);
    raiseSentinel(endpoint.errors, path, rawQuery);
    const handler = handlers[endpoint.name];
    const params = parse(endpoint.params ?? NO_FIELDS, path, NO_ALIASES);
    const parsedQuery = parse(endpoint.query ?? NO_FIELDS, rawQuery, queryWire);
    const input = endpoint.body ? renameKeys(await readJson(request), bodyWire.inward) : undefined;
    raiseSentinel(endpoint.errors, input);
    if (!handler) return null;
    const body = endpoint.body ? parse(endpoint.body, input, bodyWire) : undefined;
    const call = { params, query: parsedQuery, body, caller } as Call;
    const result = handle(handler, call, endpoint);
    checkResponse(endpoint, result);
    return result;
  }

  /** A read that the interface names without describing it: 501 for authorized callers. */
  function sendUndescribed(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET') sendError(response, 405, `${path} knows GET`, { Allow: 'GET' });
    else if (!knows(request)) sendError(response, 401, 'the bearer token is missing or not valid', CHALLENGE);
    else sendError(response, 501, `the interface documents no schema for ${path}`);
  }

  /** Handles one request. Rejects with a ContractBreach when our own response violates the contract. */
  return async function api(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
    if (path.startsWith('/v2/')) {
      const wait = parts.rateLimit.take(parts.now());
      if (wait > 0) {
        const message = `wait ${wait} s before the next request`;
        return sendError(response, 429, { retry_after_seconds: wait, message });
      }
    }
    const match = routes.match(request.method ?? '', path);
    if (match.found === 'nothing') {
      if (parts.isUndescribed(path)) return sendUndescribed(path, request, response);
      return sendError(response, 404, `nothing found at ${path}`);
    }
    if (match.found === 'other_methods')
      return sendError(response, 405, `${path} knows ${match.allow}`, { Allow: match.allow });
    const { endpoint } = match;
    try {
      const result = await answer(endpoint, match.params, query, request);
      if (result) return sendJson(response, result.status, result.body, result.headers);
      return sendError(response, 501, `${endpoint.method} ${endpoint.path} is not part of this sandbox yet`);
    } catch (error) {
      if (error instanceof ContractBreach) throw error;
      if (!(error instanceof ServiceError)) {
        parts.onError(error);
        return sendError(response, 500);
      }
      const declared: readonly ErrorStatus[] = endpoint.errors;
      if (!declared.includes(error.status))
        throw new ContractBreach(`${endpoint.name} does not declare ${error.status}`);
      return sendError(response, error.status, error.detail, error.status === 401 ? CHALLENGE : undefined);
    }
  };
}
