/** A database that rejects writes to some tables, as a full disk or a lost privilege would. */
import { sql } from 'kysely';
import type { Database, Dialect, Tables } from '../platform/store/database.ts';

type Change = 'INSERT' | 'UPDATE' | 'DELETE';
const MESSAGE = 'rejected by the test';

/** Rejects writes to a table until the returned function is called. */
export async function rejectWrites(
  db: Database,
  dialect: Dialect,
  table: keyof Tables,
  changes: readonly Change[] = ['INSERT', 'UPDATE', 'DELETE'],
): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const triggers = changes.map((change) => ({ change, name: `reject_${change.toLowerCase()}_${table}` }));
  if (dialect === 'postgres')
    await run(
      `CREATE OR REPLACE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${MESSAGE}'; END $$`,
    );
  for (const { change, name } of triggers)
    await run(
      dialect === 'postgres'
        ? `CREATE TRIGGER ${name} BEFORE ${change} ON "${table}" FOR EACH ROW EXECUTE FUNCTION reject()`
        : `CREATE TRIGGER ${name} BEFORE ${change} ON "${table}" BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END`,
    );
  return async () => {
    for (const { name } of triggers)
      await run(`DROP TRIGGER ${name}${dialect === 'postgres' ? ` ON "${table}"` : ''}`);
  };
}

/** The same in every migrated database. */
let tables: Promise<string[]> | undefined;

/** All rows of all tables. */
export async function allRows(db: Database): Promise<Readonly<Record<string, readonly object[]>>> {
  tables ??= db.introspection.getTables().then((all) => all.map(({ name }) => name));
  const rows: Record<string, readonly object[]> = {};
  for (const name of await tables)
    rows[name] = (await sql<object>`SELECT * FROM ${sql.table(name)}`.execute(db)).rows.toSorted((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    );
  return rows;
}
