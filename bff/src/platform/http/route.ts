/**
 * Mounts described routes (bff/contract/api/routes.ts): checks the right, then reads the body, parses path parameters, query and body
 * strictly before the handler runs, and parses the response by the schema of its status, which drops undescribed fields.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { z } from 'zod';
import { nextTurn } from '../lib/async.ts';
import { chunksOf } from '../lib/chunks.ts';
import type { CurrentMachine, CurrentSession } from './current.ts';
import { jsonOnly, needsRight } from './guards.ts';
import { assertVisible } from './key-limits.ts';
import { needsKeyRight } from './key-rights.ts';
import { invalid, invalidField, Problem } from './problems.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

interface RouteInput<R extends ApiRoute> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly headers: Parsed<R['headers']>;
  readonly body: Parsed<R['body']>;
  /** Set on routes for people that need a right. */
  readonly session: CurrentSession;
  /** Set on routes for machines. */
  readonly machine: CurrentMachine;
  readonly request: Request;
  readonly response: Response;
}

interface StatusAndBody {
  readonly status: number;
  readonly body?: unknown;
}
type IsUnion<T, Each = T> = T extends T ? ([Each] extends [T] ? false : true) : never;
/**
 * Return value of a handler: the body, with its status if the route declares several; undefined if the status has no body, or if the
 * handler has sent the response itself (streams, cached JSON).
 */
type RouteOutput<R extends ApiRoute> =
  IsUnion<keyof R['responses']> extends true ? StatusAndBody | undefined : unknown;

export function mount<const R extends ApiRoute>(router: Router, route: R, handler: Handler<R>): void {
  const path = route.path.replace(/\{(\w+)\}/g, ':$1');
  const guards = guardsOf(route);
  // A GET request has no body.
  const body = route.method === 'GET' ? [] : jsonBody(route.large_body === true);
  const statuses = Object.keys(route.responses).map(Number);
  const onlyStatus = statuses.length === 1 ? statuses[0] : undefined;
  const isEmpty = onlyStatus !== undefined && route.responses[onlyStatus] === null;
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  router[method](path, ...guards, ...body, async (request: Request, response: Response) => {
    // Whoever has given up may have tried again elsewhere, and even reverted it since.
    if (method !== 'get' && response.destroyed) return;
    const nul_in_url = request.url.includes('%00');
    const input = {
      params: parse(route.params, request.params, 'path', nul_in_url),
      query: parse(route.query, request.query, 'query', nul_in_url),
      headers: parse(route.headers, headersOf(route, request), 'header', false),
      body: parse(route.body, request.body, 'body', true),
      session: response.locals.session as CurrentSession,
      machine: response.locals.machine as CurrentMachine,
      request,
      response,
    } as RouteInput<R>;
    const { machine, params } = input as { machine?: CurrentMachine; params?: { load_id?: string } };
    if (machine?.limits && params?.load_id) await assertVisible(machine, [params.load_id]);
    const output = await handler(input);
    if (output === undefined && !isEmpty) return;
    const { status, body } = (onlyStatus ? { status: onlyStatus, body: output } : output) as StatusAndBody;
    const schema = route.responses[status];
    if (schema === undefined)
      throw new Error(`${route.method} ${route.path} does not declare status ${status}`);
    response.status(status).set('Cache-Control', 'no-store');
    if (schema === null) response.end();
    else await sendParsed(response, schema, body);
  });
}

const headersOf = ({ headers }: ApiRoute, request: Request) =>
  headers && Object.fromEntries(Object.keys(headers.shape).map((name) => [name, request.get(name)]));

type Handler<R extends ApiRoute> = (input: RouteInput<R>) => RouteOutput<R> | Promise<RouteOutput<R>>;

export function mountRoutes<const R extends Readonly<Record<string, ApiRoute>>>(
  router: Router,
  routes: R,
  handlers: { readonly [K in keyof R]?: Handler<R[K]> },
): void {
  for (const [name, handler] of Object.entries(handlers))
    mount(router, routes[name] as ApiRoute, handler as Handler<ApiRoute>);
}

/** Routes for machines reject sessions and routes for people reject API keys, on any router. */
function guardsOf({ right, caller, for_limited_keys = false }: ApiRoute): RequestHandler[] {
  if (right === null) return [];
  return [caller === 'machine' ? needsKeyRight(right, for_limited_keys) : needsRight(right)];
}

/** Longer lists are parsed and serialized in slices, so that one answer holds the event loop for some milliseconds only. */
const LONG = 100;
const SLICE = 20;

