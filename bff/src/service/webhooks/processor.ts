/**
 * Passes stored deliveries to the features' handlers, as jobs, sequentially per subscription. Each event takes effect once, because a
 * handler's writes are committed together with the delivery's state.
 */
import { PROCESSED_AGAIN } from '@waypost/contract/api/webhooks';
import type { Assumptions } from '@waypost/contract/assumptions';
import { EVENT_RECORDS, type EventEnvelope, type EventFamily, eventFamily } from '@waypost/contract/events';
import type { z } from 'zod';
import { Problem } from '../../platform/http/problems.ts';
import type { JobResult, Jobs, RunningJob } from '../../platform/jobs/jobs.ts';
import { withTimeout } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import { rowOf, rowsIn, updateRow } from '../../platform/store/query.ts';
import { takeOverdue } from '../../platform/store/queues-to-jobs.ts';
import { afterCommit } from '../../platform/store/transaction.ts';
import { type DeliveryRow, otherDeliveryOfEvent } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import { decompressed, readEnvelope } from './body.ts';

export interface WebhookEvent<F extends EventFamily = EventFamily> {
  readonly family: F;
  readonly event_name: string;
  readonly event_id: string | null;
  readonly subscription_id: string;
  readonly delivery_id: string;
  readonly received_at: number;
  readonly envelope: EventEnvelope;
  /** Records that match the family's schema. */
  readonly records: readonly z.infer<(typeof EVENT_RECORDS)[F]>[];
}

/** `after` runs after the commit and is lost in a crash: use it to publish to streams, not to write. */
export interface Handled {
  readonly outcome: string;
  readonly after?: () => void | Promise<void>;
}

/**
 * Must be idempotent and fast. All database access must go through `store`: any other connection would wait for this handler until it
 * times out. Null: the event does not concern this handler.
 */
export type Handler<F extends EventFamily> = (
  event: WebhookEvent<F>,
  store: Database,
) => Promise<Handled | null>;

interface ProcessorOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  readonly assumptions: Assumptions;
  readonly jobs: Pick<Jobs, 'define' | 'add'>;
  readonly handlerTimeoutMs?: number;
}

export const bodyContext = (delivery_id: string) => `webhook_delivery/${delivery_id}`;

/** Kind of job: one stored delivery. Its dedupe key is the delivery's id, its order key the subscription's. */
export const DELIVERY_JOB = 'webhook_delivery';
interface DeliveryJob {
  readonly delivery_id: string;
}

/** Adds the job that processes a stored delivery; call `jobs.added` after the commit. */
export const queueDelivery = (
  trx: Database,
  jobs: Pick<Jobs, 'add'>,
  { id, subscription_id, received_at }: Pick<DeliveryRow, 'id' | 'subscription_id' | 'received_at'>,
) =>
  jobs.add(
    trx,
    DELIVERY_JOB,
    { delivery_id: id },
    { dedupe: id, order: { key: subscription_id, position: received_at } },
  );

/** Delays before the second and later tries; after the last one the delivery has failed. */
export const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000] as const;
const HANDLER_TIMEOUT_MS = 10_000;
const MAX_OUTCOME_CHARS = 1_000;
/** Subscriptions that one server processes at the same time. */
const CONCURRENCY = 10;

/** When a delivery is processed again, its first outcome is kept. */
function withFirstOutcome({ outcome: before }: DeliveryRow, outcome: string): string {
  const [first, again] = (before ?? '').split(PROCESSED_AGAIN);
  const short = outcome.slice(0, MAX_OUTCOME_CHARS);
  return again === undefined ? short : `${first}${PROCESSED_AGAIN}${short}`;
}

export class Processor extends ServerPart<ProcessorOptions> {
  readonly #handlers = new Map<EventFamily, Handler<EventFamily>[]>();

