/** Brings a database to the newest migration, before anything else uses it. */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Dialect } from './database.ts';
import { type IndexToBuild, MIGRATIONS, type Migrations } from './migrations.ts';
import { connectionLimits } from './postgres.ts';
import { errorCode } from './store-errors.ts';

interface MigrateOptions {
  readonly log: Logger;
  /** Of this Waypost; null: none, as in tests. */
  readonly version: string | null;
  readonly migrations?: Migrations;
}

/** Key of the advisory lock of the server that migrates. */
const MIGRATING = 2_002_875_761;
const LOCK_RETRY_MS = 200;
/** Longer waits for a table that is in use would hold up everybody who comes after: the migrations are tried again instead. */
const TABLE_LOCK_MS = 1_000;
const TABLE_RETRY_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** Setting: by which version and to which migration the database was brought last. */
const MIGRATED_BY = 'migrated_by';

/**
 * On a connection of its own without time limits, one server after the other. Throws one sentence when this Waypost is too old or too
 * new for the database, else the migration's error.
 */
export async function migratePostgres(url: string, options: MigrateOptions): Promise<void> {
  const pool = new pg.Pool({
    ...connectionLimits,
    connectionString: url,
    application_name: 'waypost-migrate',
    max: 1,
    // The lock belongs to the connection.
    idleTimeoutMillis: 0,
  });
  // The statement under way fails, too.
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`SET statement_timeout = 0`.execute(db);
    await sql`SET idle_in_transaction_session_timeout = 0`.execute(db);
    await waitForTurn(db, options.log);
    while (!(await migrated(db, options))) await delay(TABLE_RETRY_MS);
  } finally {
    await db.destroy();
  }
}

/** Asks again and again: a statement that waits for the lock would hold up an index that another server builds. */
async function waitForTurn(db: Kysely<unknown>, log: Logger): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await sql<{ got: boolean }>`SELECT pg_try_advisory_lock(${MIGRATING}) AS got`.execute(
      db,
    );
    if (rows[0]?.got) return;
    if (tries === 1) log.info('another server is migrating the database; waiting for it');
    await delay(LOCK_RETRY_MS);
  }
}

/** False when a table was in use for too long. */
async function migrated(db: Kysely<unknown>, options: MigrateOptions): Promise<boolean> {
  await sql`SET lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(db);
  try {
    await migrate(db, 'postgres', options);
    return true;
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    options.log.info('a table that a migration changes is in use; trying again');
    return false;
  }
}

/** SQLite: on its only connection, which no other process has. Throws as `migratePostgres`. */
export async function migrate(
  // biome-ignore lint/suspicious/noExplicitAny: its tables are not known before.
  db: Kysely<any>,
  dialect: Dialect,
  { version, migrations = MIGRATIONS }: MigrateOptions,
): Promise<void> {
  const pending = await pendingMigrations(db, dialect, version, migrations);
  if (pending.length > 0) {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  }
  for (const { indexes = [] } of Object.values(migrations))
    for (const index of indexes) await buildIndex(db, dialect, index);
  const newest = pending.at(-1);
  if (version === null || newest === undefined) return;
  const value = JSON.stringify({ version, migration: newest });
  await db
    .insertInto('setting')
    .values({ key: MIGRATED_BY, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** Names of the migrations that the database lacks. Throws one sentence when it does not belong to this Waypost. */
export async function pendingMigrations(
  // biome-ignore lint/suspicious/noExplicitAny: its tables are not known.
  db: Kysely<any>,
  dialect: Dialect,
  version: string | null,
  migrations: Migrations = MIGRATIONS,
): Promise<readonly string[]> {
  const known = Object.keys(migrations).sort();
  if (!(await hasTable(db, dialect, DEFAULT_MIGRATION_TABLE))) return known;
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').orderBy('name').execute();
  const executed = new Set(rows.map(({ name }) => name as string));
  const unknown = [...executed].find((name) => !known.includes(name));
  if (unknown !== undefined) throw await tooOld(db, unknown, version);
  const pending = known.filter((name) => !executed.has(name));
  const [lacking] = pending;
  const later = [...executed].find((name) => lacking !== undefined && name > lacking);
  if (later !== undefined)
    throw new Error(
      `this Waypost is too new for it (it has the migration ${later}, and not ${lacking} before it). Start the version that it belongs to, or restore a backup`,
    );
  return pending;
}

/** Asks for the one table: Kysely's introspection would read the columns of all, at each start. */
async function hasTable(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<boolean> {
  const { rows } = await (dialect === 'sqlite'
    ? sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${table}`
    : sql`SELECT 1 WHERE to_regclass(${table}) IS NOT NULL`
  ).execute(db);
  return rows.length > 0;
}

/** About a migration that this version does not have. */
async function tooOld(
  // biome-ignore lint/suspicious/noExplicitAny: its tables are not known.
  db: Kysely<any>,
  unknown: string,
  version: string | null,
): Promise<Error> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', MIGRATED_BY)
    .executeTakeFirst();
  const by = JSON.parse(row?.value ?? '{}') as { readonly version?: string; readonly migration?: string };
  const of =
    by.version !== undefined && (by.migration ?? '') >= unknown
      ? `version ${by.version} has migrated it, and this is version ${version}`
      : `it has the migration ${unknown}`;
  return new Error(
    `it belongs to a newer Waypost (${of}). Start that version, or restore the backup that was made before the upgrade`,
  );
}

/** Does nothing when it exists. PostgreSQL: writers do not wait for it, so that it is no part of a transaction. */
async function buildIndex(db: Kysely<unknown>, dialect: Dialect, index: IndexToBuild): Promise<void> {
  if (dialect === 'sqlite') return createIndex(db, index);
  // Nobody waits for it.
  await sql`SET lock_timeout = 0`.execute(db);
  const { rows } = await sql<{ valid: boolean }>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${index.name})`.execute(db);
  if (rows[0]?.valid) return;
  // What an interrupted build has left.
  if (rows[0]) await sql`DROP INDEX CONCURRENTLY ${sql.id(index.name)}`.execute(db);
  await createIndex(db, index, sql`CONCURRENTLY`);
}

/** `how`: a keyword of PostgreSQL. */
export async function createIndex(
  db: Kysely<unknown>,
  { name, table, columns }: IndexToBuild,
  how = sql``,
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.id(column)));
  await sql`CREATE INDEX ${how} IF NOT EXISTS ${sql.id(name)} ON ${sql.table(table)} (${list})`.execute(db);
}
