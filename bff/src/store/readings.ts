/** Readings in the store: what any server tells of them, whichever of them reads. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';

export type ReadingRow = Tables['reading'];

export async function addReading(db: Database, row: ReadingRow, sub: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('reading').values(row).execute();
    await trx.insertInto('reading_person').values({ reading_id: row.id, sub }).execute();
  });
}

export async function readingOf(db: Database, id: string): Promise<ReadingRow | undefined> {
  return db.selectFrom('reading').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Latest first. */
export async function readingsOf(
  db: Database,
  kind: string,
  key: string | null,
  states: readonly string[],
): Promise<ReadingRow[]> {
  let query = db
    .selectFrom('reading')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', [...states]);
  if (key !== null) query = query.where('key', '=', key);
  return query.orderBy('started_at', 'desc').orderBy('id').execute();
}

export type ReadingChange = Partial<
  Pick<ReadingRow, 'state' | 'parts' | 'message' | 'result' | 'updated_at' | 'ended_at' | 'used_at'>
>;

/** False when it is not in the state that is expected any more. */
export async function changeReading(
  db: Database,
  id: string,
  change: ReadingChange,
  whileState?: string,
): Promise<boolean> {
  let query = db.updateTable('reading').set(change).where('id', '=', id);
  if (whileState !== undefined) query = query.where('state', '=', whileState);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function peopleOf(db: Database, reading_id: string): Promise<number> {
  const { people } = await db
    .selectFrom('reading_person')
    .select(sql<number>`count(*)`.as('people'))
    .where('reading_id', '=', reading_id)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export async function joinReading(db: Database, reading_id: string, sub: string): Promise<void> {
  await db
    .insertInto('reading_person')
    .values({ reading_id, sub })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function leaveReading(db: Database, reading_id: string, sub: string): Promise<void> {
  await db.deleteFrom('reading_person').where('reading_id', '=', reading_id).where('sub', '=', sub).execute();
}

export async function deleteReading(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reading').where('id', '=', id).execute();
}

/** So many rows at a time: a large table is emptied without holding everybody else up. */
const ROWS_AT_ONCE = 2_000;
type RowTable = 'usage_row' | 'fuel_row' | 'fuel_finding' | 'fuel_vehicle';
const ORDER = {
  usage_row: 'id',
  fuel_row: 'place',
  fuel_finding: 'place',
  fuel_vehicle: 'vehicle_id',
} as const satisfies Record<RowTable, string>;

/** Empties one generation of a table, a little at a time. */
export async function deleteGeneration(db: Database, table: RowTable, generation: number): Promise<void> {
  const column = sql.ref(ORDER[table]);
  for (;;) {
    const { rows } = await sql<{ last: string | number }>`
      SELECT ${column} AS last FROM ${sql.table(table)} WHERE generation = ${generation}
      ORDER BY ${column} LIMIT 1 OFFSET ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
    const last = rows[0]?.last;
    const until = last === undefined ? sql`` : sql` AND ${column} < ${last}`;
    await sql`DELETE FROM ${sql.table(table)} WHERE generation = ${generation}${until}`.execute(db);
    if (last === undefined) return;
    // Requests that came meanwhile go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
