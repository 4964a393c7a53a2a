/** States that only known values may have (a migration of its own). */
import { type Kysely, sql } from 'kysely';

/** Values as they were when this migration was written: a new one needs a new migration. */
const CHECKS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['watched_load', 'source', ['person', 'sandbox']],
  ['hook', 'state', ['pending', 'active', 'by_hand']],
  ['hook_delivery', 'state', ['unverified', 'stored', 'done', 'failed']],
  ['intent', 'kind', ['invitation', 'user', 'monitor']],
  ['intent', 'state', ['sending', 'done', 'failed', 'unknown']],
  ['intent', 'credentials', ['person', 'organization']],
  // `finished` and, below, `done`: only in databases of earlier versions.
  ['bulk_job', 'state', ['running', 'paused', 'cancelled', 'done', 'finished']],
  [
    'bulk_row',
    'state',
    ['invalid', 'waiting', 'sending', 'done', 'failed', 'unknown', 'skipped', 'cancelled'],
  ],
  ['monitor', 'ended_as', ['completed', 'expired', 'cancelled']],
  ['monitor_link', 'source', ['created', 'name', 'person']],
  ['monitor_link', 'state', ['linked', 'rejected']],
  ['reading', 'kind', ['usage', 'fuel']],
  ['reading', 'state', ['reading', 'complete', 'cancelled', 'failed', 'done']],
  ['own_usage', 'kind', ['calls', 'entity']],
];

export async function addStateChecks(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, values] of CHECKS) {
    const known = sql.join(values.map((value) => sql.lit(value)));
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table}_${column}_known`)}
      CHECK (${sql.ref(column)} IN (${known}))`.execute(db);
  }
}
