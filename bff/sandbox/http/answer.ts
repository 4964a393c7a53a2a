/** Writes responses. */
import type { ServerResponse } from 'node:http';
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { bytesOf, isImmutable } from './immutable-records.ts';
import { type ErrorDetail, errorBody } from './problem.ts';

export type Headers = Readonly<Record<string, string>>;

/** Integers above 2^53 are bigints in code and integers on the wire (`h3_index_11`). */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };

/**
 * Replaces bigints by raw JSON; values without bigints are not copied. A JSON.stringify replacer would be called for each of the
 * tens of thousands of values of a long page.
 */
function withRawIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value));
  if (value === null || typeof value !== 'object') return value;
  let copy: Record<string, unknown> | unknown[] | null = null;
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    if (inner === null || (typeof inner !== 'object' && typeof inner !== 'bigint')) continue;
    const raw = withRawIntegers(inner);
    if (raw === inner) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[key] = raw;
  }
  return copy ?? value;
}

const write = (value: unknown) => JSON.stringify(withRawIntegers(value));

/** JSON of a body. Items of a page that are immutable records are cached as bytes. */
function toBytes(body: unknown): Buffer {
  const { items, ...rest } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(items) || !items.some(isImmutable)) return Buffer.from(write(body));
  const parts = items.flatMap((item, i) =>
    i === 0 ? [bytesOf(item, write)] : [COMMA, bytesOf(item, write)],
  );
  const others = write(rest);
  return Buffer.concat([
    Buffer.from('{"items":['),
    ...parts,
    Buffer.from(others === '{}' ? ']}' : `],${others.slice(1)}`),
  ]);
}
const COMMA = Buffer.from(',');
const EMPTY = Buffer.alloc(0);

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void {
  const sent = body === undefined ? EMPTY : toBytes(body);
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': sent.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(sent);
}

/** Sends an error in the service's shape; a wait in the detail is also sent as Retry-After. */
export function sendError(
  response: ServerResponse,
  status: ErrorStatus,
  detail: ErrorDetail = null,
  headers: Headers = {},
): void {
  const wait =
    detail !== null && typeof detail === 'object' && 'retry_after_seconds' in detail ? detail : null;
  sendJson(response, status, errorBody(status, detail), {
    ...(wait ? { 'Retry-After': String(wait.retry_after_seconds) } : {}),
    ...headers,
  });
}
