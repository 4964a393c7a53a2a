/** Saved views of the board (migration 0023). */
import type { Kysely } from 'kysely';

export interface ViewTables {
  saved_view: {
    id: string;
    /** Namespace of the name: `team`, or `person:` and the subject. */
    scope: string;
    name: string;
    name_key: string;
    /** JSON of the board's URL parameters. */
    search: string;
    version: number;
    owner_sub: string;
    owner_name: string;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export async function addSavedViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_view')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('owner_sub', 'text', (c) => c.notNull())
    .addColumn('owner_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('saved_view_name')
    .on('saved_view')
    .columns(['scope', 'name_key'])
    .unique()
    .execute();
}
