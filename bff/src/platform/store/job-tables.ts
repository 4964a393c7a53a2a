import { type Kysely, sql } from 'kysely';

export interface JobTables {
  job: {
    id: string;
    kind: string;
    /** JSON, without secrets in clear text. */
    payload: string;
    /** Only one open job of a kind has the same key. Null: any number. */
    dedupe_key: string | null;
    /** Of the open jobs of a kind with the same key, one runs at a time, the lowest position first. Null: no order. */
    order_key: string | null;
    position: number;
    /** 1: while it is claimed or waits, the others with its key wait too. */
    holds_key: number;
    created_at: number;
    /** Earliest time of the next try. */
    run_at: number;
    tries: number;
    max_tries: number;
    claimed_by: string | null;
    /** End of the claim by the database's clock; then any server may claim it. */
    claimed_until: number;
    /** Grows with each claim, so that late writes of an earlier one are recognized. */
    fence: number;
    /** When it was given up; null while open. */
    dead_at: number | null;
    /** Why the last try failed. */
    problem: string | null;
  };
}

export async function addJobTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('dedupe_key', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('max_tries', 'integer', (c) => c.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', (c) => c.notNull())
    .addColumn('fence', 'bigint', (c) => c.notNull())
    .addColumn('dead_at', 'bigint')
    .addColumn('problem', 'text')
    .execute();
  await db.schema
    .createIndex('job_due')
    .on('job')
    .columns(['kind', 'run_at'])
    .where(sql.ref('dead_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('job_open')
    .on('job')
    .columns(['kind', 'dedupe_key'])
    .unique()
    .where(sql.ref('dead_at'), 'is', null)
    .execute();
  await db.schema.createIndex('job_dead').on('job').column('dead_at').execute();
  // Emails that wait, or were being sent, at the upgrade. The columns of the old queue go, so that a server of an earlier version cannot
  // send them too.
  await sql`INSERT INTO job (id, kind, payload, dedupe_key, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'email', '{"email_id":"' || id || '"}', invitation_key, created_at, next_at, tries, 6, 0, 0
    FROM email WHERE state IN ('waiting', 'sending') ORDER BY created_at DESC ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`UPDATE email SET state = 'cancelled', message = 'A later email replaced it'
    WHERE state IN ('waiting', 'sending') AND id NOT IN (SELECT id FROM job)`.execute(db);
  await db.schema.dropIndex('email_state').execute();
  for (const column of ['next_at', 'tries']) await db.schema.alterTable('email').dropColumn(column).execute();
  await db.schema.createIndex('email_by_state').on('email').columns(['state', 'created_at']).execute();
}