async function sendParsed(response: Response, schema: z.ZodType, body: unknown): Promise<void> {
  const long = longListOf(schema, body);
  if (long === null) {
    response.json(schema.parse(body));
    return;
  }
  const { name, list, items } = long;
  const { [name]: _, ...rest } = schema.parse({ ...(body as object), [name]: [] }) as Record<string, unknown>;
  const slices: string[] = [];
  for (const slice of chunksOf(items, SLICE)) {
    await nextTurn();
    slices.push(JSON.stringify(list.parse(slice)).slice(1, -1));
  }
  const json = JSON.stringify(rest);
  const start = json === '{}' ? '{' : `${json.slice(0, -1)},`;
  await sendJsonList(response, `${start}${JSON.stringify(name)}:[`, slices, ']}');
}

/** The first long list of a response, with its schema. */
function longListOf(schema: z.ZodType, body: unknown) {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return null;
  for (const [name, items] of Object.entries(body)) {
    const list = (schema.shape as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(items) && items.length > LONG && list instanceof z.ZodArray)
      return { name, list, items: items as readonly unknown[] };
  }
  return null;
}

/** Strings beyond 128 kB are kept apart by V8, and many of them at once take it long to free. */
const SLICE_LENGTH = 64_000;

/** Serialized items, some at a time. */
export function* slicesOf(items: Iterable<string>): Generator<string> {
  let slice = '';
  for (const item of items) {
    slice += slice === '' ? item : `,\n${item}`;
    if (slice.length < SLICE_LENGTH) continue;
    yield slice;
    slice = '';
  }
  if (slice !== '') yield slice;
}

/** Sends JSON with a long list: `start`, the slices with commas between them, `end`. Other work runs in between. */
export async function sendJsonList(
  response: Response,
  start: string,
  slices: Iterable<string>,
  end: string,
): Promise<undefined> {
  response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  let onTaken: () => void = () => undefined;
  // Once for all slices: a compressed response does not give its listeners back.
  response.on('drain', () => onTaken()).on('close', () => onTaken());
  let before = start;
  for (const slice of slices) {
    await nextTurn();
    // Nothing that is written now would ever be taken.
    if (response.destroyed) return undefined;
    // What waits would be sent in one turn of the event loop.
    if (!response.write(before + slice))
      await new Promise<void>((resolve) => {
        onTaken = resolve;
      });
    before = ',\n';
  }
  response.end((before === start ? start : '') + end);
  return undefined;
}

/** Sends serialized JSON. A string leaves in one write together with the headers; a buffer takes two (a tenth fewer requests per second). */
export function sendJson(response: Response, status: number, json: string): undefined {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.setHeader('Cache-Control', 'no-store');
  response.end(json);
  return undefined;
}

type Where = Parameters<typeof invalid>[0];

/** @param may_contain_nul false: U+0000 is known to be absent, and is not searched for */
function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  where: Where,
  may_contain_nul: boolean,
): unknown {
  if (!schema) return undefined;
  const nul = may_contain_nul ? pathOfNul(value) : null;
  if (nul) throw invalidField([where, ...nul].join('.'), '', 'must not contain the character U+0000');
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(where, parsed.error, value);
  return parsed.data;
}

/** Path of a text with U+0000, which PostgreSQL cannot store; null: none. */
function pathOfNul(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfNul(inner);
    if (path) return [key, ...path];
  }
  return null;
}

/** Methods of a described path, for a 405 with Allow instead of a misleading 404. */
export function allowedMethods(routes: readonly ApiRoute[], path: string): string[] {
  return routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** Maximum size of a request body: enough for several thousand load ids. */
const BODY_LIMIT = '256kb';
/** Maximum for imports: all sites with notes, or a bulk job of two thousand rows. */
const LARGE_BODY_LIMIT = '4mb';
/** Our own bodies are at most ten levels deep. */
const MAX_DEPTH = 32;

const parserOf = (limit: string) => express.json({ limit, strict: true, inflate: false, verify: checkJson });

/** Checks the text before it is parsed: deep nesting takes far more memory than its bytes. */
function checkJson(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8')
    throw new Problem(415, 'unsupported_media_type', 'The body must be JSON in UTF-8', {
      detail: 'Send Content-Type: application/json; charset=utf-8',
    });
  if (isDeeperThan(MAX_DEPTH, body))
    throw new Problem(400, 'invalid', 'The body is nested too deeply', {
      detail: `Send at most ${MAX_DEPTH} levels of objects and lists`,
    });
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

function isDeeperThan(max: number, json: Buffer): boolean {
  let depth = 0;
  let in_text = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (in_text) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) in_text = false;
    } else if (byte === QUOTE) in_text = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > max) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

const usual: readonly RequestHandler[] = [jsonOnly, parserOf(BODY_LIMIT)];
const large: readonly RequestHandler[] = [jsonOnly, parserOf(LARGE_BODY_LIMIT)];

/** Middleware that reads the body of a described route. */
const jsonBody = (is_large: boolean): readonly RequestHandler[] => (is_large ? large : usual);
