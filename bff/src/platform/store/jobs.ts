/** Jobs: work that survives a crash. A finished job is deleted; a dead one stays until somebody retries it or it is purged. */
import { type RawBuilder, sql } from 'kysely';
import { type Database, type Dialect, storeNow, type Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { inTransaction } from './transaction.ts';

export type JobRow = Tables['job'];

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

/** Whoever finishes or fails a job ends its claim: one that is still claimed was interrupted, or lost the database. */
const IS_INTERRUPTED = sql`claimed_by IS NOT NULL`;

/** Claims due jobs that no running claim holds, and counts the try, or the interruption of the last one. */
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
      tries: sql<number>`CASE WHEN ${IS_INTERRUPTED} THEN tries ELSE tries + 1 END`,
      interruptions: sql<number>`CASE WHEN ${IS_INTERRUPTED} THEN interruptions + 1 ELSE 0 END`,
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

/** Open jobs of a key wait for the one that holds it. */
const listedJobs = (db: Database, now: number) =>
  db
    .with('held', (query) =>
      query
        .selectFrom('job')
        .select(({ fn }) => ['kind', 'order_key', fn.max('run_at').as('until'), fn.max('problem').as('why')])
        .where('dead_at', 'is', null)
        .where('holds_key', '=', 1)
        .where('run_at', '>', now)
        .groupBy(['kind', 'order_key']),
    )
    .with('listed', (query) =>
      query
        .selectFrom('job')
        .leftJoin('held', (join) =>
          join
            .onRef('held.kind', '=', 'job.kind')
            .onRef('held.order_key', '=', 'job.order_key')
            .on('job.dead_at', 'is', null),
        )
        .selectAll('job')
        .select([
          sql<'waiting' | 'failed'>`CASE WHEN job.dead_at IS NULL THEN 'waiting' ELSE 'failed' END`.as(
            'state',
          ),
          sql<string | null>`COALESCE(job.problem, held.why)`.as('why'),
          sql<number>`CASE WHEN held.until > job.run_at THEN held.until ELSE job.run_at END`.as('due_at'),
        ]),
    );

export interface JobGroupRow {
  readonly kind: string;
  readonly state: 'waiting' | 'failed';
  readonly why: string | null;
  readonly count: number;
  /** Due time of the first, milliseconds since 1970. */
  readonly due_at: number;
  readonly oldest_at: number;
  readonly dead_at: number | null;
}

/** All jobs by kind and reason, failed ones first, then the largest groups. */
export async function jobGroups(db: Database, now: number): Promise<JobGroupRow[]> {
  const rows = await listedJobs(db, now)
    .selectFrom('listed')
    .select(({ fn }) => [
      'kind',
      'state',
      'why',
      fn.countAll().as('count'),
      fn.min('due_at').as('due_at'),
      fn.min('created_at').as('oldest_at'),
      fn.max('dead_at').as('dead_at'),
    ])
    .groupBy(['kind', 'state', 'why'])
    .orderBy('state')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .orderBy('why')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The jobs of a group: what failed last first, or what is due first. */
export async function jobsOfGroup(
  db: Database,
  now: number,
  { kind, state, why }: Pick<JobGroupRow, 'kind' | 'state' | 'why'>,
  limit: number,
) {
  return listedJobs(db, now)
    .selectFrom('listed')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', state)
    .where('why', why === null ? 'is' : '=', why)
    .orderBy('dead_at', 'desc')
    .orderBy('due_at')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Deletes the jobs with this key, also one that is running: it can no longer write its result. */
export async function deleteJobsOfKey(db: Database, kind: string, order_key: string): Promise<void> {
  await db.deleteFrom('job').where('kind', '=', kind).where('order_key', '=', order_key).execute();
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
