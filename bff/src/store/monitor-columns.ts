/** Columns and indexes by which monitors that have ended are listed, counted and found in the store (a migration of its own). */
import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  ['ended_as', 'text'],
  ['born_at', 'bigint'],
  ['search', 'text'],
  ['vehicle_key', 'text'],
  ['vehicle_name', 'text'],
] as const;

/** Rows that are there already are filled in at the next start, see `unsearchableMonitors`. */
export async function addMonitorColumns(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of COLUMNS)
    await db.schema.alterTable('monitor').addColumn(column, type).execute();
  await sql`CREATE INDEX monitor_ended ON monitor (born_at DESC, id) WHERE ended_as IS NOT NULL`.execute(db);
  await sql`CREATE INDEX monitor_ended_as ON monitor (ended_as, born_at DESC, id)`.execute(db);
  await sql`CREATE INDEX monitor_by_vehicle ON monitor (vehicle_key, ended_at)`.execute(db);
  await sql`CREATE INDEX monitor_unsearchable ON monitor (id) WHERE ended_at IS NOT NULL AND search IS NULL`.execute(
    db,
  );
}
