/** Body of a delivery: limited in size and time, before and after decompression (rule 24). */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Assumptions } from '@waypost/contract/assumptions';
import { type EventEnvelope, readEventEnvelope } from '@waypost/contract/events';
import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';

/** Maximum compressed bytes. */
export const COMPRESSED_LIMIT = 1024 * 1024;
/** Maximum bytes after decompression, or of an uncompressed body. */
export const BODY_LIMIT = 5 * 1024 * 1024;

/** `late`: timed out; `cut`: the sender disconnected. */
export class BodyRefused extends Error {
  readonly why: 'too_large' | 'late' | 'cut' | 'encoding';
  constructor(why: BodyRefused['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** Compression of a body: null, `gzip`, or an unsupported value unchanged. */
export function encodingOf(header: string | undefined): string | null {
  const value = header?.trim().toLowerCase() ?? '';
  if (value === '' || value === 'identity') return null;
  return value === 'x-gzip' ? 'gzip' : value.slice(0, 50);
}

/** Reads the complete body within `ms`. Throws BodyRefused, and stops reading. */
export function readBody(request: IncomingMessage, limit: number, ms: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      request.pause();
      settle();
    };
    const refuse = (why: BodyRefused['why'], message: string) =>
      end(() => reject(new BodyRefused(why, message)));
    const tooLarge = () => refuse('too_large', `more than ${limit} bytes`);
    const timer = setTimeout(() => refuse('late', `did not arrive within ${ms} ms`), ms);
    const onData = (part: Buffer) => {
      size += part.length;
      if (size > limit) tooLarge();
      else parts.push(part);
    };
    const onEnd = () => end(() => resolve(Buffer.concat(parts)));
    const onCut = () => refuse('cut', 'it did not arrive complete');
    request.on('data', onData).once('end', onEnd).once('error', onCut).once('close', onCut);
    if (Number(request.headers['content-length'] ?? 0) > limit) tooLarge();
  });
}

const unzip = promisify(gunzip);

/**
 * Decompresses a body. Null for invalid gzip. Throws BodyRefused for other compressions, and as soon as the result exceeds BODY_LIMIT.
 */
export async function decompressed(raw: Buffer, encoding: string | null): Promise<Buffer | null> {
  if (encoding === null) return raw;
  if (encoding !== 'gzip')
    throw new BodyRefused('encoding', `it is compressed as ${encoding}; only gzip is supported`);
  try {
    return await unzip(raw, { maxOutputLength: BODY_LIMIT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new BodyRefused('too_large', `more than ${BODY_LIMIT} bytes after decompression`);
    return null;
  }
}

/** Parses a body, including its envelope if there is one. Null: not JSON. */
export function readEnvelope(
  body: Buffer | null,
  assumptions: Assumptions,
): { json: unknown; envelope: EventEnvelope | null } | null {
  if (body === null) return null;
  try {
    const json = parseJsonKeepingBigIntegers(body.toString('utf8'));
    return { json, envelope: readEventEnvelope(json, assumptions) };
  } catch {
    return null;
  }
}

const MAX_COLUMN_CHARS = 255;

/** Text of the sender for a database column: limited, and without characters that PostgreSQL cannot store. */
export function columnText(text: string | null | undefined): string | null {
  return text ? text.replaceAll('\0', '').slice(0, MAX_COLUMN_CHARS).toWellFormed() : null;
}
