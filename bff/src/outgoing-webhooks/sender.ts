/**
 * Sends waiting deliveries, on the leader: per webhook sequentially in the order of events, webhooks concurrently. A failing delivery
 * is retried with increasing delays and given up after a day; a webhook that fails for three days is turned off.
 */
import { createHmac } from 'node:crypto';
import {
  OUTGOING_SIGNATURE,
  OUTGOING_VERSION,
  type OutgoingDeliveryDetail,
  TEST_EVENT,
} from '@waypost/contract/api/outgoing-webhooks';
import { BackgroundWorker } from '../lib/background-worker.ts';
import { toIso } from '../lib/time.ts';
import {
  dueOutgoingDeliveries,
  dueWebhooks,
  type OutgoingDeliveryWithRecord,
  type OutgoingWebhookRow,
} from '../store/outgoing-webhooks.ts';
import { rowOf, updateRow } from '../store/query.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Uses } from '../wiring.ts';
import type { Destinations } from './post.ts';
import { type PostResult, post } from './post.ts';

interface OutgoingSenderOptions extends Uses<'db' | 'log' | 'activity' | 'isLeader' | 'now'> {
  readonly destinations: Destinations;
  readonly secretOf: (webhook: OutgoingWebhookRow) => string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before the second and later tries; the last one is repeated. */
export const RETRY_AFTER_MS = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const;
/** A delivery is given up when its next try would be later than this after it was queued. */
const GIVE_UP_AFTER_MS = 24 * HOUR;
/** A webhook is turned off after failing for this long. */
export const OFF_AFTER_MS = 72 * HOUR;
/** Maximum pause of a failing webhook: starts with a second and doubles with each failure. */
const MAX_PAUSE_MS = 5 * MINUTE;
/** Status of a receiver that no longer exists. */
const GONE = 410;

/** Poll interval: other servers add deliveries too. */
const POLL_INTERVAL_MS = SECOND;
const BATCH_SIZE = 50;
const MAX_STORED_TRIES = 20;

type StoredTry = OutgoingDeliveryDetail['last_tries'][number];

/** The delivered envelope; only the attempt number differs between tries. */
export const envelopeOf = (row: OutgoingDeliveryWithRecord, attempt: number) => ({
  id: row.event_id,
  event_name: row.event_name,
  version: OUTGOING_VERSION,
  timestamp: toIso(row.occurred_at),
  webhook_id: row.webhook_id,
  delivery_attempt: attempt,
  data: [JSON.parse(row.record) as unknown],
});

export class OutgoingSender extends BackgroundWorker<OutgoingSenderOptions> {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: OutgoingSenderOptions) {
    super(options, {
      task: 'send to outgoing webhooks',
      retryMs: POLL_INTERVAL_MS,
      run: async () => {
        await this.#startLanes();
        return POLL_INTERVAL_MS;
      },
    });
  }

