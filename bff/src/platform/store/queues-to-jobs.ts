/** Migration 0031: jobs in an order by key, and the queues that became jobs. */
import { type Kysely, sql } from 'kysely';

export async function addQueuesToJobs(db: Kysely<unknown>): Promise<void> {
  await addJobOrder(db);
  await moveOutgoingDeliveries(db);
  await moveRevocations(db);
  await moveDeliveries(db);
}

async function addJobOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('order_key', 'text').execute();
  for (const column of ['position', 'holds_key'])
    await db.schema
      .alterTable('job')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const [name, columns] of [
    ['job_order', ['kind', 'order_key', 'position', 'id']],
    ['job_holds', ['kind', 'order_key', 'holds_key']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('job')
      .columns([...columns])
      .where(sql.ref('dead_at'), 'is', null)
      .execute();
}

// What a server of an earlier version would find its work by goes, so that it cannot do it too.

async function moveOutgoingDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'outgoing_delivery', '{"delivery_id":"' || id || '"}', id, webhook_id, seq, queued_at, next_at,
      CASE WHEN tries > 10 THEN 10 ELSE tries END, 11, 0, 0
    FROM outgoing_delivery WHERE state = 'waiting'`.execute(db);
  for (const column of ['queued_at', 'next_at'])
    await db.schema.alterTable('outgoing_delivery').dropColumn(column).execute();
}

async function moveRevocations(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'revocation', '{"id":"' || id || '","refresh_token":"' || refresh_token || '"}', next_at, next_at, tries, 40, 0, 0
    FROM pending_revocation`.execute(db);
  await db.schema.dropTable('pending_revocation').execute();
}

async function moveDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'webhook_delivery', '{"delivery_id":"' || id || '"}', id, subscription_id, received_at, received_at, next_at,
      tries, 5, 0, 0
    FROM webhook_delivery WHERE state = 'stored'`.execute(db);
  await db.schema.dropIndex('hook_delivery_state').execute();
  await db.schema.alterTable('webhook_delivery').dropColumn('next_at').execute();
}
