/** Body, signature headers and compression of a delivery (assumed). */
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';

export const EVENT_VERSION = '1.0';
/** Bodies of at least this size are compressed. */
export const GZIP_FROM_BYTES = 1024;

/** An event for one receiver. */
export interface Outgoing {
  /** Event id, the same in each delivery. */
  readonly id: string;
  readonly event_name: string;
  readonly data: readonly object[];
  /** Subscription id; null for an invitation's callback_url. */
  readonly webhook_id: string | null;
}

export interface SignedDelivery {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Base64 of HMAC-SHA256 over `timestamp + "." + body`, with the body before compression. Implemented separately from the server's
 * verification, so that a bug in one is detected by the other.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64');
}

/**
 * @param sentAt time in the envelope, by the service's clock
 * @param signedAt signed time, by the real clock: receivers reject times that are minutes off, even when the service's clock was
 * moved
 */
export function signedDelivery(
  event: Outgoing,
  attempt: number,
  secret: string | null,
  sentAt: number,
  signedAt: number,
): SignedDelivery {
  const { id, event_name, webhook_id, data } = event;
  const text = JSON.stringify({
    id,
    event_name,
    version: EVENT_VERSION,
    timestamp: new Date(sentAt).toISOString(),
    webhook_id,
    delivery_attempt: attempt,
    data,
  });
  const timestamp = new Date(signedAt).toISOString();
  const { signature_header, timestamp_header } = ASSUMPTIONS.webhooks;
  const plain = Buffer.from(text, 'utf8');
  const compressed = plain.length >= GZIP_FROM_BYTES;
  return {
    body: compressed ? gzipSync(plain) : plain,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'telematics-sandbox-webhooks',
      ...(compressed ? { 'Content-Encoding': 'gzip' } : {}),
      ...(secret === null
        ? {}
        : { [signature_header]: signatureOf(secret, timestamp, text), [timestamp_header]: timestamp }),
    },
  };
}
