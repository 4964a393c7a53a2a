/** Opens a SQLite file for Kysely without ever blocking the event loop for long. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers';
import Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, SqliteDialect } from 'kysely';
import { type StatementRetries, withRetries } from './statement-retries.ts';
import { isBusy, messageOf, unavailableReason } from './store-errors.ts';

/** How long a statement waits for the lock of another process, and how often it tries. */
const BUSY_MS = 3_000;
const BUSY_RETRY_MS = 20;

interface SqliteOptions extends Pick<StatementRetries, 'onFailure'> {
  /** While this is true, statements do not wait for locks of other processes. */
  readonly isUnavailable: () => boolean;
}

/** Throws an error with a readable message when the file cannot be used. */
export function sqliteDialect(file: string, { onFailure, isUnavailable }: SqliteOptions): Dialect {
  const database = open(file);
  return new SharedSqliteDialect(database, {
    onFailure,
    // SQLite's own wait would block the whole process.
    retryAfterMs: (error, { elapsedMs }) =>
      isBusy(error) && elapsedMs < (isUnavailable() ? 0 : BUSY_MS) ? BUSY_RETRY_MS : null,
  });
}

function open(file: string): Sqlite.Database {
  try {
    if (file !== ':memory:') makePrivateFile(file);
    const database = new Sqlite(file);
    database.pragma('journal_mode = WAL');
    // FULL: acknowledged commits survive a power cut, not only a crash of this process.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    const reason = unavailableReason(error);
    throw new Error(
      `DATABASE_URL: the file ${file} cannot be opened for writing: ${reason ?? messageOf(error)}.${
        reason === null
          ? ' Check that its folder exists and that this user may write there, or name another file: DATABASE_URL=sqlite:data/waypost.db'
          : ''
      }`,
      { cause: error },
    );
  }
}

/**
 * After this long without a turn of the event loop, a query yields first: SQLite's queries never wait, so a loop of them, also in one
 * transaction, would starve requests.
 */
const MAX_BLOCKING_MS = 10;

class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  readonly #retries: StatementRetries;

  constructor(database: Sqlite.Database, retries: StatementRetries) {
    super({
      database: { prepare: preparedOnce(database), close: () => database.close() },
      onCreateConnection: async (connection) => yieldBetweenQueries(connection),
    });
    this.#database = database;
    this.#retries = retries;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    // Immediate: a lock of another process is met here, where waiting is safe, and not in the middle of the transaction.
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    // A full disk ends the transaction by itself; rolling back would then hide the reason.
    driver.rollbackTransaction = async (connection) => {
      if (this.#database.inTransaction) await rollback(connection);
    };
    return withRetries(driver, this.#retries);
  }
}

function yieldBetweenQueries(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  let turnStartedAt: number | null = null;
  connection.executeQuery = async <R>(...query: Parameters<typeof execute>) => {
    if (turnStartedAt === null) {
      turnStartedAt = performance.now();
      setImmediate(() => {
        turnStartedAt = null;
      });
    } else if (performance.now() - turnStartedAt > MAX_BLOCKING_MS)
      await new Promise<void>((resolve) => setImmediate(resolve));
    return execute<R>(...query);
  };
}

/** More than the server has; lists of different lengths make more of them. */
const MAX_PREPARED = 500;

/** Keeps the statements used last: preparing one takes longer than most of them run. */
function preparedOnce(database: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>();
  return (text: string): Sqlite.Statement => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.delete(text);
    statements.set(text, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= MAX_PREPARED) break;
      statements.delete(oldest);
    }
    return statement;
  };
}

/** Creates a missing file that only its owner can read. SQLite gives its -wal and -shm files the same mode. Throws the system's error. */
export function makePrivateFile(file: string): void {
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * Creates missing folders, for their owner only, one by one, because recursive `mkdirSync` loops forever in a folder that accepts no subfolders (`/proc` on
 * Linux). Throws the system's error.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(folder)) throw error;
  }
}
