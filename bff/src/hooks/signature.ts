/** Signature of a delivery, section 6 (assumed): base64 of HMAC-SHA256 over `timestamp + "." + body`, the body before compression. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Assumptions } from '@waypost/contract/assumptions';

export interface Signed {
  readonly signature: string | undefined;
  /** RFC 3339. */
  readonly timestamp: string | undefined;
  /** Decompressed. */
  readonly body: Buffer;
}

/** Null when it is right, else what is wrong with it. */
export function signatureProblem(
  { signature, timestamp, body }: Signed,
  secret: string,
  webhooks: Assumptions['webhooks'],
  now: number,
): string | null {
  if (!signature) return `the header ${webhooks.signature_header} is missing`;
  if (!timestamp) return `the header ${webhooks.timestamp_header} is missing`;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'the signature does not fit';
  const off = Math.abs(now - Date.parse(timestamp));
  // Also when the time cannot be read.
  if (!(off <= webhooks.signature_tolerance_seconds * 1000))
    return `it was signed more than ${webhooks.signature_tolerance_seconds} seconds from now`;
  return null;
}
