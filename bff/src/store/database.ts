/** Tables, and how a database is opened. One set of migrations serves SQLite and PostgreSQL. */
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrations.ts';

/** Times are milliseconds since 1970 UTC; JSON is text; flags are 0 or 1, so that both databases hold the same. */
export interface Tables {
  setting: { key: string; value: string };
  watched_load: {
    load_id: string;
    /** 0: removed; the row stays for a while so that a reconnecting browser learns of it. */
    watched: number;
    /** `sandbox` when taken over from the embedded sandbox, else `person`. */
    source: string;
    watched_at: number;
    watched_by: string | null;
    /** Change number, see board.ts. */
    version: number;
    read_at: number | null;
    /** Last good answer as it came. */
    tracking: string | null;
    /** What we worked out ourselves: read_error, motion, previous vehicle. */
    derived: string | null;
  };
  vehicle_position: { vehicle_id: string; occurred_at: number; latitude: number; longitude: number };
  session: {
    id_hash: string;
    /** Names the session to its own person, for ending it from another device. Opens nothing. */
    session_id: string;
    sub: string;
    name: string;
    roles: string;
    /** Session id at the identity provider, for back-channel logout. */
    sid: string | null;
    created_at: number;
    last_seen_at: number;
    idle_expires_at: number;
    expires_at: number;
    user_agent: string | null;
  };
  session_token: {
    session_id_hash: string;
    version: number;
    /** Sealed, see auth/keys.ts. */
    access_token: string;
    refresh_token: string | null;
    access_expires_at: number;
    lease_owner: string | null;
    lease_until: number;
  };
  /** Refresh tokens that the provider is still to be told of. */
  pending_revocation: { id: string; refresh_token: string; tries: number; next_at: number };
  /** Who did what. Never changed, only added to. */
  activity: {
    id: string;
    at: number;
    sub: string | null;
    name: string | null;
    action: string;
    target: string | null;
    outcome: string;
    /** JSON, without secrets. */
    detail: string | null;
  };
  /** Logout tokens that were used, until they expire: each counts once. */
  used_logout_token: { jti: string; expires_at: number };
  login_transaction: {
    id_hash: string;
    /** Sealed: state, nonce, verifier. */
    secrets: string;
    return_to: string;
    /** Session that the browser had when it began: it ends when the new one begins. */
    replaces: string | null;
    expires_at: number;
  };
}

export type Database = Kysely<Tables>;
export type Dialect = 'sqlite' | 'postgres';

/** int8 as number: our largest is a time in milliseconds, far below 2^53. */
const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

export interface OpenDatabase {
  readonly db: Database;
  readonly dialect: Dialect;
  close(): Promise<void>;
}

/** Opens and migrates. Throws with a plain sentence when the file or server cannot be used. */
export async function openDatabase(url: string): Promise<OpenDatabase> {
  const dialect: Dialect = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const db = new Kysely<Tables>({
    dialect: dialect === 'sqlite' ? sqlite(url.slice('sqlite:'.length)) : postgres(url),
  });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw new Error(`DATABASE_URL: the database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  return { db, dialect, close: () => db.destroy() };
}

function sqlite(file: string) {
  try {
    if (file !== ':memory:') makeFolder(dirname(file));
    const database = new Sqlite(file);
    database.pragma('journal_mode = WAL');
    // FULL: what was acknowledged survives a power cut, not only a crash of this process.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('busy_timeout = 5000');
    return new SqliteDialect({ database });
  } catch (error) {
    throw new Error(
      `DATABASE_URL: the file ${file} cannot be opened for writing: ${reasonOf(error)}. ` +
        'Check that its folder exists and that this user may write there, or name another file: DATABASE_URL=sqlite:data/waypost.db',
      { cause: error },
    );
  }
}

function postgres(url: string) {
  return new PostgresDialect({
    pool: new pg.Pool({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 15_000,
    }),
  });
}

/** AggregateError of a refused connection has an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
