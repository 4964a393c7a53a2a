/** Migration 0031: jobs in an order by key, and the queues that became jobs. */
import { type Kysely, sql } from 'kysely';

export async function addQueuesToJobs(db: Kysely<unknown>): Promise<void> {
  await addJobOrder(db);
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
