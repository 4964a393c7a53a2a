/** Opens a database and brings it up to date. One set of migrations serves SQLite and PostgreSQL. */
import { Kysely } from 'kysely';
import { type Logger, pino } from 'pino';
import { queryLog } from '../tracing/spans.ts';
import type { Database, Dialect, Tables } from './database.ts';
import { migrate, migratePostgres } from './migrate.ts';
import { PostgresConnections, SharedPostgresDialect } from './postgres.ts';
import { putRows } from './query.ts';
import { sqliteDialect } from './sqlite.ts';
import { messageOf } from './store-errors.ts';
import { StoreHealth } from './store-health.ts';

export interface OpenDatabase {
  readonly db: Database;
  readonly dialect: Dialect;
  readonly health: StoreHealth;
  close(): Promise<void>;
}

const PROBE_INTERVAL_MS = 1_000;

/** One missed probe may be a slow disk. */
const SUSPEND_AFTER = 2;

const NOT_RESPONDING = 'The database server is not responding';

/** For the person who starts the server. */
export const cannotBeUsed = (error: unknown): Error =>
  new Error(`DATABASE_URL: the database cannot be used: ${messageOf(error)}`, { cause: error });

/**
 * Opens and migrates a database. Throws an error with a readable message when the file or server cannot be used. `version`: of this
 * Waypost, for the message of an older one that meets the database later.
 */
export async function openDatabase(
  url: string,
  log: Logger = pino({ enabled: false }),
  version: string | null = null,
): Promise<OpenDatabase> {
  const isSqlite = url.startsWith('sqlite:');
  if (!isSqlite)
    await migratePostgres(url, { log, version }).catch((error: unknown) => {
      throw cannotBeUsed(error);
    });
  const opened = isSqlite ? openSqlite(url.slice('sqlite:'.length), log) : openPostgres(url, log);
  const close = async () => {
    await opened.health.stop();
    await opened.db.destroy();
  };
  try {
    if (isSqlite) await migrate(opened.db, 'sqlite', { log, version });
  } catch (error) {
    await close().catch(() => undefined);
    throw cannotBeUsed(error);
  }
  return { ...opened, close };
}

export function openSqlite(file: string, log: Logger): Omit<OpenDatabase, 'close'> {
  const dialect = sqliteDialect(file, {
    onFailure: (error) => health.report(error),
    isUnavailable: () => health.isUnavailable,
  });
  const db = new Kysely<Tables>({ dialect, log: queryLog() });
  const probe = () => putRows(db, 'setting', ['key'], [{ key: 'store_probe', value: '' }]);
  const health = new StoreHealth({ log, probe, everyMs: null });
  return { db, dialect: 'sqlite', health };
}

function openPostgres(url: string, log: Logger): Omit<OpenDatabase, 'close'> {
  const onFailure = (error: unknown) => health.report(error);
  const connections = new PostgresConnections(url, log, onFailure);
  const db = new Kysely<Tables>({
    dialect: new SharedPostgresDialect(connections, onFailure),
    log: queryLog(),
  });
  const health = new StoreHealth({
    log,
    probe: () => connections.probe(),
    everyMs: PROBE_INTERVAL_MS,
    onProbed: (failures) => {
      if (failures === 0) connections.resume();
      else if (failures >= SUSPEND_AFTER) connections.suspend(NOT_RESPONDING);
    },
  });
  return { db, dialect: 'postgres', health };
}
