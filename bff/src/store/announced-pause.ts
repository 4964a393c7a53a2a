/** The wait that the service has announced to all of us, by the clock of the store: servers may differ in theirs. */

import { sql } from 'kysely';
import { type Database, type Dialect, storeNow } from './database.ts';
import { updateRow } from './query.ts';
import { readSetting } from './settings.ts';

const KEY = 'service_paused_until';
const ENDED_KEY = 'service_pause_ended_at';

/** Notes a wait of so many milliseconds from now. A shorter wait never cuts a longer one. */
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

/** Milliseconds of it that are left, `maxMs` at most; 0 or less: it is over, or there was none. */
export async function waitLeft(db: Database, dialect: Dialect, maxMs: number): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select(sql<number>`CAST(value AS double precision) - ${storeNow(dialect)}`.as('left'))
    .where('key', '=', KEY)
    .executeTakeFirst();
  const left = Number(row?.left ?? 0);
  if (left <= maxMs) return left;
  // Stored without a bound, by an earlier version or under another configuration: from now on it comes to its end.
  await updateRow(db, 'setting', { key: KEY }, { value: timeIn(dialect, maxMs) });
  return maxMs;
}

/** Forgets the wait. Returns the time of it, by which every server knows this end from an earlier one. */
export async function endAnnouncedWait(db: Database, dialect: Dialect): Promise<number> {
  const value = timeIn(dialect, 0);
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('setting').where('key', '=', KEY).execute();
    const { value: endedAt } = await trx
      .insertInto('setting')
      .values({ key: ENDED_KEY, value })
      .onConflict((c) => c.column('key').doUpdateSet({ value }))
      .returning('value')
      .executeTakeFirstOrThrow();
    return Number(endedAt);
  });
}

/** When a person last ended a wait, by the clock of the store; 0: never. */
export async function waitEndedAt(db: Database): Promise<number> {
  return Number((await readSetting(db, ENDED_KEY)) ?? 0);
}

const timeIn = (dialect: Dialect, ms: number) =>
  sql<string>`CAST(${storeNow(dialect)} + ${sql.lit(Math.ceil(ms))} AS text)`;
