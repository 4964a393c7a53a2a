/** Migrations, in order, run at every start. Never change one that has shipped: add the next. */
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const MIGRATIONS: Record<string, Migration> = {
  '0001_board_and_sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('setting')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('watched_load')
        .addColumn('load_id', 'text', (c) => c.primaryKey())
        .addColumn('watched', 'integer', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('watched_at', 'bigint', (c) => c.notNull())
        .addColumn('watched_by', 'text')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addColumn('read_at', 'bigint')
        .addColumn('tracking', 'text')
        .addColumn('derived', 'text')
        .execute();
      await db.schema.createIndex('watched_load_version').on('watched_load').column('version').execute();
      await db.schema
        .createTable('vehicle_position')
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('occurred_at', 'bigint', (c) => c.notNull())
        .addColumn('latitude', 'double precision', (c) => c.notNull())
        .addColumn('longitude', 'double precision', (c) => c.notNull())
        .addPrimaryKeyConstraint('vehicle_position_pk', ['vehicle_id', 'occurred_at'])
        .execute();
      await db.schema
        .createTable('session')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('session_id', 'text', (c) => c.notNull().unique())
        .addColumn('sub', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('roles', 'text', (c) => c.notNull())
        .addColumn('sid', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
        .addColumn('idle_expires_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('user_agent', 'text')
        .execute();
      await db.schema.createIndex('session_sub').on('session').column('sub').execute();
      await db.schema
        .createTable('session_token')
        .addColumn('session_id_hash', 'text', (c) =>
          c.primaryKey().references('session.id_hash').onDelete('cascade'),
        )
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('access_token', 'text', (c) => c.notNull())
        .addColumn('refresh_token', 'text')
        .addColumn('access_expires_at', 'bigint', (c) => c.notNull())
        .addColumn('lease_owner', 'text')
        .addColumn('lease_until', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('pending_revocation')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('refresh_token', 'text', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('next_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('activity')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('sub', 'text')
        .addColumn('name', 'text')
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('target', 'text')
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('detail', 'text')
        .execute();
      await db.schema.createIndex('activity_at').on('activity').column('at').execute();
      await db.schema
        .createTable('used_logout_token')
        .addColumn('jti', 'text', (c) => c.primaryKey())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('login_transaction')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('secrets', 'text', (c) => c.notNull())
        .addColumn('return_to', 'text', (c) => c.notNull())
        .addColumn('replaces', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
    },
  },
};

/** Brings the database to the newest state. Throws what went wrong. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
