import type { Kysely } from 'kysely';

export interface LoadListTables {
  load_list: {
    id: string;
    /** Namespace of the name: `team`, or `person:` and the subject. */
    scope: string;
    name: string;
    /** Normalized name. */
    name_key: string;
    /** Incremented by each change, including changes of its loads. */
    version: number;
    owner_sub: string;
    owner_name: string;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
  load_list_load: {
    list_id: string;
    load_id: string;
    added_at: number;
    added_by_name: string;
  };
}

export async function addLoadLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('load_list')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('owner_sub', 'text', (c) => c.notNull())
    .addColumn('owner_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('load_list_name')
    .on('load_list')
    .columns(['scope', 'name_key'])
    .unique()
    .execute();
  await db.schema
    .createTable('load_list_load')
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addColumn('added_by_name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('load_list_load_pk', ['list_id', 'load_id'])
    .execute();
  await db.schema.createIndex('load_list_load_load').on('load_list_load').column('load_id').execute();
}
