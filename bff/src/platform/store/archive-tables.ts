import { type Kysely, SqliteAdapter, sql } from 'kysely';
import { statements } from './statements.ts';

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

const addArchivedLoads = statements(`
  create table "archived_load" ("n" bigint primary key, "load_id" text not null unique, "load_ref" text,
    "reason" text not null, "since" bigint, "archived_at" bigint not null, "archived_by" text,
    "archived_by_name" text, "watched_at" bigint not null, "origin" text, "destination" text,
    "vehicle_id" text, "vehicle_name" text, "fleet_id" text, "fleet_ref" text, "fleet_name" text,
    "search" text not null);
  create index "archived_load_at" on "archived_load" ("archived_at", "n");
  create table "archived_load_item" ("n" bigint primary key, "item" text not null);
`);

export async function addArchiveTables(db: Kysely<unknown>): Promise<void> {
  await addArchivedLoads(db);
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await db.schema
    .createTable('archived_load_word')
    // Byte order, so that words with a common prefix are adjacent in the index.
    .addColumn('word', isSqlite ? 'text' : sql`text COLLATE "C"`, (c) => c.notNull())
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('archived_load_word_pk', ['word', 'n'])
    .execute();
}
