/**
 * `POST /hooks/{secret}` (rule 24): authenticated by the secret in the path, and by a signature where one was agreed on; no session or
 * anti-forgery header. Every delivery is committed unchanged before it is acknowledged, even an unverifiable one: any response except
 * 5xx counts as delivered, so a misconfigured header name would otherwise lose events. Processing happens later.
 */
import { randomUUID } from 'node:crypto';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { Request, RequestHandler, Response, Router } from 'express';
import { notFound, Problem } from '../../platform/http/problems.ts';
import { networkOf } from '../../platform/http/rate-limits.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { withTimeout } from '../../platform/lib/async.ts';
import { monotonicNow } from '../../platform/lib/clocks.ts';
import { RateWindow } from '../../platform/lib/rate-window.ts';
import { addRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { type DeliveryRow, unverifiedAt, type WebhookRow } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import {
  BODY_LIMIT,
  BodyRefused,
  COMPRESSED_LIMIT,
  columnText,
  encodingOf,
  readBody,
  readEnvelope,
} from './body.ts';
import { bodyContext, queueDelivery } from './processor.ts';
import type { WebhookSubscriptions } from './subscriptions.ts';
import { headersContext, type Verifier } from './verifier.ts';

interface ReceiveOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  readonly assumptions: Assumptions;
  readonly subscriptions: WebhookSubscriptions;
  readonly verifier: Verifier;
  readonly jobs: Pick<Jobs, 'add' | 'added'>;
  /** False while the server stops: deliveries are refused, and sent again. */
  readonly accepts: () => boolean;
}

/** Maximum bodies in memory; further requests get a 503. */
const MAX_CONCURRENT = 32;
/** Shorter than the service's own timeout (`answer_within_seconds`). */
const READ_TIMEOUT_MS = 5_000;
/** Safety margin within the time in which the service expects a response. */
const ANSWER_MARGIN_MS = 300;

/**
 * Maximum unverified deliveries per subscription. Beyond this the service has to retry: it then keeps them itself and can replay them,
 * while a dropped one would be lost.
 */
export const MAX_UNVERIFIED = 1_000;
const MAX_UNVERIFIED_BYTES = 20 * 1024 * 1024;

/** How long a refused sender may continue to send. */
const LINGER_MS = 1_000;

