/**
 * What only one of several servers may do: a row with its owner, the end of its lease by the clock of the store, and a
 * number that grows with each new owner, so that a late word of an earlier one is known as such.
 */
import { sql } from 'kysely';
import { type Database, type Dialect, storeNow } from './database.ts';

export interface LeaseRow {
  readonly owner: string;
  readonly fence: number;
  /** What its owner wants to be known. JSON. */
  readonly note: string | null;
}

/** Takes a lease that is free or over, or prolongs one's own. Its number, or null when another has it. `force`: whoever has it is known to be gone. */
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

/** The lease while it runs, else undefined. */
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
