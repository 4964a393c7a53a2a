/** Headers that prove where a delivery comes from, as the tracking service proves its own. */
import { createHmac } from 'node:crypto';
import { OUTGOING_SIGNATURE } from '@waypost/contract/api/outgoing-webhooks';

/** @param at when it is sent, milliseconds since 1970 */
export function signatureHeaders(secret: string, body: Buffer, at: number): Record<string, string> {
  const { signature_header, timestamp_header, algorithm, encoding } = OUTGOING_SIGNATURE;
  const timestamp = new Date(at).toISOString();
  const signature = createHmac(algorithm, secret).update(`${timestamp}.`).update(body).digest(encoding);
  return { [timestamp_header]: timestamp, [signature_header]: signature };
}
