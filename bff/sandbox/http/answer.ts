/** Writes answers. */
import type { ServerResponse } from 'node:http';
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { type ErrorDetail, errorBody } from './problem.ts';

export type Headers = Readonly<Record<string, string>>;

/** Integers beyond 2^53 are bigints here and integers on the wire (h3_index_11, 2.8). */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };
const integers = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? rawJSON(String(value)) : value;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void {
  const text = body === undefined ? '' : JSON.stringify(body, integers);
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

/** An error of section 7; a wait in its detail stands in Retry-After too. */
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
