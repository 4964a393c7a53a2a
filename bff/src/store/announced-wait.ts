/** The wait that the service has announced to all of us, by the clock of the store: servers may differ in theirs. */
import { sql } from 'kysely';
import { type Database, type Dialect, storeNow } from './database.ts';

const KEY = 'service_paused_until';

/** Notes a wait of so many milliseconds from now. A shorter wait never cuts a longer one. */
export async function announceWait(db: Database, dialect: Dialect, ms: number): Promise<void> {
  const until = sql<string>`CAST(${storeNow(dialect)} + ${sql.lit(Math.ceil(ms))} AS text)`;
  const number = (column: 'setting.value' | 'excluded.value') =>
    sql<number>`CAST(${sql.ref(column)} AS double precision)`;
  await db
    .insertInto('setting')
    .values({ key: KEY, value: until })
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
        .where(sql<boolean>`${number('setting.value')} < ${number('excluded.value')}`),
    )
    .execute();
}

/** Milliseconds of it that are left; 0 or less: it is over, or there was none. */
export async function waitLeft(db: Database, dialect: Dialect): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select(sql<number>`CAST(value AS double precision) - ${storeNow(dialect)}`.as('left'))
    .where('key', '=', KEY)
    .executeTakeFirst();
  return Number(row?.left ?? 0);
}
