/** What a delivery carries (assumed): body, signature headers, compression. */
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';

export const EVENT_VERSION = '1.0';
/** Bodies from this many bytes on are compressed. */
export const GZIP_FROM_BYTES = 1024;

/** One event on its way to one address. */
export interface Outgoing {
  /** The event's own identifier, the same in each of its deliveries. */
  readonly id: string;
  readonly event_name: string;
  readonly data: readonly object[];
  /** Subscription; null for an address that was named without one (callback_url of an invitation). */
  readonly webhook_id: string | null;
}

export interface SignedDelivery {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Base64 of HMAC-SHA256 over `timestamp + "." + body`, the body before compression. Written apart from the server's check, so that a
 * fault in one of them is found by the other.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64');
}

/**
 * @param sentAt time in the envelope, by the service's clock
 * @param signedAt time under the signature, by the real clock: receivers refuse what is minutes off, also when the service's
 *   clock was moved by days
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
