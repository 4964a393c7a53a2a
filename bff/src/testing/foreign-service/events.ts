/** Deliveries as the foreign service sends them: signed in one way or another, or not at all. */
import { createHmac } from 'node:crypto';
import { toJson } from './manners.ts';
import { HEADERS } from './names.ts';

export interface Signing {
  readonly secret: string;
  readonly encoding?: 'base64' | 'hex' | 'sha256=hex';
  /** Time under the signature, ms. */
  readonly at?: number;
  /** False: the signature covers the body alone, and no time is sent. */
  readonly withTime?: boolean;
}

export interface Sent {
  readonly signing?: Signing;
  readonly headers?: Record<string, string>;
}

/** Posts an event to an address that a receiver has given. Returns the status. */
export async function deliver(
  address: string,
  event: unknown,
  { signing, headers }: Sent = {},
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
