/** What `waypost doctor` checks of the database, without changing it. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { type Config, isLoopback } from '../platform/config/config.ts';
import { hidePassword } from '../platform/config/database-url.ts';
import { SecretBox } from '../platform/secrets/keys.ts';
import type { Dialect, Tables } from '../platform/store/database.ts';
import { pendingMigrations } from '../platform/store/migrate.ts';
import { connectionLimits, refuseTransactionPooling } from '../platform/store/postgres.ts';
import { rowsOf } from '../platform/store/query.ts';
import { errorCode, messageOf } from '../platform/store/store-errors.ts';
import { version } from '../root.ts';
import { pathSecretOf } from '../service/webhooks/subscriptions.ts';
import { type Finding, failed, ok, reasonOf, warning } from './doctor-finding.ts';

export async function checkDatabase({ databaseUrl, secretKeys }: Config): Promise<Finding[]> {
  const name = hidePassword(databaseUrl);
  const box = new SecretBox(secretKeys);
  try {
    return databaseUrl.startsWith('sqlite:')
      ? await checkSqlite(databaseUrl.slice('sqlite:'.length), box)
      : await checkPostgres(databaseUrl, box);
  } catch (error) {
    return [failed(`DATABASE_URL (${name}): ${ADVICE[errorCode(error)]?.(error) ?? reasonOf(error)}`)];
  }
}

/** By PostgreSQL's code. */
const ADVICE: Readonly<Record<string, (error: unknown) => string>> = {
  '28P01': () => 'the server rejects user or password: correct them, or ALTER ROLE … PASSWORD',
  '28000': (error) => `the server does not let this user in: ${messageOf(error)}; see its pg_hba.conf`,
  '3D000': () => 'there is no such database: CREATE DATABASE … OWNER …, or correct the name',
  SQLITE_NOTADB: () => 'the file is no SQLite database: name another one, or restore a backup',
  SQLITE_CORRUPT: () => 'the file is damaged: restore a backup',
};

async function checkSqlite(file: string, box: SecretBox): Promise<Finding[]> {
  const folder = nearestFolder(resolve(file));
  for (const path of [file, folder])
    if (existsSync(path) && !isWritable(path))
      return [
        failed(`DATABASE_URL: this user may not write ${path}: change its owner, or name another file`),
      ];
  if (!existsSync(file)) return [ok(`DATABASE_URL: ${file} will be created at the first start`)];
  const database = new Sqlite(file, { readonly: true });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  try {
    return [ok(`DATABASE_URL: ${file} can be used`), ...(await checkContents(db, 'sqlite', box, true))];
  } finally {
    await db.destroy();
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : nearestFolder(folder);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function checkPostgres(url: string, box: SecretBox): Promise<Finding[]> {
  await refuseTransactionPooling(url);
  const pool = new pg.Pool({ ...connectionLimits, connectionString: url, max: 1 });
  // The statement under way fails, too.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql<Server>`SELECT current_setting('server_version') AS server,
      pg_is_in_recovery() AS is_standby, coalesce(current_schema(), '') AS schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates,
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted`.execute(
      db,
    );
    const server = rows[0] as Server;
    if (server.is_standby)
      return [failed('DATABASE_URL: names a standby, which accepts no changes: name the primary server')];
    const findings = [ok(`DATABASE_URL: PostgreSQL ${server.server} answers`)];
    if (!server.is_encrypted && !isLocal(url))
      findings.push(
        warning(
          'DATABASE_URL: the connection is not encrypted: add ?sslmode=verify-full, and TLS on the server',
        ),
      );
    const denied = await sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = to_regnamespace(${server.schema}) AND c.relkind IN ('r', 'p') AND NOT (
        has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
      ORDER BY 1`.execute(db);
    const tables = denied.rows.map(({ name }) => name);
    if (tables.length > 0)
      return [
        ...findings,
        failed(
          `DATABASE_URL: this role may not read and write ${tables.length} tables (${tables.slice(0, 3).join(', ')}…): GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${server.schema} TO …`,
        ),
      ];
    return [...findings, ...(await checkContents(db, 'postgres', box, server.creates))];
  } finally {
    await db.destroy();
  }
}

interface Server {
  readonly server: string;
  readonly is_standby: boolean;
  readonly schema: string;
  readonly creates: boolean;
  readonly is_encrypted: boolean;
}

function isLocal(url: string): boolean {
  const parsed = new URL(url);
  return parsed.hostname === '' || isLoopback(parsed);
}

async function checkContents(
  db: Kysely<Tables>,
  dialect: Dialect,
  box: SecretBox,
  mayMigrate: boolean,
): Promise<Finding[]> {
  const pending = await pendingMigrations(db, dialect, version);
  if (pending.length > 0)
    return [
      mayMigrate
        ? ok(`Migrations: ${pending.length} are pending; the next start, or waypost migrate, runs them`)
        : failed(
            `Migrations: ${pending.length} are pending, and this role may not change tables: run waypost migrate with a DATABASE_URL of their owner`,
          ),
    ];
  return [ok('Migrations: none is pending'), await checkKeys(db, box)];
}

/** One stored secret suffices: a key that is lost is lost for all. */
async function checkKeys(db: Kysely<Tables>, box: SecretBox): Promise<Finding> {
  for (const row of await rowsOf(db, 'webhook_subscription', {}))
    try {
      pathSecretOf(box, row);
    } catch {
      return failed(
        'SECRET_KEYS: a secret in the database was encrypted with another key: add the keys of the time before, which may be in the secret store, or in secret.keys of a former DATA_DIR',
      );
    }
  return ok('SECRET_KEYS: they open what the database holds');
}
