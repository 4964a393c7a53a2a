/** Signature of a delivery (assumed): an HMAC over the body before compression, and over the time where that is signed too. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Assumptions } from '@waypost/contract/assumptions';
import { instantOf } from '@waypost/contract/events';

export interface Signed {
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  /** Decompressed. */
  readonly body: Buffer;
}

export interface SignatureProblem {
  readonly reason: string;
  /** Set when the signature fits and only its time does not: how far off it is. */
  readonly clock_off_seconds?: number;
}

/** Null when it is right, else what is wrong with it. `now` is when it arrived, in ms. */
export function signatureProblem(
  { signature, timestamp, body }: Signed,
  secret: string,
  webhooks: Assumptions['webhooks'],
  now: number,
  tolerance_seconds = webhooks.signature_tolerance_seconds,
): SignatureProblem | null {
  const { signature_header, signature_prefix, signature_encoding, signature_algorithm } = webhooks;
  if (!signature) return { reason: `the header ${signature_header} is missing` };
  if (!signature.startsWith(signature_prefix))
    return { reason: `the header ${signature_header} does not start with ${signature_prefix}` };
  const timed = webhooks.signed_content.includes('{timestamp}');
  if (timed && !timestamp) return { reason: `the header ${webhooks.timestamp_header} is missing` };
  const [before = '', after = ''] = webhooks.signed_content
    .split('{body}')
    .map((part) => part.replaceAll('{timestamp}', () => timestamp ?? ''));
  const expected = createHmac(signature_algorithm, secret).update(before).update(body).update(after).digest();
  const given = Buffer.from(signature.slice(signature_prefix.length), signature_encoding);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { reason: 'the signature does not match' };
  if (!timed) return null;
  const off = Math.abs(now - instantOf(timestamp));
  if (Number.isNaN(off))
    return { reason: `the time in the header ${webhooks.timestamp_header} can't be read` };
  if (off <= tolerance_seconds * 1000) return null;
  return {
    reason: `it was signed more than ${webhooks.signature_tolerance_seconds} seconds before or after it arrived`,
    clock_off_seconds: Math.ceil(off / 1000),
  };
}
