/**
 * Passes stored deliveries to the features' handlers, sequentially per subscription. Each event takes effect once, because a handler's
 * writes are committed together with the delivery's state. Resumes from the database after a crash.
 */
import { PROCESSED_AGAIN } from '@waypost/contract/api/webhooks';
import { EVENT_RECORDS, type EventEnvelope, type EventFamily, eventFamily } from '@waypost/contract/events';
import { sql } from 'kysely';
import type { z } from 'zod';
import { withTimeout } from '../lib/async.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Database } from '../store/database.ts';
import { updateRow } from '../store/query.ts';
import { inTransaction } from '../store/transaction.ts';
import {
  type DeliveryRow,
  nextDelivery,
  nextWorkAt,
  otherDeliveryOfEvent,
  webhooksWithWork,
} from '../store/webhooks.ts';
import type { Uses } from '../wiring.ts';
import { decompressed, readEnvelope } from './body.ts';
import { bodyContext } from './receiver.ts';

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

interface ProcessorOptions extends Uses<'db' | 'box' | 'log' | 'assumptions' | 'now'> {
  readonly handlerTimeoutMs?: number;
}

/** Delays before the second and later tries; after the last one the delivery has failed. */
export const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000] as const;
const HANDLER_TIMEOUT_MS = 10_000;
const MAX_OUTCOME_CHARS = 1_000;
const MAX_IDLE_MS = 60_000;
/** Delay after a database failure. */
const STORE_RETRY_MS = 2_000;

class ClaimedByAnother extends Error {}

/** When a delivery is processed again, its first outcome is kept. */
function withFirstOutcome({ outcome: before }: DeliveryRow, outcome: string): string {
  const [first, again] = (before ?? '').split(PROCESSED_AGAIN);
  const short = outcome.slice(0, MAX_OUTCOME_CHARS);
  return again === undefined ? short : `${first}${PROCESSED_AGAIN}${short}`;
}

export class Processor extends BackgroundWorker<ProcessorOptions> {
  readonly #handlers = new Map<EventFamily, Handler<EventFamily>[]>();
  readonly #lanes = new Map<string, Promise<void>>();

  constructor(options: ProcessorOptions) {
    super(options, {
      task: 'read stored deliveries',
      retryMs: STORE_RETRY_MS,
      run: () => this.#startLanes(),
    });
  }

  /** Registers a handler; several handlers of a family run in order, in one transaction. */
  on<F extends EventFamily>(family: F, handler: Handler<F>): void {
    const all = this.#handlers.get(family) ?? [];
    this.#handlers.set(family, [...all, handler as unknown as Handler<EventFamily>]);
  }

  override async run(): Promise<void> {
    do {
      await super.run();
      await Promise.all(this.#lanes.values());
    } while (this.#lanes.size > 0);
  }

  /** Resolves after the deliveries in progress. */
  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.#lanes.values());
  }

  /** Starts a lane for each subscription with due deliveries, so that a slow one does not block others. */
  async #startLanes(): Promise<number | null> {
    const { db } = this.options;
    for (const subscription_id of await webhooksWithWork(db, this.now()))
      if (!this.#lanes.has(subscription_id)) this.#lanes.set(subscription_id, this.#lane(subscription_id));
    const next = await nextWorkAt(db, [...this.#lanes.keys()]);
    return next === null ? null : Math.min(next - this.now(), MAX_IDLE_MS);
  }

  /** Processes a subscription's deliveries one after the other. Never rejects. */
  async #lane(subscription_id: string): Promise<void> {
    try {
      while (!this.stopped) {
        const row = await nextDelivery(this.options.db, subscription_id, this.now());
        if (!row) break;
        await this.#handle(row);
      }
      this.#lanes.delete(subscription_id);
      // For deliveries stored in the meantime, and for the next try.
      this.wake();
    } catch (error) {
      this.#lanes.delete(subscription_id);
      this.options.log.error({ err: error, subscription_id }, 'could not process deliveries of a webhook');
      this.wake(STORE_RETRY_MS);
    }
  }

  async #handle(row: DeliveryRow): Promise<void> {
    const { db, log } = this.options;
    const wait = RETRY_AFTER_MS[row.tries];
    // A delivery that crashed the process each time is given up too.
    if (row.tries > RETRY_AFTER_MS.length) {
      await this.#end(db, row, 'failed', row.outcome ?? 'the server stopped each time while processing it');
      return;
    }
    await updateRow(
      db,
      'webhook_delivery',
      { id: row.id },
      { tries: sql`tries + 1`, next_at: this.now() + (wait ?? MAX_IDLE_MS) },
    );
    let afters: (() => void | Promise<void>)[] = [];
    try {
      await inTransaction(db, async (store) => {
        afters = [];
        // Changes nothing, but locks the subscription: two servers must not process two deliveries of one event at the same time.
        await updateRow(
          store,
          'webhook_subscription',
          { id: row.subscription_id },
          { purpose: sql`purpose` },
        );
        // Mark it done first: another process waits here, and then finds it done.
        if (!(await this.#end(store, row, 'done', ''))) throw new ClaimedByAnother();
        await updateRow(
          store,
          'webhook_delivery',
          { id: row.id },
          { outcome: withFirstOutcome(row, await this.#outcome(row, store, afters)) },
        );
      });
    } catch (error) {
      if (error instanceof ClaimedByAnother) return;
      log.error({ err: error, delivery_id: row.id, tries: row.tries + 1 }, 'could not process a delivery');
      const reason = `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
      if (wait === undefined) await this.#end(db, row, 'failed', withFirstOutcome(row, reason));
      else
        await updateRow(db, 'webhook_delivery', { id: row.id }, { outcome: withFirstOutcome(row, reason) });
      return;
    }
    for (const after of afters)
      await Promise.resolve()
        .then(after)
        .catch((error) =>
          log.error({ err: error, delivery_id: row.id }, 'could not publish a processed delivery'),
        );
  }

  #end(db: Database, row: DeliveryRow, state: 'done' | 'failed', outcome: string): Promise<boolean> {
    return updateRow(
      db,
      'webhook_delivery',
      { id: row.id, state: 'stored' },
      {
        state,
        outcome,
        handled_at: this.now(),
      },
    );
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
