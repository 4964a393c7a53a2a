/** Verifies signatures of deliveries: on arrival, and again after a configuration problem was fixed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Assumptions } from '@waypost/contract/assumptions';
import { parseInstant } from '@waypost/contract/events';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { unverifiedDeliveries, type WebhookRow } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import { BodyRefused, columnText, decompressed, encodingOf } from './body.ts';
import { bodyContext, queueDelivery } from './processor.ts';
import type { WebhookSubscriptions } from './subscriptions.ts';

interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  /** As received, possibly compressed. */
  readonly raw: Buffer;
  readonly received_at: number;
}

interface Verification {
  /** Null when verified, or when the subscription expects no signature. */
  readonly problem: SignatureProblem | null;
  /** Decompressed; null when that failed. */
  readonly body: Buffer | null;
  /** The signed timestamp, '' when none is signed; null when nothing was verified. */
  readonly signed_at: string | null;
}

interface VerifierOptions extends Uses<'db' | 'box' | 'now'> {
  readonly assumptions: Assumptions;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly subscriptions: Pick<WebhookSubscriptions, 'signingSecret'>;
}

export const headersContext = (delivery_id: string) => `webhook_delivery/${delivery_id}/headers`;
const PAGE = 50;

export class Verifier extends ServerPart<VerifierOptions> {
  async verify(
    webhook: WebhookRow,
    { headers, raw, received_at }: ReceivedDelivery,
    tolerance_seconds?: number,
  ): Promise<Verification> {
    const { subscriptions, assumptions } = this.options;
    const problem = (reason: string) => ({ problem: { reason }, body: null, signed_at: null });
    let body: Buffer | null;
    let secret: string | null;
    try {
      body = await decompressed(raw, encodingOf(headers['content-encoding']));
    } catch (error) {
      if (error instanceof BodyRefused) return problem(error.message);
      throw error;
    }
    try {
      secret = subscriptions.signingSecret(webhook);
    } catch {
      return problem('its signing secret is encrypted with a key that SECRET_KEYS no longer lists');
    }
    if (secret === null) return { problem: null, body, signed_at: null };
    if (body === null) return problem("it can't be decompressed");
    const { webhooks } = assumptions;
    const header = (name: string) => {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const signature = header(webhooks.signature_header);
    const timestamp = header(webhooks.timestamp_header);
    const wrong = signatureProblem(
      { signature, timestamp, body },
      secret,
      webhooks,
      received_at,
      tolerance_seconds,
    );
    return { problem: wrong, body, signed_at: wrong === null ? (columnText(timestamp) ?? '') : null };
  }

  /**
   * Verifies the stored unverified deliveries of a subscription again, as of their arrival. Verified ones are then processed. Returns
   * the numbers of verified and remaining ones, and the largest clock difference of those with a valid signature.
   */
  async verifyAgain(webhook: WebhookRow, tolerance_seconds?: number) {
    const { db, box, jobs } = this.options;
    let [verified, unverified] = [0, 0];
    let clock_off_seconds: number | null = null;
    let after: { received_at: number; id: string } | undefined;
    for (;;) {
      const rows = await unverifiedDeliveries(db, webhook.id, after, PAGE);
      for (const row of rows) {
        after = row;
        const headers = JSON.parse(
          box.open(row.headers ?? '', headersContext(row.id)),
        ) as IncomingHttpHeaders;
        const raw = Buffer.from(box.open(row.body, bodyContext(row.id)), 'base64');
        const result = await this.verify(
          webhook,
          { headers, raw, received_at: row.received_at },
          tolerance_seconds,
        );
        // Without a secret nothing can be verified: what arrived while one was required stays unverified.
        if (result.problem === null && result.signed_at !== null) {
          const { signed_at } = result;
          const stored = {
            state: 'stored',
            signed_at,
            outcome: null,
            headers: null,
          } as const;
          await inTransaction(db, async (trx) => {
            if (await updateRow(trx, 'webhook_delivery', { id: row.id, state: 'unverified' }, stored))
              await queueDelivery(trx, jobs, row);
          });
          verified += 1;
          continue;
        }
        unverified += 1;
        const off = result.problem?.clock_off_seconds;
        if (off !== undefined) clock_off_seconds = Math.max(off, clock_off_seconds ?? 0);
      }
      if (rows.length < PAGE) return { verified, unverified, clock_off_seconds };
    }
  }
}

/** A delivery's signature (assumed): an HMAC of the uncompressed body, and of the timestamp if it is signed too. */
export interface Signed {
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  /** Decompressed. */
  readonly body: Buffer;
}

interface SignatureProblem {
  readonly reason: string;
  /** Set when only the timestamp is out of range: its difference. */
  readonly clock_off_seconds?: number;
}

/** Null when valid, else the problem. `now`: time of arrival, ms. */
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
  const off = Math.abs(now - parseInstant(timestamp));
  if (Number.isNaN(off))
    return { reason: `the time in the header ${webhooks.timestamp_header} can't be read` };
  if (off <= tolerance_seconds * 1000) return null;
  return {
    reason: `it was signed more than ${webhooks.signature_tolerance_seconds} seconds before or after it arrived`,
    clock_off_seconds: Math.ceil(off / 1000),
  };
}
