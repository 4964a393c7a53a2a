/** What Waypost sent with loads that it posted or corrected. */
import { type Kysely, sql } from 'kysely';

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
