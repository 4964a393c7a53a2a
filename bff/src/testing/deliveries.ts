/** Deliveries as the service is assumed to send them. */
import { createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WebhookPurpose } from '@waypost/contract/api/webhooks';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { TestServer } from './server.ts';

export const envelopeOf = (event_name: string, data: unknown[], id: string = randomUUID()) => ({
  id,
  event_name,
  version: '1.0',
  timestamp: new Date().toISOString(),
  webhook_id: null,
  delivery_attempt: 1,
  data,
});

export interface DeliveryOptions {
  readonly secret?: string;
  /** Signed timestamp, ms. */
  readonly at?: number;
  readonly gzip?: boolean;
  readonly headers?: Record<string, string>;
}

/** Posts text, bytes, or a value as JSON. Returns the status. */
export async function deliver(
  address: string,
  body: unknown,
  options: DeliveryOptions = {},
): Promise<number> {
  const plain =
    body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { signature_header, timestamp_header } = ASSUMPTIONS.webhooks;
  const timestamp = new Date(options.at ?? Date.now()).toISOString();
  const signature =
    options.secret === undefined
      ? undefined
      : createHmac('sha256', options.secret).update(`${timestamp}.`).update(plain).digest('base64');
  const answer = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(options.gzip ? gzipSync(plain) : plain),
    headers: {
      'Content-Type': 'application/json',
      ...(options.gzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...(signature === undefined ? {} : { [signature_header]: signature, [timestamp_header]: timestamp }),
      ...options.headers,
    },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** A server's subscription for a purpose, with its URL and signing secret. */
export async function subscribed({ services }: TestServer, purpose: WebhookPurpose) {
  const { subscriptions } = services.webhooks;
  const webhook = await subscriptions.ensureSubscription(purpose);
  return {
    webhook,
    address: subscriptions.address(webhook),
    secret: subscriptions.signingSecret(webhook) ?? '',
  };
}
