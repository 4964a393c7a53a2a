import { type Kysely, SqliteAdapter, sql } from 'kysely';

export interface ArchiveTables {
  archived_load: {
    /** Change number of the board change that removed the load; later changes have greater numbers. */
    n: number;
    load_id: string;
    load_ref: string | null;
    reason: string;
    /** When the reason arose; null: a person archived it. */
    since: number | null;
    archived_at: number;
    /** Null: Waypost itself. */
    archived_by: string | null;
    archived_by_name: string | null;
    watched_at: number;
    origin: string | null;
    destination: string | null;
    vehicle_id: string | null;
    vehicle_name: string | null;
    fleet_id: string | null;
    fleet_ref: string | null;
    fleet_name: string | null;
    /** Its words, each surrounded by spaces, see `searchWords`. */
    search: string;
  };
  /** JSON of the last board state, in its own table so that the searched rows stay short. */
  archived_load_item: { n: number; item: string };
  archived_load_word: { word: string; n: number };
}

export async function addArchiveTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('archived_load')
    .addColumn('n', 'bigint', (c) => c.primaryKey())
    .addColumn('load_id', 'text', (c) => c.notNull().unique())
    .addColumn('load_ref', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint')
    .addColumn('archived_at', 'bigint', (c) => c.notNull())
    .addColumn('archived_by', 'text')
    .addColumn('archived_by_name', 'text')
    .addColumn('watched_at', 'bigint', (c) => c.notNull())
    .addColumn('origin', 'text')
    .addColumn('destination', 'text')
    .addColumn('vehicle_id', 'text')
    .addColumn('vehicle_name', 'text')
    .addColumn('fleet_id', 'text')
    .addColumn('fleet_ref', 'text')
    .addColumn('fleet_name', 'text')
    .addColumn('search', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('archived_load_at').on('archived_load').columns(['archived_at', 'n']).execute();
  await db.schema
    .createTable('archived_load_item')
    .addColumn('n', 'bigint', (c) => c.primaryKey())
    .addColumn('item', 'text', (c) => c.notNull())
    .execute();
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await db.schema
    .createTable('archived_load_word')
    // Byte order, so that words with a common prefix are adjacent in the index.
    .addColumn('word', isSqlite ? 'text' : sql`text COLLATE "C"`, (c) => c.notNull())
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('archived_load_word_pk', ['word', 'n'])
    .execute();
}