export function mountReceiver(router: Router, options: ReceiveOptions): void {
  const { subscriptions } = options;
  const now = options.now ?? Date.now;
  const guesses = new GuessLimiter(options.now);
  let inProgress = 0;

  const find: RequestHandler = async (request, response, next) => {
    const secret = String(request.params.secret);
    const known = subscriptions.knownBySecret(secret);
    if (known) {
      response.locals.webhook = known;
      return next();
    }
    guesses.count(request.ip);
    const row = await subscriptions.bySecret(secret).catch((error: unknown) => {
      options.log.error({ err: error }, 'could not look up an address for deliveries');
      return undefined;
    });
    if (row === undefined) return respondRetryLater(response, 'the database is not responding');
    if (row === null) throw Problem.notFound('Nothing found at this address');
    response.locals.webhook = row;
    next();
  };

  const receive = async (request: Request, response: Response) => {
    const row = response.locals.webhook as WebhookRow;
    if (!options.accepts()) return respondRetryLater(response, 'the server is stopping');
    if (inProgress >= MAX_CONCURRENT) return respondRetryLater(response, 'too many deliveries at once');
    inProgress += 1;
    try {
      await take(request, response, row);
    } finally {
      inProgress -= 1;
    }
  };

  const take = async (request: Request, response: Response, webhook: WebhookRow) => {
    const began = monotonicNow();
    let delivery: DeliveryRow | { readonly status: number; readonly reason: string };
    try {
      delivery = await toDelivery(request, webhook, now());
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error;
      delivery = {
        // An incomplete body should be sent again, which only a 5xx requests; an oversized one would never fit.
        status: error.why === 'too_large' ? 413 : 503,
        reason: error.message,
      };
    }
    if ('status' in delivery) {
      subscriptions.refuse(webhook, delivery.reason);
      return refuse(request, response, delivery.status, delivery.reason);
    }
    if (delivery.state === 'unverified' && (await isFull(delivery)))
      return respondRetryLater(response, 'too many deliveries at this address could not be verified');
    const timeoutMs = options.assumptions.webhooks.answer_within_seconds * 1000 - ANSWER_MARGIN_MS;
    try {
      const ms = Math.max(ANSWER_MARGIN_MS, timeoutMs - (monotonicNow() - began));
      await withTimeout(store(delivery), ms, 'storing it');
    } catch (error) {
      options.log.error({ err: error, subscription_id: webhook.id }, 'could not store a delivery');
      return respondRetryLater(response, 'it could not be stored');
    }
    response.status(204).set('Cache-Control', 'no-store').end();
    options.jobs.added();
  };

  const store = (delivery: DeliveryRow) =>
    inTransaction(options.db, async (trx) => {
      await addRow(trx, 'webhook_delivery', delivery);
      if (delivery.state === 'stored') await queueDelivery(trx, options.jobs, delivery);
    });

  const isFull = async (row: DeliveryRow) => {
    const { count, bytes } = await unverifiedAt(options.db, row.subscription_id);
    return count >= MAX_UNVERIFIED || bytes + row.bytes > MAX_UNVERIFIED_BYTES;
  };

  /** Builds the row to store. Throws BodyRefused for an incomplete body. */
  const toDelivery = async (
    request: Request,
    webhook: WebhookRow,
    received_at: number,
  ): Promise<DeliveryRow> => {
    const content_encoding = encodingOf(request.get('Content-Encoding'));
    const limit = content_encoding === null ? BODY_LIMIT : COMPRESSED_LIMIT;
    const raw = await readBody(request, limit, READ_TIMEOUT_MS);
    const { headers } = request;
    const received = { headers, raw, received_at };
    let verification = await options.verifier.verify(webhook, received);
    if (verification.problem !== null) {
      // Another server may have stored a new secret in the meantime.
      const renewed = await subscriptions.bySecret(String(request.params.secret)).catch(() => null);
      if (renewed && renewed.signing_secret !== webhook.signing_secret)
        verification = await options.verifier.verify(renewed, received);
    }
    const { problem, body, signed_at } = verification;
    if (problem !== null)
      options.log.warn(
        { subscription_id: webhook.id, reason: problem.reason },
        'could not verify a delivery',
      );
    const envelope = readEnvelope(body, options.assumptions)?.envelope;
    const id = randomUUID();
    return {
      id,
      subscription_id: webhook.id,
      received_at,
      body: options.box.seal(raw.toString('base64'), bodyContext(id)),
      bytes: raw.length,
      content_type: columnText(request.get('Content-Type')),
      content_encoding,
      signed_at,
      headers: problem && options.box.seal(JSON.stringify(headers), headersContext(id)),
      event_id: columnText(envelope?.id),
      event_name: columnText(envelope?.event_name),
      state: problem === null ? 'stored' : 'unverified',
      outcome: problem?.reason ?? null,
      tries: 0,
      handled_at: null,
    };
  };

  router.post('/hooks/:secret', find, receive);
  // All other paths and methods are 404, including the page.
  router.use('/hooks', notFound);
}

/** The service retries after a 5xx; any other status counts as delivered. */
function respondRetryLater(response: Response, reason: string): void {
  response
    .status(503)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
    .json({ code: 503, message: reason });
}

function refuse(request: Request, response: Response, status: number, reason: string): void {
  // Let the sender read the response before the connection is closed.
  response.once('finish', () => {
    request.resume();
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', Connection: 'close' })
    .json({ code: status, message: reason });
}

// Limits guesses of webhook URLs per sender. Valid URLs are never limited, which would lose events.
const GUESSES_PER_MINUTE = 60;
const MAX_SENDERS = 10_000;

export class GuessLimiter {
  readonly #window: RateWindow;

  constructor(now?: () => number) {
    this.#window = new RateWindow(now, MAX_SENDERS);
  }

  /** Counts a guess. Throws 429 after too many. */
  count(ip: string | undefined): void {
    const seconds = this.#window.count(networkOf(ip ?? ''), GUESSES_PER_MINUTE);
    if (seconds === 0) return;
    throw new Problem(429, 'too_many_requests', 'Too many unknown addresses', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
