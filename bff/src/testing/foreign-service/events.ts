/** Deliveries of the foreign service, signed in various ways or unsigned. */
import { createHmac } from 'node:crypto';
import { HEADERS } from './names.ts';
import { toJson } from './responders.ts';

export interface Signing {
  readonly secret: string;
  readonly encoding?: 'base64' | 'hex' | 'sha256=hex';
  /** Signed timestamp, ms. */
  readonly at?: number;
  /** False: the signature covers only the body, and no timestamp is sent. */
  readonly withTime?: boolean;
}

export interface DeliveryOptions {
  readonly signing?: Signing;
  readonly headers?: Record<string, string>;
}

export async function deliver(
  address: string,
  event: unknown,
  { signing, headers }: DeliveryOptions = {},
): Promise<number> {
  const body = typeof event === 'string' ? event : toJson(event);
  const answer = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signing ? signed(body, signing) : {}), ...headers },
  });
  await answer.body?.cancel();
  return answer.status;
}

function signed(body: string, signing: Signing): Record<string, string> {
  const { secret, encoding = 'base64', at = Date.now(), withTime = true } = signing;
  const time = new Date(at).toISOString();
  const digest = createHmac('sha256', secret)
    .update(withTime ? `${time}.${body}` : body)
    .digest(encoding === 'base64' ? 'base64' : 'hex');
  return {
    [HEADERS.signature]: encoding === 'sha256=hex' ? `sha256=${digest}` : digest,
    ...(withTime ? { [HEADERS.timestamp]: time } : {}),
  };
}