  constructor(options: ProcessorOptions) {
    super(options);
    options.jobs.define<DeliveryJob>({
      kind: DELIVERY_JOB,
      concurrency: CONCURRENCY,
      maxTries: RETRY_AFTER_MS.length + 1,
      retryAfterMs: (tries) => RETRY_AFTER_MS[tries - 1] ?? 0,
      // An event that fails must not hold up the others.
      order: 'passing',
      run: (job) => this.#process(job),
      subjects: async (payloads) => {
        const ids = payloads.map(({ delivery_id }) => delivery_id);
        const rows = new Map(
          (await rowsIn(options.db, 'webhook_delivery', 'id', ids)).map((row) => [row.id, row]),
        );
        return ids.map((id) => {
          const row = rows.get(id);
          return row?.event_name ? [row.event_name, row.event_id].filter(Boolean).join(', event ') : null;
        });
      },
      onFailure: async (trx, { delivery_id: id }, { problem, tries, isDead }) => {
        const row = await rowOf(trx, 'webhook_delivery', { id, state: 'stored' });
        const end = isDead ? ({ state: 'failed', handled_at: this.now() } as const) : {};
        const outcome = row && withFirstOutcome(row, `failed: ${problem}`);
        if (row) await updateRow(trx, 'webhook_delivery', { id }, { ...end, tries, outcome });
        return undefined;
      },
      takeOver: async (trx, now) => {
        for (const row of await takeOverdue<DeliveryRow>(trx, 'webhook_delivery', now))
          await queueDelivery(trx, options.jobs, { ...row, received_at: Number(row.received_at) });
      },
      onRetry: async (trx, { delivery_id: id }) => {
        const again = { state: 'stored', tries: 0, handled_at: null } as const;
        if (!(await updateRow(trx, 'webhook_delivery', { id, state: 'failed' }, again)))
          throw Problem.conflict('This delivery is no longer failed', 'Open it in the list of deliveries');
        return undefined;
      },
    });
  }

  /** Registers a handler; several handlers of a family run in order, in one transaction. */
  on<F extends EventFamily>(family: F, handler: Handler<F>): void {
    const all = this.#handlers.get(family) ?? [];
    this.#handlers.set(family, [...all, handler as unknown as Handler<EventFamily>]);
  }

  async #process({ payload, tries }: RunningJob<DeliveryJob>): Promise<JobResult> {
    const { db, log } = this.options;
    const row = await rowOf(db, 'webhook_delivery', { id: payload.delivery_id, state: 'stored' });
    if (!row) return {};
    return {
      writeCanFail: true,
      write: async (trx) => {
        const afters: (() => void | Promise<void>)[] = [];
        const outcome = withFirstOutcome(row, await this.#outcome(row, trx, afters));
        const done = { state: 'done', outcome, tries, handled_at: this.now() } as const;
        await updateRow(trx, 'webhook_delivery', { id: row.id }, done);
        return async () => {
          for (const after of afters) await afterCommit(log, 'publish a processed delivery', after);
        };
      },
    };
  }

  async #outcome(row: DeliveryRow, store: Database, afters: (() => void | Promise<void>)[]): Promise<string> {
    const earlier = await otherDeliveryOfEvent(store, row);
    if (earlier) return `duplicate of ${earlier.id}`;
    const raw = Buffer.from(this.options.box.open(row.body, bodyContext(row.id)), 'base64');
    const read = readEnvelope(await decompressed(raw, row.content_encoding), this.options.assumptions);
    if (read === null) return 'malformed: not JSON; kept as received';
    const { envelope } = read;
    if (envelope === null) return 'malformed: not an event; kept as received';
    const family = eventFamily(envelope.event_name, this.options.assumptions);
    const handlers = family === null ? [] : (this.#handlers.get(family) ?? []);
    if (family === null || handlers.length === 0) return 'kept';

    const parsed = envelope.data.map((record) => EVENT_RECORDS[family].safeParse(record));
    const records = parsed.flatMap((one) => (one.success ? [one.data] : []));
    const { id: delivery_id, subscription_id, event_id, received_at } = row;
    const { event_name } = envelope;
    const event = {
      family,
      event_name,
      event_id,
      subscription_id,
      delivery_id,
      received_at,
      envelope,
      records,
    };
    const { handlerTimeoutMs = HANDLER_TIMEOUT_MS } = this.options;
    const outcomes: string[] = [];
    for (const handler of handlers) {
      const handled = await withTimeout(
        handler(event as WebhookEvent, store),
        handlerTimeoutMs,
        'its handler',
      );
      if (handled === null) continue;
      outcomes.push(handled.outcome);
      if (handled.after) afters.push(handled.after);
    }
    const unreadable = parsed.length - records.length;
    if (unreadable > 0) outcomes.push(`${unreadable} of ${parsed.length} records could not be read`);
    return outcomes.length > 0 ? outcomes.join('; ') : 'kept';
  }
}
