/** Body of a delivery: bounded in size and time before and after decompression (rule 24). */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Assumptions } from '@waypost/contract/assumptions';
import { type EventEnvelope, readEventEnvelope } from '@waypost/contract/events';
import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';

/** Compressed bytes that are read. */
export const COMPRESSED_LIMIT = 1024 * 1024;
/** Bytes after decompression, and bytes that are read of a body that is not compressed. */
export const BODY_LIMIT = 5 * 1024 * 1024;

/** `late`: it took too long; `cut`: the sender went away. */
export class BodyRefused extends Error {
  readonly why: 'too_large' | 'late' | 'cut' | 'encoding';
  constructor(why: BodyRefused['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** How a body is compressed: null, `gzip`, or what we do not understand as it came. */
export function encodingOf(header: string | undefined): string | null {
  const value = header?.trim().toLowerCase() ?? '';
  if (value === '' || value === 'identity') return null;
  return value === 'x-gzip' ? 'gzip' : value.slice(0, 50);
}

/** Reads it whole within `ms`. Throws BodyRefused; nothing is read after that. */
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
 * Decompressed. Null for what is no gzip, though it says so. Throws BodyRefused for another compression, and when it would be larger
 * than BODY_LIMIT: decompression ends there.
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

/** The parsed body, and the envelope in it when there is one. Null: no JSON at all. */
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

const LONGEST = 255;

/** A text of the sender's that goes into a column: bounded, and without what PostgreSQL cannot store. */
export function columnText(text: string | null | undefined): string | null {
  return text ? text.replaceAll('\0', '').slice(0, LONGEST).toWellFormed() : null;
}
