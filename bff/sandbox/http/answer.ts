/** Writes answers. */
import type { ServerResponse } from 'node:http';
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { type ErrorDetail, errorBody } from './problem.ts';

export type Headers = Readonly<Record<string, string>>;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void {
  const text = body === undefined ? '' : JSON.stringify(body);
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
