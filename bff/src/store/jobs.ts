/** Jobs: work that survives a crash. A finished job is deleted; a dead one stays until somebody retries it or it is purged. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, type Dialect, storeNow, type Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { deleteRow } from './query.ts';
import { inTransaction } from './transaction.ts';

export type JobRow = Tables['job'];

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

interface Claim {
  readonly kind: string;
  readonly owner: string;
  /** Due at this time, milliseconds since 1970. */
  readonly now: number;
  /** Duration of the claim. */
  readonly ms: number;
  readonly limit: number;
  /** Jobs of this kind have an order by key. */
  readonly isOrdered: boolean;
}

/** Claims due jobs that no running claim holds, and counts the try. */
export async function claimJobs(db: Database, dialect: Dialect, claim: Claim): Promise<JobRow[]> {
  if (dialect === 'sqlite' || !claim.isOrdered) return claimIn(db, dialect, claim);
  // One server at a time: two that start from different states of the table could claim two jobs of one key.
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`claim ${claim.kind}`}))`.execute(trx);
    return claimIn(trx, dialect, claim);
  });
}

async function claimIn(db: Database, dialect: Dialect, claim: Claim): Promise<JobRow[]> {
  const now = storeNow(dialect);
  return db
    .updateTable('job')
    .set((eb) => ({
      claimed_by: claim.owner,
      claimed_until: sql<number>`${now} + ${sql.lit(claim.ms)}`,
      fence: eb('fence', '+', 1),
      tries: eb('tries', '+', 1),
      holds_key: 1,
    }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('job')
        .select('id')
        .$call((query) =>
          claim.isOrdered
            ? // Without the array, PostgreSQL may read the whole table.
              query.where(
                dialect === 'postgres'
                  ? sql<boolean>`id = ANY (ARRAY${nextOfKeys(claim, now)})`
                  : sql<boolean>`id IN ${nextOfKeys(claim, now)}`,
              )
            : query
                .where('kind', '=', claim.kind)
                .where('dead_at', 'is', null)
                .where('run_at', '<=', claim.now)
                .where('claimed_until', '<=', now),
        )
        .orderBy('run_at')
        .limit(claim.limit)
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
}

/** For each key that no job holds, the first job that is due. Looks each key up in the index: many jobs may wait for one. */
const nextOfKeys = ({ kind, now }: Claim, storeTime: RawBuilder<number>) => sql<string>`(
  WITH RECURSIVE wanted (key) AS (
    SELECT (SELECT order_key FROM job WHERE kind = ${kind} AND dead_at IS NULL ORDER BY order_key LIMIT 1)
    UNION ALL
    SELECT (SELECT order_key FROM job WHERE kind = ${kind} AND dead_at IS NULL AND order_key > wanted.key
      ORDER BY order_key LIMIT 1)
    FROM wanted WHERE wanted.key IS NOT NULL
  )
  SELECT (SELECT id FROM job AS first WHERE kind = ${kind} AND order_key = wanted.key AND dead_at IS NULL
    AND +run_at <= ${now} ORDER BY position, id LIMIT 1)
  FROM wanted WHERE wanted.key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM job AS other
    WHERE kind = ${kind} AND order_key = wanted.key AND dead_at IS NULL AND holds_key = 1
    AND (claimed_until > ${storeTime} OR run_at > ${now})))`;

/** The jobs that hold this key until a later time are due now. */
export async function endWait(db: Database, kind: string, order_key: string, now: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: now })
    .where('kind', '=', kind)
    .where('order_key', '=', order_key)
    .where('dead_at', 'is', null)
    .where('holds_key', '=', 1)
    .execute();
}

/** Prolongs a claim. */
export async function prolongClaim(db: Database, dialect: Dialect, { id, fence }: JobRow, ms: number) {
  const claimed_until = sql<number>`${storeNow(dialect)} + ${sql.lit(ms)}`;
  await db
    .updateTable('job')
    .set({ claimed_until })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}

/** Ends the claims of servers that are known to be dead. */
export async function releaseClaims(db: Database): Promise<void> {
  await db.updateTable('job').set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute();
}

/** Deletes the open job with this key, also one that is running: it can no longer write its result. */
export async function cancelJob(db: Database, kind: string, dedupe_key: string): Promise<void> {
  await deleteRow(db, 'job', { kind, dedupe_key, dead_at: null });
}

export interface JobCounts {
  readonly kind: string;
  readonly open: number;
  readonly dead: number;
  /** Due time of the open job that is due for the longest time, milliseconds since 1970; null: none is open. */
  readonly oldest: number | null;
}

export async function countJobs(db: Database): Promise<JobCounts[]> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => [
      'kind',
      fn.countAll().filterWhere('dead_at', 'is', null).as('open'),
      fn.countAll().filterWhere('dead_at', 'is not', null).as('dead'),
      fn.min('run_at').filterWhere('dead_at', 'is', null).as('oldest'),
    ])
    .groupBy('kind')
    .execute();
  return rows.map((row) => ({ ...row, open: Number(row.open), dead: Number(row.dead) }));
}

/** By order key: the number of open jobs, and when the first is due (ms). */
export async function openJobsByKey(
  db: Database,
  kind: string,
): Promise<Map<string | null, { readonly count: number; readonly next_at: number }>> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => ['order_key', fn.countAll().as('count'), fn.min('run_at').as('next_at')])
    .where('kind', '=', kind)
    .where('dead_at', 'is', null)
    .groupBy('order_key')
    .execute();
  return new Map(
    rows.map(({ order_key, count, next_at }) => [
      order_key,
      { count: Number(count), next_at: Number(next_at) },
    ]),
  );
}

/** Deletes jobs that were given up before `before` (ms). */
export async function purgeJobs(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'job', ['id'], sql`dead_at < ${before}`, pause);
}
