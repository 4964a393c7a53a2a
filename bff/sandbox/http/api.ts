/**
 * The service's API as one pipeline driven by the contract's endpoint descriptors. Both directions are bound: a request
 * is parsed by its descriptor before a handler sees it, and our answer is parsed by the descriptor before it leaves.
 *
 * Answers, in this order: 429, 404, 405, 401, 403, failures caused on purpose, 422 (path and query), 400 and 422 (body), 501 (no
 * handler), then the handler's own. What a body asks for on purpose comes before its own 422. What the interface names without describing
 * it answers 401, then 501.
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
import { pass, unpassed } from './fixed.ts';
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

/** Handlers by the name of their endpoint. An endpoint without one answers 501. */
export type Handlers = {
  readonly [K in keyof ServiceEndpoints]?: (call: Call<ServiceEndpoints[K]>) => Answer;
};

export interface ApiParts {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly handlers: Handlers;
  /** True for paths of reads that the interface names and does not describe. */
  readonly isUndescribed: (path: string) => boolean;
  /** Who sends this bearer token; null when it is unknown or expired. */
  readonly authenticate: (token: string) => Caller | null;
  readonly rateLimit: RateLimit;
  readonly failures: Failures;
  readonly now: () => number;
  /** Called about unexpected errors, which are answered with 500. */
  readonly onError: (error: unknown) => void;
}

const NOTHING = z.strictObject({});
const AS_IT_IS = aliasDirections();
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

function parse(schema: z.ZodType, input: unknown, wire: AliasDirections): unknown {
  const result = schema.safeParse(input);
  if (!result.success) throw new ServiceError(422, withAliases(validationDetail(result.error, input), wire));
  return result.data;
}

/** A handler's own 422 names fields as the contract does: on the wire they may have other names. */
function handle(handler: (call: Call) => Answer, call: Call, { queryNames, bodyNames }: Endpoint): Answer {
  try {
    return handler(call);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isIssues(error.detail)) throw error;
    throw new ServiceError(422, withAliases(error.detail, aliasDirections({ ...bodyNames, ...queryNames })));
  }
}

/** Query under the names of the contract; a repeated parameter becomes a list. */
function readQuery({ inward }: AliasDirections, text: string): Record<string, unknown> {
  const pairs = new URLSearchParams(text);
  // Not by assignment: `__proto__` is a name like any other, and unknown here.
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((wire) => {
      const values = pairs.getAll(wire);
      const name = Object.hasOwn(inward, wire) ? inward[wire] : wire;
      return [name ?? wire, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Throws when the interface does not allow this answer. */
export function checkAnswer(endpoint: Endpoint, { status, body }: Answer): void {
  const says = (what: string) => new ContractBreach(`${endpoint.name} ${what}`);
  if (!endpoint.success.includes(status)) throw says(`does not declare ${status}`);
  const schema = endpoint.response;
  if (!schema) return;
  const items = itemsOf(body);
  // Of a page what has been passed before is left out.
  const unseen = items && unpassed(schema, items);
  const unchecked =
    items && unseen && unseen.length < items.length ? { ...(body as object), items: unseen } : body;
  checkClosely(schema, unchecked, says);
  if (unseen) pass(schema, unseen);
}

function checkClosely(schema: z.ZodType, body: unknown, says: (what: string) => ContractBreach): void {
  const result = schema.safeParse(body);
  if (!result.success) throw says(`answers what its schema refuses: ${z.prettifyError(result.error)}`);
  const unknown = unknownFields(schema, body);
  if (unknown.length > 0) throw says(`answers fields that its schema does not name: ${unknown.join(', ')}`);
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
    const asked = readQuery(queryWire, query);
    raiseSentinel(endpoint.errors, path, asked);
    const handler = handlers[endpoint.name];
    const params = parse(endpoint.params ?? NOTHING, path, AS_IT_IS);
    const parsedQuery = parse(endpoint.query ?? NOTHING, asked, queryWire);
    const input = endpoint.body ? renameKeys(await readJson(request), bodyWire.inward) : undefined;
    raiseSentinel(endpoint.errors, input);
    if (!handler) return null;
    const body = endpoint.body ? parse(endpoint.body, input, bodyWire) : undefined;
    const call = { params, query: parsedQuery, body, caller } as Call;
    const result = handle(handler, call, endpoint);
    checkAnswer(endpoint, result);
    return result;
  }

  /** A read that the interface names without describing it: 501 for whoever may call. */
  function sendUndescribed(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET') sendError(response, 405, `${path} knows GET`, { Allow: 'GET' });
    else if (!knows(request)) sendError(response, 401, 'the bearer token is missing or not valid', CHALLENGE);
    else sendError(response, 501, `the interface documents no schema for ${path}`);
  }

  /** Answers one request. Rejects with a ContractBreach when our own answer is not allowed. */
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
