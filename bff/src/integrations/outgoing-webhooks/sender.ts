/**
 * Sends deliveries, as jobs: per webhook sequentially in the order of events, webhooks concurrently. A failing delivery is retried with
 * increasing delays and given up after a day; a webhook that fails pauses, and is turned off after three days.
 */
import { createHmac } from 'node:crypto';
import { OUTGOING_VERSION, TEST_EVENT } from '@waypost/contract/api/outgoing-events';
import {
  OUTGOING_SIGNATURE,
  OUTGOING_WEBHOOKS_MAX,
  type OutgoingDeliveryDetail,
} from '@waypost/contract/api/outgoing-webhooks';
import { z } from 'zod';
import { Problem } from '../../platform/http/problems.ts';
import type { JobResult, Jobs, RunningJob } from '../../platform/jobs/jobs.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  OUTGOING_JOB,
  type OutgoingDeliveryWithRecord,
  type OutgoingWebhookRow,
  outgoingSubjects,
  readOutgoingDelivery,
} from '../../platform/store/outgoing-webhooks.ts';
import { rowOf, updateRow } from '../../platform/store/query.ts';
import { takeOverdue } from '../../platform/store/queues-to-jobs.ts';
import type { Uses } from '../../platform/uses.ts';
import { type Destinations, displayUrl, type PostResult, post } from './post.ts';

interface OutgoingSenderOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  readonly jobs: Pick<Jobs, 'define' | 'add'>;
  readonly destinations: Destinations;
  readonly secretsOf: (webhook: OutgoingWebhookRow) => Secrets;
}

