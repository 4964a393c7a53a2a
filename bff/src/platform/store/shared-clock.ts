/**
 * Leases for work that only one server at a time may do: a row with its owner, the end of the lease by the database's clock, and a
 * fencing number that grows with each new owner, so that late writes of an earlier owner are recognized.
 */
import { sql } from 'kysely';
import { type Database, type Dialect, storeNow } from './database.ts';
import { readSetting, updateRow } from './query.ts';
import { inTransaction } from './transaction.ts';

interface LeaseRow {
  readonly owner: string;
  readonly fence: number;
  /** JSON that the owner publishes. */
  readonly note: string | null;
}

/**
 * Acquires a free or expired lease, or prolongs the caller's own. Returns its fencing number, or null when another owner has it.
 * `force`: the owner is known to be dead.
 */
export async function takeLease(
  db: Database,
  dialect: Dialect,
  lease: { readonly name: string; readonly owner: string; readonly ms: number; readonly force?: boolean },
): Promise<number | null> {
  const { name, owner, ms, force = false } = lease;
  const now = storeNow(dialect);
  const taken = await db
    .insertInto('lease')
    .values({ name, owner, fence: 1, until: sql<number>`${now} + ${sql.lit(ms)}`, note: null })
    .onConflict((c) =>
      c
        .column('name')
        .doUpdateSet({
          owner,
          fence: sql<number>`CASE WHEN lease.owner = ${owner} THEN lease.fence ELSE lease.fence + 1 END`,
          until: sql<number>`${now} + ${sql.lit(ms)}`,
          // What the holder before has said of itself is not true of this one.
          note: sql<string | null>`CASE WHEN lease.owner = ${owner} THEN lease.note END`,
        })
        .where((eb) =>
          force
            ? eb.lit(true)
            : eb.or([eb('lease.owner', '=', owner), eb('lease.until', '<=', sql<number>`${now}`)]),
        ),
    )
    .returning('fence')
    .executeTakeFirst();
  return taken ? Number(taken.fence) : null;
}

/** The lease while it is valid, else undefined. */
export async function runningLease(
  db: Database,
  dialect: Dialect,
  name: string,
): Promise<LeaseRow | undefined> {
  return db
    .selectFrom('lease')
    .select(['owner', 'fence', 'note'])
    .where('name', '=', name)
    .where('until', '>', sql<number>`${storeNow(dialect)}`)
    .executeTakeFirst();
}

// The pause that the service has announced, by the database's clock: servers' clocks may differ.
const KEY = 'service_paused_until';
const ENDED_KEY = 'service_pause_ended_at';

/** Records a wait of `ms` milliseconds from now. Never shortens a longer wait. */
export async function announceWait(db: Database, dialect: Dialect, ms: number): Promise<void> {
  const number = (column: 'setting.value' | 'excluded.value') =>
    sql<number>`CAST(${sql.ref(column)} AS double precision)`;
  await db
    .insertInto('setting')
    .values({ key: KEY, value: timeIn(dialect, ms) })
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
        .where(sql<boolean>`${number('setting.value')} < ${number('excluded.value')}`),
    )
    .execute();
}

/** Remaining milliseconds of the wait, at most `maxMs`; 0 or less: it is over, or there was none. */
export async function waitLeft(db: Database, dialect: Dialect, maxMs: number): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select(sql<number>`CAST(value AS double precision) - ${storeNow(dialect)}`.as('left'))
    .where('key', '=', KEY)
    .executeTakeFirst();
  const left = Number(row?.left ?? 0);
  if (left <= maxMs) return left;
  // Stored without a limit by an earlier version or under another configuration: limit it from now on.
  await updateRow(db, 'setting', { key: KEY }, { value: timeIn(dialect, maxMs) });
  return maxMs;
}

/** Clears the wait. Returns the time of the change, by which servers tell it from an earlier one. */
export async function endAnnouncedWait(
  db: Database,
  dialect: Dialect,
  record: (trx: Database) => Promise<void> = async () => undefined,
): Promise<number> {
  const value = timeIn(dialect, 0);
  return inTransaction(db, async (trx) => {
    await trx.deleteFrom('setting').where('key', '=', KEY).execute();
    const { value: endedAt } = await trx
      .insertInto('setting')
      .values({ key: ENDED_KEY, value })
      .onConflict((c) => c.column('key').doUpdateSet({ value }))
      .returning('value')
      .executeTakeFirstOrThrow();
    await record(trx);
    return Number(endedAt);
  });
}

/** When a person last ended a wait, by the database's clock; 0: never. */
export async function waitEndedAt(db: Database): Promise<number> {
  return Number((await readSetting(db, ENDED_KEY)) ?? 0);
}

const timeIn = (dialect: Dialect, ms: number) =>
  sql<string>`CAST(${storeNow(dialect)} + ${sql.lit(Math.ceil(ms))} AS text)`;