  /** Sends everything that is due. */
  async send(): Promise<void> {
    do {
      await this.#startLanes();
      await Promise.all(this.#lanes.values());
    } while (this.options.isLeader() && (await dueWebhooks(this.options.db, this.now())).length > 0);
  }

  /** Aborts the current try, which is repeated after the next start. */
  override async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopping'));
    await super.stop();
    await Promise.all(this.#lanes.values());
  }

  async #startLanes(): Promise<void> {
    const { db, isLeader } = this.options;
    if (!isLeader()) return;
    for (const id of await dueWebhooks(db, this.now()))
      if (!this.#lanes.has(id)) this.#lanes.set(id, this.#lane(id));
  }

  /** Never rejects. */
  async #lane(webhook_id: string): Promise<void> {
    const { db, isLeader, log } = this.options;
    try {
      for (;;) {
        const due = await dueOutgoingDeliveries(db, webhook_id, this.now(), BATCH_SIZE);
        if (due.length === 0) return;
        for (const row of due) {
          // Read again for each delivery: it may have been changed or turned off.
          const webhook = await rowOf(db, 'outgoing_webhook', { id: webhook_id });
          const isPaused = !webhook || webhook.off_at !== null || webhook.rest_until > this.now();
          if (isPaused || this.#stopping.signal.aborted || !isLeader()) return;
          await this.#try(webhook, row);
        }
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        log.error({ err: error, webhook_id }, 'could not send to an outgoing webhook; retrying');
    } finally {
      this.#lanes.delete(webhook_id);
    }
  }

  async #try(webhook: OutgoingWebhookRow, row: OutgoingDeliveryWithRecord): Promise<void> {
    const { db, destinations, secretOf } = this.options;
    const attempt = row.tries + 1;
    const began = this.now();
    const wait = RETRY_AFTER_MS[row.tries] ?? (RETRY_AFTER_MS.at(-1) as number);
    const next_at = began + wait;
    const { id, tries, queued_at } = row;
    // Counted before the try. False: another server makes it.
    const waiting = { id, state: 'waiting', tries } as const;
    if (!(await updateRow(db, 'outgoing_delivery', waiting, { tries: attempt, next_at }))) return;
    const result = await this.#post(webhook, row, attempt, { destinations, secretOf });
    const at = this.now();
    const { status, problem, answer } = result;
    const last_try: StoredTry = { at: toIso(began), milliseconds: at - began, status, problem, answer };
    const last_tries = [...(JSON.parse(row.last_tries) as StoredTry[]), last_try].slice(-MAX_STORED_TRIES);
    const is_last =
      row.event_name === TEST_EVENT || status === GONE || next_at > row.queued_at + GIVE_UP_AFTER_MS;
    // Unless the delivery was queued again in the meantime.
    await updateRow(
      db,
      'outgoing_delivery',
      { id, queued_at },
      {
        state: problem === null ? 'delivered' : is_last ? 'given_up' : 'waiting',
        last_at: began,
        status,
        problem,
        last_tries: JSON.stringify(last_tries),
      },
    );
    if (problem === null)
      await updateRow(
        db,
        'outgoing_webhook',
        { id: webhook.id },
        {
          failures: 0,
          failing_since: null,
          problem: null,
          rest_until: 0,
          last_delivered_at: at,
        },
      );
    else await this.#failed(webhook, status, problem, at);
  }

  async #post(
    webhook: OutgoingWebhookRow,
    row: OutgoingDeliveryWithRecord,
    attempt: number,
    { destinations, secretOf }: Pick<OutgoingSenderOptions, 'destinations' | 'secretOf'>,
  ): Promise<PostResult> {
    let secret: string;
    try {
      secret = secretOf(webhook);
    } catch {
      const problem =
        'its signing secret is encrypted with a key that SECRET_KEYS no longer lists; replace it';
      return { status: null, problem, answer: null };
    }
    const body = Buffer.from(JSON.stringify(envelopeOf(row, attempt)));
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Waypost-Webhooks',
      ...signatureHeaders(secret, body, this.now()),
    };
    const { signal } = this.#stopping;
    return post(new URL(webhook.url), { destinations, body, headers, signal });
  }

  async #failed(
    webhook: OutgoingWebhookRow,
    status: number | null,
    problem: string,
    at: number,
  ): Promise<void> {
    const { db, activity, log } = this.options;
    const failures = webhook.failures + 1;
    const failing_since = webhook.failing_since ?? at;
    const rest_until = at + Math.min(SECOND * 2 ** Math.min(webhook.failures, 20), MAX_PAUSE_MS);
    const isGone = status === GONE;
    const turns_off = isGone || at - failing_since >= OFF_AFTER_MS;
    const reason = isGone
      ? 'It answered 410: it no longer accepts events'
      : `Every attempt since ${toIso(failing_since)} failed; the last one: ${problem}`;
    const change = {
      failures,
      failing_since,
      problem,
      rest_until,
      ...(turns_off ? { off_at: at, off_by_name: null, off_reason: reason } : {}),
    };
    await inTransaction(db, async (trx) => {
      await updateRow(trx, 'outgoing_webhook', { id: webhook.id }, change);
      const detail = { host: new URL(webhook.url).host, reason };
      if (turns_off) await activity.record(trx, null, 'turn_off_outgoing_webhook', webhook.id, detail);
    });
    if (turns_off) log.warn({ webhook_id: webhook.id, problem }, 'an outgoing webhook was turned off');
  }
}

/** `at`: time of sending, milliseconds since 1970. */
function signatureHeaders(secret: string, body: Buffer, at: number): Record<string, string> {
  const { signature_header, timestamp_header, algorithm, encoding } = OUTGOING_SIGNATURE;
  const timestamp = new Date(at).toISOString();
  const signature = createHmac(algorithm, secret).update(`${timestamp}.`).update(body).digest(encoding);
  return { [timestamp_header]: timestamp, [signature_header]: signature };
}
