/** Makes a real database reject writes, as a full disk or a wrong rule would. */
import { sql } from 'kysely';
import type { OpenDatabase } from '../store/database.ts';

/** Rejects inserts into `table` until the returned function is called. */
export async function rejectInserts(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  table: string,
): Promise<() => Promise<void>> {
  const name = sql.id(`reject_${table}`);
  if (dialect === 'sqlite') {
    await sql`CREATE TRIGGER ${name} BEFORE INSERT ON ${sql.table(table)} BEGIN SELECT RAISE(ABORT, 'rejected'); END`.execute(
      db,
    );
    return async () => {
      await sql`DROP TRIGGER ${name}`.execute(db);
    };
  }
  await sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''rejected''; END'`.execute(
    db,
  );
  await sql`CREATE TRIGGER ${name} BEFORE INSERT ON ${sql.table(table)} FOR EACH ROW EXECUTE FUNCTION ${name}()`.execute(
    db,
  );
  return async () => {
    await sql`DROP TRIGGER ${name} ON ${sql.table(table)}`.execute(db);
    await sql`DROP FUNCTION ${name}`.execute(db);
  };
}