/** The secret, and the one before while it is valid. */
interface Secrets {
  readonly current: string;
  readonly previous: string | null;
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
const retryAfterMs = (tries: number) => RETRY_AFTER_MS[tries - 1] ?? (RETRY_AFTER_MS.at(-1) as number);
/** A delivery is given up when its next try would be later than this after it was queued. */
const GIVE_UP_AFTER_MS = 24 * HOUR;
/** As many as fit into that time. */
const MAX_TRIES = 11;
/** A webhook is turned off after failing for this long. */
export const OFF_AFTER_MS = 72 * HOUR;
/** Maximum pause of a failing webhook: starts with a second and doubles with each failure. */
const MAX_PAUSE_MS = 5 * MINUTE;
/** Status of a receiver that no longer exists. */
const GONE = 410;

/** The deliveries of a webhook that is off wait until it is turned on. */
const OFF_MS = HOUR;
const MAX_STORED_TRIES = 20;

interface DeliveryJob {
  readonly delivery_id: string;
  /** For a person: its first try does not wait, even if one that was being sent meanwhile has failed. */
  readonly at_once?: boolean;
}

type Queued = Pick<OutgoingDeliveryWithRecord, 'id' | 'webhook_id' | 'seq'>;

/** Adds the job that sends a delivery; call `jobs.added` after the commit. */
export const queueDelivery = (
  trx: Database,
  jobs: Pick<Jobs, 'add'>,
  { id, webhook_id, seq }: Queued,
  payload: DeliveryJob = { delivery_id: id },
  position = seq,
) => jobs.add(trx, OUTGOING_JOB, payload, { dedupe: id, order: { key: webhook_id, position } });

/** More than any `seq`. */
const AHEAD = 1e15;

/** The webhook's pause is over: what waits is sent now. */
export async function endPause(trx: Database, jobs: Pick<Jobs, 'endWait'>, id: string): Promise<void> {
  await updateRow(trx, 'outgoing_webhook', { id }, { rest_until: 0 });
  await jobs.endWait(trx, OUTGOING_JOB, id);
}

/** Adds the job that sends a delivery at once, before all that wait. */
export async function queueFirst(trx: Database, jobs: Pick<Jobs, 'add' | 'endWait'>, row: Queued) {
  await endPause(trx, jobs, row.webhook_id);
  await queueDelivery(trx, jobs, row, { delivery_id: row.id, at_once: true }, row.seq - AHEAD);
}

const named = z.object({
  name: z.string().nullish(),
  fleet_name: z.string().nullish(),
  fleet_ref: z.string().nullish(),
});
const ofFleet = named.extend({
  fleet: named.nullish(),
  loads: z.array(z.object({ fleet: named.nullish() })).nullish(),
});

/** The fleet that a record is about, by its name, else its reference; null: it names none. */
function fleetIn(record: string): string | null {
  const { data } = ofFleet.safeParse(JSON.parse(record));
  const fleet = data?.fleet ?? data?.loads?.[0]?.fleet;
  return data?.fleet_name ?? fleet?.name ?? data?.fleet_ref ?? fleet?.fleet_ref ?? null;
}

type StoredTry = OutgoingDeliveryDetail['last_tries'][number];

/** State of a webhook whose receiver works. */
export const NOT_FAILING = { failures: 0, failing_since: null, problem: null, rest_until: 0 } as const;

/** A repeat by a person is a new job, whose tries begin anew; a try that was interrupted is counted only by its job. */
const attemptOf = (row: { readonly tries: number }, tries: number) => Math.max(row.tries + 1, tries);

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

export class OutgoingSender extends ServerPart<OutgoingSenderOptions> {
  constructor(options: OutgoingSenderOptions) {
    super(options);
    options.jobs.define<DeliveryJob>({
      kind: OUTGOING_JOB,
      concurrency: OUTGOING_WEBHOOKS_MAX,
      maxTries: MAX_TRIES,
      retryAfterMs,
      // A receiver that rejects one event gets the next.
      order: 'passing',
      run: (job) => this.#send(job),
      subjects: async (payloads) => {
        const ids = payloads.map(({ delivery_id }) => delivery_id);
        const found = await outgoingSubjects(options.db, ids);
        return ids.map((id) => {
          const one = found.get(id);
          if (!one) return null;
          const of = [one.load_ref, fleetIn(one.record)].filter((part) => part !== null).join(', ');
          return `${one.event_name}${of === '' ? '' : ` of ${of}`} to ${displayUrl(one.url)}`;
        });
      },
      onFailure: async (trx, { delivery_id: id }, { problem, tries, isDead }) => {
        const row = await rowOf(trx, 'outgoing_delivery', { id });
        if (!row) return undefined;
        const failed = {
          state: isDead ? 'given_up' : 'waiting',
          tries: attemptOf(row, tries),
          problem,
        } as const;
        await updateRow(trx, 'outgoing_delivery', { id }, failed);
        return undefined;
      },
      takeOver: async (trx, now) => {
        for (const row of await takeOverdue<OutgoingDeliveryWithRecord>(trx, 'outgoing_delivery', now))
          await queueDelivery(trx, options.jobs, { ...row, seq: Number(row.seq) });
      },
      onRetry: async (trx, { delivery_id }) => {
        const given_up = { id: delivery_id, state: 'given_up' } as const;
        if (!(await updateRow(trx, 'outgoing_delivery', given_up, { state: 'waiting' })))
          throw Problem.conflict('This delivery is no longer given up', 'Open its webhook');
        return undefined;
      },
    });
  }

