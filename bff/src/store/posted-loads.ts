/** What Waypost sent with loads that it posted or corrected. */
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, deleteRow, updateRow } from './query.ts';

export type PostedLoadRow = Tables['posted_load'];

/**
 * Claims the next version of a load before sending, so that only one server sends it. `row`: the current row with its next version.
 * False when another server was quicker.
 */
export async function claimVersion(db: Database, row: PostedLoadRow): Promise<boolean> {
  const { load_id, version } = row;
  if (version === 1) return addRow(db, 'posted_load', row, 'ignore');
  return updateRow(db, 'posted_load', { load_id, version: version - 1 }, { version });
}

/** Releases a claim: nothing was sent, or the outcome is unknown. */
export async function releaseVersion(db: Database, { load_id, version }: PostedLoadRow): Promise<void> {
  if (version === 1) await deleteRow(db, 'posted_load', { load_id, version });
  else await updateRow(db, 'posted_load', { load_id, version }, { version: version - 1 });
}

/** Deletes rows sent before `before` (ms) whose load is no longer on the board. */
export async function purgePostedLoads(db: Database, before: number, pause?: Pause): Promise<void> {
  const watched = sql`SELECT 1 FROM watched_load
    WHERE watched_load.load_id = posted_load.load_id AND watched_load.watched = 1`;
  await deleteOld(
    db,
    'posted_load',
    ['load_id'],
    sql`sent_at < ${before} AND NOT EXISTS (${watched})`,
    pause,
  );
}

export interface PostedLoadTables {
  /** Stored because the tracking service does not report it back. */
  posted_load: {
    load_id: string;
    load_ref: string | null;
    /** JSON of the identifiers, `null` in it when none were sent; NULL: unknown. */
    vehicle: string | null;
    /** JSON of the stops as sent; NULL: Waypost sent none. */
    stops: string | null;
    /** 0: posted, but not yet added to the board. */
    watched: number;
    version: number;
    sent_by: string;
    sent_by_name: string;
    sent_at: number;
  };
}

export async function addPostedLoadTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('posted_load')
    .addColumn('load_id', 'text', (c) => c.primaryKey())
    .addColumn('load_ref', 'text')
    .addColumn('vehicle', 'text')
    .addColumn('stops', 'text')
    .addColumn('watched', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('sent_by', 'text', (c) => c.notNull())
    .addColumn('sent_by_name', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('posted_load_ref').on('posted_load').column('load_ref').execute();
  await db.schema.createIndex('posted_load_at').on('posted_load').column('sent_at').execute();
  // Loads are created through intents as well.
  await sql`ALTER TABLE intent DROP CONSTRAINT intent_kind_known`.execute(db);
  await sql`ALTER TABLE intent ADD CONSTRAINT intent_kind_known
    CHECK (kind IN ('invitation', 'user', 'monitor', 'load'))`.execute(db);
}
