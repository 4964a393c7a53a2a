/** Tables of loads that Waypost itself has posted or corrected (a migration of its own). */
import { type Kysely, sql } from 'kysely';

export interface PostedLoadTables {
  /** What Waypost has sent with a load: the tracking service does not report it. */
  posted_load: {
    load_id: string;
    load_ref: string | null;
    /** JSON of the identifiers, `null` in it when none were sent; NULL: not known. */
    vehicle: string | null;
    /** JSON of the stops as they were sent; NULL: Waypost has sent none. */
    stops: string | null;
    /** 0: posted, and not yet put on the board. */
    watched: number;
    /** Counts what was sent. */
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
  // Loads are created like monitors now.
  await sql`ALTER TABLE intent DROP CONSTRAINT intent_kind_known`.execute(db);
  await sql`ALTER TABLE intent ADD CONSTRAINT intent_kind_known
    CHECK (kind IN ('invitation', 'user', 'monitor', 'load'))`.execute(db);
}
