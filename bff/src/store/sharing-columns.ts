/** Who gave which link to whom, rows that may change what a fleet has accepted, and the undo of a job (a migration of its own). */
import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  ['invitation', 'shared_at', 'bigint'],
  ['invitation', 'shared_by_name', 'text'],
  ['invitation', 'shared_how', 'text'],
  ['invitation', 'shared_to', 'text'],
  ['invitation', 'shared_valid_from', 'bigint'],
  ['invitation_happening', 'how', 'text'],
  ['invitation_happening', 'recipient', 'text'],
  ['bulk_job', 'undo', 'text'],
  ['bulk_job', 'undo_by', 'text'],
  ['bulk_job', 'undo_by_name', 'text'],
  ['bulk_job', 'undo_at', 'bigint'],
  ['bulk_row', 'undo', 'text'],
  ['bulk_row', 'undo_message', 'text'],
] as const;

const COUNTS = [
  ['invitation', 'shares'],
  ['bulk_row', 'renews_accepted'],
] as const;

/** Values as they were when this migration was written: a new one needs a new migration. */
const METHODS = ['copied', 'mail_app', 'emailed', 'exported', 'marked'];
const CHECKS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['invitation', 'shared_how', METHODS],
  ['invitation_happening', 'how', METHODS],
  ['bulk_job', 'undo', ['running', 'done']],
  ['bulk_row', 'undo', ['waiting', 'done', 'failed']],
];

export async function addSharingColumns(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of COLUMNS)
    await db.schema.alterTable(table).addColumn(column, type).execute();
  for (const [table, column] of COUNTS)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const [table, column, values] of CHECKS) {
    const known = sql.join(values.map((value) => sql.lit(value)));
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table}_${column}_known`)}
      CHECK (${sql.ref(column)} IN (${known}))`.execute(db);
  }
}
