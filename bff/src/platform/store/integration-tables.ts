/** What machines need beyond their keys (migration 0033). Times are milliseconds since 1970 UTC, JSON is text. */
import { type Kysely, sql } from 'kysely';

export interface IntegrationTables {
  /** Whose load number it is: of a request to post it, and of the load once that is known. */
  load_reference: {
    reference: string;
    /** Null: posted before version 0033. */
    intent_id: string | null;
    load_id: string | null;
    claimed_at: number;
  };
  /** What was last published to a webhook about a load, so that its next position or moved estimate is published in time. */
  outgoing_load: {
    webhook_id: string;
    load_id: string;
    /** Null: no position yet. */
    position_at: number | null;
    /** JSON: likely arrival by the stop's sequence. */
    estimates: string;
  };
}

export async function addIntegrationTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('load_reference')
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('intent_id', 'text')
    .addColumn('load_id', 'text')
    .addColumn('claimed_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('load_reference_by_load').on('load_reference').columns(['load_id']).execute();
  await db.schema
    .createIndex('load_reference_by_intent')
    .on('load_reference')
    .columns(['intent_id'])
    .execute();
  await db.schema
    .createIndex('load_reference_by_time')
    .on('load_reference')
    .columns(['claimed_at'])
    .execute();
  // Of two loads with one number, the newest.
  await sql`INSERT INTO load_reference (reference, load_id, claimed_at)
    SELECT load_ref, MAX(load_id), MAX(sent_at) FROM posted_load AS newest
    WHERE load_ref IS NOT NULL AND stops IS NOT NULL AND sent_at =
      (SELECT MAX(sent_at) FROM posted_load WHERE posted_load.load_ref = newest.load_ref)
    GROUP BY load_ref`.execute(db);
  await db.schema
    .createTable('outgoing_load')
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('position_at', 'bigint')
    .addColumn('estimates', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('outgoing_load_key', ['webhook_id', 'load_id'])
    .execute();
  for (const [table, column, type] of [
    ['outgoing_webhook', 'position_minutes', 'integer'],
    ['outgoing_webhook', 'estimate_minutes', 'integer'],
    ['outgoing_webhook', 'previous_secret', 'text'],
    ['outgoing_webhook', 'previous_until', 'bigint'],
    ['api_key', 'list_ids', 'text'],
    ['api_key', 'fleet_ids', 'text'],
    ['api_key', 'networks', 'text'],
    ['api_key', 'previous_hash', 'text'],
    ['api_key', 'previous_until', 'bigint'],
  ] as const)
    await db.schema.alterTable(table).addColumn(column, type).execute();
  await db.schema.createIndex('api_key_by_previous').on('api_key').columns(['previous_hash']).execute();
}
