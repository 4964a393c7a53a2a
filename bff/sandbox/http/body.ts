/** Reads the body of a request, with a limit. */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from './problem.ts';

/** Largest JSON body, in bytes. The interface shows no limit. */
export const MAX_BODY_BYTES = 1_048_576;
/** Deepest nesting of a JSON body. What the interface shows has four levels; whoever walks through thousands runs out of stack. */
export const MAX_DEPTH = 64;

/** The raw body. Throws 400 beyond the limit (413 is not declared anywhere). */
export async function readBody(request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of a body that is too large is read and dropped, so that the client gets to see the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) throw new ServiceError(400, `the body is larger than ${limit} bytes`);
  return Buffer.concat(chunks);
}

/** Media type of a request without its parameters, in lower case. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

const isNesting = (value: unknown): value is object => value !== null && typeof value === 'object';

/** True when lists and objects are nested deeper than that. Works without recursion. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNesting);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNesting));
  }
  return false;
}

/**
 * A JSON body. Throws 400 for another content type (415 is not declared anywhere), for what is not JSON and for what is nested too
 * deep.
 */
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
