/** Whether a delivery comes from the service: when it arrives, and once more after something was repaired. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Uses } from '../dependencies.ts';
import { unverifiedDeliveries, verifiedDelivery, type WebhookRow } from '../store/webhooks.ts';
import { BodyRefused, decompressed, encodingOf } from './body.ts';
import { columnText } from './envelope.ts';
import { bodyContext } from './receiver.ts';
import { type SignatureProblem, signatureProblem } from './signature.ts';
import type { WebhookSubscriptions } from './subscriptions.ts';

export interface Arrived {
  readonly headers: IncomingHttpHeaders;
  /** As received, perhaps compressed. */
  readonly raw: Buffer;
  readonly received_at: number;
}

export interface Verification {
  /** Null when it is verified, or when its address expects no signature. */
  readonly problem: SignatureProblem | null;
  /** Decompressed; null when that was not possible. */
  readonly body: Buffer | null;
  /** The signed time, '' when none is signed; null when nothing was checked. */
  readonly signed_at: string | null;
}

export interface VerifierOptions extends Uses<'db' | 'box' | 'assumptions' | 'now'> {
  readonly subscriptions: Pick<WebhookSubscriptions, 'signingSecret'>;
}

export const headersContext = (delivery_id: string) => `webhook_delivery/${delivery_id}/headers`;
const PAGE = 50;

export class Verifier {
  readonly #options: VerifierOptions;
  readonly #now: () => number;

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async verify(
    webhook: WebhookRow,
    { headers, raw, received_at }: Arrived,
    tolerance_seconds?: number,
  ): Promise<Verification> {
    const { subscriptions, assumptions } = this.#options;
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
   * Verifies again what waits at an address, as of the time when it arrived. What is right now is handled as usual. Returns how many
   * that were, how many are left, and how far off the clock of those is whose signature fits.
   */
  async verifyAgain(webhook: WebhookRow, tolerance_seconds?: number) {
    const { db, box } = this.#options;
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
        const again = await this.verify(
          webhook,
          { headers, raw, received_at: row.received_at },
          tolerance_seconds,
        );
        if (again.problem === null) {
          await verifiedDelivery(db, row.id, again.signed_at, this.#now());
          verified += 1;
          continue;
        }
        unverified += 1;
        const off = again.problem.clock_off_seconds;
        if (off !== undefined) clock_off_seconds = Math.max(off, clock_off_seconds ?? 0);
      }
      if (rows.length < PAGE) return { verified, unverified, clock_off_seconds };
    }
  }
}
