/**
 * Reads the JSON body of a request, after session, right and rate limits have been checked: until then a stranger's body costs nothing.
 */
import express, { type RequestHandler } from 'express';
import { jsonOnly } from './guards.ts';
import { Problem } from './problems.ts';

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
export const jsonBody = (is_large: boolean): readonly RequestHandler[] => (is_large ? large : usual);
