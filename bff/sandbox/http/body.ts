import type { IncomingMessage } from 'node:http';
import { ServiceError } from './problem.ts';

/** The interface shows no limit. */
export const MAX_BODY_BYTES = 1_048_576;
/** The interface's bodies have four levels. Recursion over thousands of levels would overflow the stack. */
export const MAX_DEPTH = 64;

/** Raw body. Throws 400 beyond the limit (no endpoint declares 413). */
export async function readBody(request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read and drop the rest of an oversized body, so that the client receives the response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) throw new ServiceError(400, `the body is larger than ${limit} bytes`);
  return Buffer.concat(chunks);
}

/** Media type without parameters, in lower case. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

const isNesting = (value: unknown): value is object => value !== null && typeof value === 'object';

/** Checks the nesting depth without recursion. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNesting);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => Object.values(item).filter(isNesting));
  }
  return false;
}

/** JSON body. Throws 400 for another content type (no endpoint declares 415), for invalid JSON and for excessive nesting. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = mediaType(request);
  const body = await readBody(request);
  if (type !== 'application/json')
    throw new ServiceError(400, `the content type is "${type}", but it must be application/json`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ServiceError(400, 'the body is not JSON');
  }
  if (isDeeper(value, MAX_DEPTH))
    throw new ServiceError(400, `the body is nested deeper than ${MAX_DEPTH} levels`);
  return value;
}
