/** Share links of loads, identified by the hash of their token. */
import type { Kysely } from 'kysely';

export interface ShareLinkTables {
  share_link: {
    id: string;
    token_hash: string;
    load_id: string;
    shows_vehicle: number;
    created_at: number;
    created_by_name: string;
    expires_at: number;
    revoked_at: number | null;
    revoked_by_name: string | null;
    opened: number;
    last_opened_at: number | null;
  };
}

export async function addShareLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share_link')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('shows_vehicle', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('revoked_by_name', 'text')
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addColumn('last_opened_at', 'bigint')
    .execute();
  for (const column of ['load_id', 'expires_at'])
    await db.schema.createIndex(`share_link_${column}`).on('share_link').column(column).execute();
}
