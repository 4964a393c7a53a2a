/** Migration 0031: jobs in an order by key, and the queues that became jobs. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

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

// During an upgrade a server of the version before still reads and writes its queues. What has become a job is never due there. What it
// queues itself it also does; what it leaves is taken over (`takeOverdue`). The columns and the table go in a later version.

/** Milliseconds since 1970: the year 2100. */
const NEVER = 4_102_444_800_000;
/** A server that is alive has done by then what is due. */
const LEFT_AFTER_MS = 5 * 60_000;

async function neverDue(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    await db.schema.alterTable(table).dropColumn(column).execute();
    await db.schema
      .alterTable(table)
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(sql.lit(NEVER)))
      .execute();
  }
}

/** Rows that a server of the version before has queued and not done, taken out of its queue. @param now milliseconds since 1970 */
export async function takeOverdue<Row>(
  trx: Database,
  table: 'outgoing_delivery' | 'webhook_delivery' | 'pending_revocation',
  now: number,
): Promise<readonly Row[]> {
  const due = sql`next_at <= ${now - LEFT_AFTER_MS}`;
  const taken =
    table === 'pending_revocation'
      ? sql<Row>`DELETE FROM pending_revocation WHERE ${due} RETURNING *`
      : sql<Row>`UPDATE ${sql.table(table)} SET next_at = ${NEVER}
          WHERE state = ${table === 'outgoing_delivery' ? 'waiting' : 'stored'} AND ${due} RETURNING *`;
  return (await taken.execute(trx)).rows;
}

async function moveOutgoingDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'outgoing_delivery', '{"delivery_id":"' || id || '"}', id, webhook_id, seq, queued_at, next_at,
      CASE WHEN tries > 10 THEN 10 ELSE tries END, 11, 0, 0
    FROM outgoing_delivery WHERE state = 'waiting'`.execute(db);
  await neverDue(db, 'outgoing_delivery', ['queued_at', 'next_at']);
}

async function moveRevocations(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'revocation', '{"id":"' || id || '","refresh_token":"' || refresh_token || '"}', next_at, next_at, tries, 40, 0, 0
    FROM pending_revocation`.execute(db);
  await sql`DELETE FROM pending_revocation`.execute(db);
}

async function moveDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'webhook_delivery', '{"delivery_id":"' || id || '"}', id, subscription_id, received_at, received_at, next_at,
      tries, 5, 0, 0
    FROM webhook_delivery WHERE state = 'stored'`.execute(db);
  await db.schema.dropIndex('hook_delivery_state').execute();
  await neverDue(db, 'webhook_delivery', ['next_at']);
}
