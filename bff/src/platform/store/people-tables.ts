/** Who looks at Waypost: people, and screens on a wall (migration 0034). Times are milliseconds since 1970 UTC, JSON is text. */
import { type Kysely, sql } from 'kysely';

export interface PeopleTables {
  /** Everyone who has signed in, as of their last session; what an active session says is newer. */
  person: {
    sub: string;
    name: string;
    /** JSON. */
    roles: string;
    last_seen_at: number;
  };
  /** Identified by the hash of the secret in the link. Rows stay after a link is revoked, so that the activity log can name the screen. */
  wall_screen: {
    id: string;
    name: string;
    secret_hash: string;
    created_at: number;
    created_by_name: string;
    /** Null: never opened. */
    last_seen_at: number | null;
    revoked_at: number | null;
    revoked_by_name: string | null;
  };
}

export async function addPeopleTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('address', 'text').execute();
  await db.schema
    .createTable('person')
    .addColumn('sub', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('person_last_seen_at').on('person').column('last_seen_at').execute();
  await sql`INSERT INTO person (sub, name, roles, last_seen_at)
    SELECT sub, MAX(name), MAX(roles), MAX(last_seen_at) FROM session GROUP BY sub`.execute(db);
  await db.schema
    .createTable('wall_screen')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('revoked_by_name', 'text')
    .execute();
}
