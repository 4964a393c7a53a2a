/**
 * Databases of earlier migrations, stored as SQL in `store/frozen`: `<migration>.sqlite.sql` and `<migration>.postgres.sql` hold the
 * statements of all migrations up to this one, `<migration>.rows.sql` rows for every table.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator, NO_MIGRATIONS } from 'kysely/migration';
import pg from 'pg';
import type { Dialect } from '../platform/store/database.ts';
import { createIndex } from '../platform/store/migrate.ts';
import { MIGRATIONS } from '../platform/store/migrations.ts';

export const FROZEN_FOLDER = fileURLToPath(new URL('../platform/store/frozen/', import.meta.url));
/** Section of the tables in which Kysely records migrations. */
const BEFORE_ALL = 'before the first migration';

export type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Last migration of each frozen database, oldest first. */
export function frozenNames(): string[] {
  return readdirSync(FROZEN_FOLDER)
    .filter((file) => file.endsWith('.rows.sql'))
    .map((file) => file.slice(0, -'.rows.sql'.length))
    .sort();
}

export const migrationNames = (): string[] => Object.keys(MIGRATIONS).sort();

const readFrozen = (file: string) => readFileSync(`${FROZEN_FOLDER}${file}`, 'utf8');
export const dialectOf = (url: string): Dialect => (url.startsWith('sqlite:') ? 'sqlite' : 'postgres');

/** Frozen statements by migration. */
export function frozenStatements(name: string, dialect: Dialect): Record<string, string[]> {
  const sections: Record<string, string[]> = {};
  let section: string[] = [];
  for (const line of readFrozen(`${name}.${dialect}.sql`).split('\n')) {
    const [, title] = /^-- (.+)$/.exec(line) ?? [];
    if (title !== undefined) sections[title] = section = [];
    else if (line !== '') section.push(line);
  }
  return sections;
}

/** Statements that the migrations execute today on an empty database, by migration; one per line. */
export async function executedStatements(url: string): Promise<Record<string, string[]>> {
  const sections: Record<string, string[]> = {};
  let section: string[] = [];
  const db = connect(url, (statement) => section.push(statement));
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
    await migrator.migrateTo(NO_MIGRATIONS);
    sections[BEFORE_ALL] = section.filter((statement) => /^create table/i.test(statement));
    for (const name of migrationNames()) {
      sections[name] = section = [];
      await MIGRATIONS[name]?.up(db);
      for (const index of MIGRATIONS[name]?.indexes ?? []) await createIndex(db, index);
    }
  } finally {
    await db.destroy();
  }
  return sections;
}

/** Restores an empty database to the state after a migration. */
export async function restoreFrozen(url: string, name: string): Promise<void> {
  const sections = frozenStatements(name, dialectOf(url));
  const statements = Object.values(sections).flat().join('\n');
  const ran = Object.keys(sections).filter((section) => section !== BEFORE_ALL);
  const noted = [
    "INSERT INTO kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);",
    ...ran.map((each) => `INSERT INTO kysely_migration (name, timestamp) VALUES ('${each}', '2026-11-20');`),
  ];
  await execute(url, ['BEGIN;', statements, ...noted, readFrozen(`${name}.rows.sql`), 'COMMIT;'].join('\n'));
}

async function execute(url: string, script: string): Promise<void> {
  if (dialectOf(url) === 'sqlite') {
    const database = openSqlite(url);
    try {
      database.exec(script);
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

/** Tables with columns and indexes, sorted: equal for equal schemas. */
export async function schemaOf(url: string) {
  const db = connect(url);
  try {
    const tables = await db.introspection.getTables();
    const { rows: indexes } = await (dialectOf(url) === 'sqlite'
      ? sql<Row>`SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name`.execute(db)
      : sql<Row>`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`.execute(
          db,
        ));
    return { tables, indexes };
  } finally {
    await db.destroy();
  }
}

export async function rowsOf(url: string): Promise<Rows> {
  const { tables } = await schemaOf(url);
  const db = connect(url);
  try {
    const rows: Record<string, Row[]> = {};
    for (const { name } of tables)
      rows[name] = (await sql<Row>`SELECT * FROM ${sql.table(name)}`.execute(db)).rows;
    return rows;
  } finally {
    await db.destroy();
  }
}

/** Tables of a frozen database in the order of its rows: referenced tables come first. */
export const frozenTables = (name: string): string[] => [
  ...new Set(
    [...readFrozen(`${name}.rows.sql`).matchAll(/^INSERT INTO "(\w+)"/gm)].map(([, table = '']) => table),
  ),
];

export function insertStatement(table: string, row: Row): string {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  return `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`;
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables depend on the migration.
export function connect(url: string, onStatement?: (statement: string) => void): Kysely<any> {
  return new Kysely({
    dialect:
      dialectOf(url) === 'sqlite'
        ? new SqliteDialect({ database: openSqlite(url) })
        : new PostgresDialect({ pool: poolOf(url) }),
    log: ({ level, query }) => {
      if (level === 'query') onStatement?.(withParameters(query.sql, query.parameters));
    },
  });
}

function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  // A closing connection reports the server's end, which is not a failure.
  pool.on('error', () => undefined);
  return pool;
}

function openSqlite(url: string) {
  const database = new Sqlite(url.slice('sqlite:'.length));
  // Tests need no durability.
  database.pragma('synchronous = OFF');
  return database;
}

function withParameters(statement: string, parameters: readonly unknown[]): string {
  let next = 0;
  return `${statement.replace(/\s+/g, ' ').replace(/\?|\$\d+/g, () => literal(parameters[next++]))};`;
}