  async #send({ payload, tries, createdAt, signal }: RunningJob<DeliveryJob>): Promise<JobResult> {
    const { db } = this.options;
    const row = await readOutgoingDelivery(db, payload.delivery_id);
    const webhook = row && (await rowOf(db, 'outgoing_webhook', { id: row.webhook_id }));
    if (row?.state !== 'waiting' || !webhook) return {};
    if (webhook.off_at !== null) return { again: { afterMs: OFF_MS, problem: 'The webhook is off' } };
    const restMs = webhook.rest_until - this.dueNow();
    if (restMs > 0 && !(payload.at_once && tries === 1))
      return { again: { afterMs: restMs, problem: webhook.problem ?? 'The receiver fails' } };
    const began = this.now();
    const startedAt = this.monotonicNow();
    const attempt = attemptOf(row, tries);
    const result = await this.#post(webhook, row, attempt, signal);
    const { status, problem, answer } = result;
    const milliseconds = this.monotonicNow() - startedAt;
    const last_try: StoredTry = { at: toIso(began), milliseconds, status, problem, answer };
    const last_tries = [...(JSON.parse(row.last_tries) as StoredTry[]), last_try].slice(-MAX_STORED_TRIES);
    const afterMs = retryAfterMs(tries);
    const isLast =
      row.event_name === TEST_EVENT ||
      status === GONE ||
      tries >= MAX_TRIES ||
      this.dueNow() + afterMs > createdAt + GIVE_UP_AFTER_MS;
    const state = problem === null ? 'delivered' : isLast ? 'given_up' : 'waiting';
    return {
      ...(state === 'waiting' && { again: { afterMs, problem: problem ?? '', isFailure: true } }),
      write: async (trx) => {
        await updateRow(
          trx,
          'outgoing_delivery',
          { id: row.id },
          { state, tries: attempt, last_at: began, status, problem, last_tries: JSON.stringify(last_tries) },
        );
        // Read again: it may have been changed meanwhile.
        const current = await rowOf(trx, 'outgoing_webhook', { id: webhook.id });
        return current && this.#outcome(trx, current, result);
      },
    };
  }

  async #post(
    webhook: OutgoingWebhookRow,
    row: OutgoingDeliveryWithRecord,
    attempt: number,
    signal: AbortSignal,
  ): Promise<PostResult> {
    const { destinations, secretsOf } = this.options;
    let secrets: Secrets;
    try {
      secrets = secretsOf(webhook);
    } catch {
      const problem =
        'its signing secret is encrypted with a key that SECRET_KEYS no longer lists; replace it';
      return { status: null, problem, answer: null };
    }
    const body = Buffer.from(JSON.stringify(envelopeOf(row, attempt)));
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Waypost-Webhooks',
      ...signatureHeaders(secrets, body, this.now()),
    };
    return post(new URL(webhook.url), { destinations, body, headers, signal });
  }

  /** Stores in the webhook whether its receiver works. */
  async #outcome(trx: Database, webhook: OutgoingWebhookRow, { status, problem }: PostResult) {
    const { activity, log } = this.options;
    const { id } = webhook;
    const at = this.now();
    if (problem === null) {
      await updateRow(trx, 'outgoing_webhook', { id }, { ...NOT_FAILING, last_delivered_at: at });
      return;
    }
    const failing_since = webhook.failing_since ?? at;
    const isGone = status === GONE;
    const turns_off = webhook.off_at === null && (isGone || at - failing_since >= OFF_AFTER_MS);
    const reason = isGone
      ? 'It answered 410: it no longer accepts events'
      : `Every attempt since ${toIso(failing_since)} failed; the last one: ${problem}`;
    const change = {
      failures: webhook.failures + 1,
      failing_since,
      problem,
      rest_until: this.dueNow() + Math.min(SECOND * 2 ** Math.min(webhook.failures, 20), MAX_PAUSE_MS),
      ...(turns_off ? { off_at: at, off_by_name: null, off_reason: reason } : {}),
    };
    await updateRow(trx, 'outgoing_webhook', { id }, change);
    if (!turns_off) return;
    await activity.record(trx, null, 'turn_off_outgoing_webhook', id, {
      url: displayUrl(webhook.url),
      reason,
    });
    return () => log.warn({ webhook_id: id, problem }, 'an outgoing webhook was turned off');
  }
}

/** `at`: time of sending, milliseconds since 1970. */
function signatureHeaders({ current, previous }: Secrets, body: Buffer, at: number): Record<string, string> {
  const { signature_header, previous_header, timestamp_header, algorithm, encoding } = OUTGOING_SIGNATURE;
  const timestamp = new Date(at).toISOString();
  const signed = (secret: string) =>
    createHmac(algorithm, secret).update(`${timestamp}.`).update(body).digest(encoding);
  return {
    [timestamp_header]: timestamp,
    [signature_header]: signed(current),
    ...(previous === null ? {} : { [previous_header]: signed(previous) }),
  };
}
