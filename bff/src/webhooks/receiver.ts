/**
 * `POST /hooks/{secret}` (rule 24): no session and no anti-forgery header, the secret in the path is what counts, and the signature
 * where one was agreed on. Whatever arrives there is committed as it came before it is acknowledged, also what cannot be verified: an
 * answer other than 5xx counts as delivered, so a refusal would lose it for a wrong header name of ours. What it means is found out later.
 */
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response, Router } from 'express';
import { notFound, Problem } from '../http/problems.ts';
import { networkOf } from '../http/rate-limits.ts';
import { withTimeout } from '../lib/async.ts';
import { RateWindow } from '../lib/rate-window.ts';
import { addRow } from '../store/query.ts';
import { type DeliveryRow, unverifiedAt, type WebhookRow } from '../store/webhooks.ts';
import type { Uses } from '../wiring.ts';
import {
  BODY_LIMIT,
  BodyRefused,
  COMPRESSED_LIMIT,
  columnText,
  encodingOf,
  readBody,
  readEnvelope,
} from './body.ts';
import type { WebhookSubscriptions } from './subscriptions.ts';
import { headersContext, type Verifier } from './verifier.ts';

interface ReceiveOptions extends Uses<'db' | 'box' | 'log' | 'assumptions' | 'now'> {
  readonly subscriptions: WebhookSubscriptions;
  readonly verifier: Verifier;
  /** Called after a delivery was committed. */
  readonly onStored: () => void;
  /** False while the server stops: whatever comes is refused, and comes again. */
  readonly accepts: () => boolean;
}

/** Bodies in memory at once; more are refused with 503. */
const AT_ONCE = 32;
/** A sender who waits `answer_within_seconds` for us does not take longer than this to send. */
const READ_WITHIN_MS = 5_000;
/** Kept of the time in which the service wants its answer. */
const ANSWER_MARGIN_MS = 300;

/**
 * Unverified deliveries of one address that are kept. Beyond it the service has to come again: it then keeps them itself and
 * can replay them, where one that we dropped would be lost.
 */
export const MOST_UNVERIFIED = 1_000;
const MOST_UNVERIFIED_BYTES = 20 * 1024 * 1024;

/** How long a sender that was refused may go on sending. */
const LINGER_MS = 1_000;

/** Sealed bytes of a delivery. */
export const bodyContext = (delivery_id: string) => `webhook_delivery/${delivery_id}`;

export function mountReceiver(router: Router, options: ReceiveOptions): void {
  const { subscriptions } = options;
  const now = options.now ?? Date.now;
  const wrong = new WrongAddresses(options.now);
  let under_way = 0;

  const find: RequestHandler = async (request, response, next) => {
    const secret = String(request.params.secret);
    const known = subscriptions.knownBySecret(secret);
    if (known) {
      response.locals.webhook = known;
      return next();
    }
    wrong.count(request.ip);
    const row = await subscriptions.bySecret(secret).catch((error: unknown) => {
      options.log.error({ err: error }, 'could not look up an address for deliveries');
      return undefined;
    });
    if (row === undefined) return comeAgain(response, 'the database is not responding');
    if (row === null) throw Problem.notFound('Nothing found at this address');
    response.locals.webhook = row;
    next();
  };

  const receive = async (request: Request, response: Response) => {
    const row = response.locals.webhook as WebhookRow;
    if (!options.accepts()) return comeAgain(response, 'the server is stopping');
    if (under_way >= AT_ONCE) return comeAgain(response, 'too many deliveries at once');
    under_way += 1;
    try {
      await take(request, response, row);
    } finally {
      under_way -= 1;
    }
  };

  const take = async (request: Request, response: Response, webhook: WebhookRow) => {
    const began = now();
    let taken: DeliveryRow | { readonly status: number; readonly reason: string };
    try {
      taken = await understand(request, webhook, began);
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error;
      taken = {
        // What did not arrive whole is to come again, and only a 5xx says so; what is too large would not fit then either.
        status: error.why === 'too_large' ? 413 : 503,
        reason: error.message,
      };
    }
    if ('status' in taken) {
      subscriptions.refuse(webhook, taken.reason);
      return refuse(request, response, taken.status, taken.reason);
    }
    if (taken.state === 'unverified' && (await isFull(taken)))
      return comeAgain(response, 'too many deliveries at this address could not be verified');
    const within = options.assumptions.webhooks.answer_within_seconds * 1000 - ANSWER_MARGIN_MS;
    try {
      const ms = Math.max(ANSWER_MARGIN_MS, within - (now() - began));
      await withTimeout(addRow(options.db, 'webhook_delivery', taken), ms, 'storing it');
    } catch (error) {
      options.log.error({ err: error, subscription_id: webhook.id }, 'could not store a delivery');
      return comeAgain(response, 'it could not be stored');
    }
    response.status(204).set('Cache-Control', 'no-store').end();
    options.onStored();
  };

  const isFull = async (row: DeliveryRow) => {
    const { count, bytes } = await unverifiedAt(options.db, row.subscription_id);
    return count >= MOST_UNVERIFIED || bytes + row.bytes > MOST_UNVERIFIED_BYTES;
  };

  /** The row to store. Throws BodyRefused when it did not arrive whole. */
  const understand = async (
    request: Request,
    webhook: WebhookRow,
    received_at: number,
  ): Promise<DeliveryRow> => {
    const content_encoding = encodingOf(request.get('Content-Encoding'));
    const limit = content_encoding === null ? BODY_LIMIT : COMPRESSED_LIMIT;
    const raw = await readBody(request, limit, READ_WITHIN_MS);
    const { headers } = request;
    const arrived = { headers, raw, received_at };
    let verification = await options.verifier.verify(webhook, arrived);
    if (verification.problem !== null) {
      // Another server of ours may have been given another secret meanwhile.
      const renewed = await subscriptions.bySecret(String(request.params.secret)).catch(() => null);
      if (renewed && renewed.signing_secret !== webhook.signing_secret)
        verification = await options.verifier.verify(renewed, arrived);
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
      next_at: received_at,
      handled_at: null,
    };
  };

  router.post('/hooks/:secret', find, receive);
  // Nothing else is there, not even the page.
  router.use('/hooks', notFound);
}

/** The service sends again what is answered by 5xx; anything else counts as delivered. */
function comeAgain(response: Response, reason: string): void {
  response
    .status(503)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
    .json({ code: 503, message: reason });
}

function refuse(request: Request, response: Response, status: number, reason: string): void {
  // A sender cut off at once would not see the answer; one that goes on sending is cut off soon.
  response.once('finish', () => {
    request.resume();
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', Connection: 'close' })
    .json({ code: status, message: reason });
}

// Guesses at the address of a webhook, counted by sender. Right addresses are never counted: a limit would lose their events.
const GUESSES_A_MINUTE = 60;
const MAX_SENDERS = 10_000;

export class WrongAddresses {
  readonly #window: RateWindow;

  constructor(now?: () => number) {
    this.#window = new RateWindow(now, MAX_SENDERS);
  }

  /** Counts a guess. Throws 429 when the sender has made too many. */
  count(ip: string | undefined): void {
    const seconds = this.#window.take(networkOf(ip ?? ''), GUESSES_A_MINUTE);
    if (seconds === 0) return;
    throw new Problem(429, 'too_many_requests', 'Too many unknown addresses', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
