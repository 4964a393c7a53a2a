import type { OutgoingEventName } from '@waypost/contract/api/outgoing-events';
import type { Kysely } from 'kysely';

export interface OutgoingTables {
  outgoing_webhook: {
    id: string;
    url: string;
    /** JSON: names of events. */
    events: string;
    /** Sealed, see outgoing-webhooks/webhooks.ts. */
    signing_secret: string;
    /** The secret before it was replaced, sealed: deliveries are also signed with it until `previous_until`. */
    previous_secret: string | null;
    previous_until: number | null;
    /** Least minutes between two positions of a load, and by which an estimate must move; null: the default. */
    position_minutes: number | null;
    estimate_minutes: number | null;
    created_at: number;
    created_by_name: string;
    /** Earlier events are not sent. Set at creation and whenever it is turned on. */
    active_since: number;
    /** Null: enabled. */
    off_at: number | null;
    /** Null: disabled by Waypost. */
    off_by_name: string | null;
    off_reason: string | null;
    /** Failed tries since the last successful one. */
    failures: number;
    failing_since: number | null;
    problem: string | null;
    /** Nothing is sent before this time. */
    rest_until: number;
    last_delivered_at: number | null;
  };
  outgoing_event: {
    id: string;
    seq: number;
    /** Identifies what caused it, so that it becomes one event only. */
    source: string;
    event_name: OutgoingEventName;
    load_ref: string | null;
    occurred_at: number;
    created_at: number;
    /** JSON: the record that goes into the body. */
    record: string;
  };
  outgoing_delivery: {
    id: string;
    webhook_id: string;
    event_id: string;
    /** The event's `seq`: deliveries are tried in this order, by their jobs. */
    seq: number;
    state: 'waiting' | 'delivered' | 'given_up';
    created_at: number;
    tries: number;
    last_at: number | null;
    status: number | null;
    problem: string | null;
    /** JSON: the last tries, oldest first. */
    last_tries: string;
  };
}

export async function addOutgoingTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outgoing_webhook')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('signing_secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('active_since', 'bigint', (c) => c.notNull())
    .addColumn('off_at', 'bigint')
    .addColumn('off_by_name', 'text')
    .addColumn('off_reason', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('rest_until', 'bigint', (c) => c.notNull())
    .addColumn('last_delivered_at', 'bigint')
    .execute();
  await db.schema
    .createTable('outgoing_event')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull().unique())
    .addColumn('source', 'text', (c) => c.notNull().unique())
    .addColumn('event_name', 'text', (c) => c.notNull())
    .addColumn('load_ref', 'text')
    .addColumn('occurred_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('outgoing_delivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('webhook_id', 'text', (c) => c.notNull().references('outgoing_webhook.id'))
    .addColumn('event_id', 'text', (c) => c.notNull().references('outgoing_event.id'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('queued_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('last_tries', 'text', (c) => c.notNull())
    .execute();
  // Each event is delivered once per webhook; the index also serves the list of deliveries.
  await db.schema
    .createIndex('outgoing_delivery_of')
    .on('outgoing_delivery')
    .columns(['webhook_id', 'seq'])
    .unique()
    .execute();
  for (const [table, columns] of [
    ['outgoing_delivery', ['state', 'webhook_id', 'seq']],
    ['outgoing_delivery', ['event_id']],
    ['outgoing_event', ['created_at']],
  ] as const)
    await db.schema
      .createIndex(`${table}_by_${columns[0]}`)
      .on(table)
      .columns([...columns])
      .execute();
}
