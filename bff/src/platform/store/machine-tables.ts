/**
 * Tables of API keys and of contacts at carriers. Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or
 * 1.
 */
import type { Kysely } from 'kysely';

export interface MachineTables {
  /** API keys. Rows stay after a key ends, so that the activity log can name it. */
  api_key: {
    id: string;
    name: string;
    /** SHA-256 of the key; the key itself is not stored. */
    key_hash: string;
    /** JSON: rights of api/api-keys.ts. */
    rights: string;
    created_at: number;
    created_by_name: string;
    /** Null: never expires. */
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    revoked_by_name: string | null;
    /** JSON: ids of the lists, and of the fleets, whose loads it may see; null: all. With both, loads of either. */
    list_ids: string | null;
    fleet_ids: string | null;
    /** JSON: networks that it may be used from; null: any. */
    networks: string | null;
    /** SHA-256 of the key before the last rotation, which works until `previous_until`. */
    previous_hash: string | null;
    previous_until: number | null;
  };
  /** Contacts at carriers, maintained by our own users. */
  contact: {
    id: string;
    fleet_id: string;
    name: string;
    name_key: string;
    role: string | null;
    phone: string | null;
    email: string | null;
    /** 1: primary contact; at most one per fleet. */
    is_primary: number;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export async function addMachineTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('rights', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('revoked_by_name', 'text')
    .execute();
  await db.schema
    .createTable('contact')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('fleet_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('role', 'text')
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('is_primary', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('contact_fleet_name')
    .on('contact')
    .columns(['fleet_id', 'name_key'])
    .unique()
    .execute();
}
