/** Deliveries as the service sends them (assumed), for tests. */
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

export interface DeliverWish {
  /** Signs with it. */
  readonly secret?: string;
  /** Time under the signature, ms. */
  readonly at?: number;
  readonly gzip?: boolean;
  readonly headers?: Record<string, string>;
}

/** Posts text or bytes, or a value as JSON. Returns the status. */
export async function deliver(address: string, body: unknown, wish: DeliverWish = {}): Promise<number> {
  const plain =
    body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { signature_header, timestamp_header } = ASSUMPTIONS.webhooks;
  const timestamp = new Date(wish.at ?? Date.now()).toISOString();
  const signature =
    wish.secret === undefined
      ? undefined
      : createHmac('sha256', wish.secret).update(`${timestamp}.`).update(plain).digest('base64');
  const answer = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(wish.gzip ? gzipSync(plain) : plain),
    headers: {
      'Content-Type': 'application/json',
      ...(wish.gzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...(signature === undefined ? {} : { [signature_header]: signature, [timestamp_header]: timestamp }),
      ...wish.headers,
    },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** The subscription of a server for a purpose, the address that its events go to, and the secret that signs them. */
export async function subscribed({ services }: TestServer, purpose: WebhookPurpose) {
  const { subscriptions } = services.webhooks;
  const webhook = await subscriptions.ensureSubscription(purpose, null);
  return {
    webhook,
    address: subscriptions.address(webhook),
    secret: subscriptions.signingSecret(webhook) ?? '',
  };
}
