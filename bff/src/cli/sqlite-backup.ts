/** Copies a SQLite database while a server writes to it, and puts a copy in its place. */
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Sqlite from 'better-sqlite3';
import { makePrivateFile } from '../platform/store/sqlite.ts';
import { acquireProcessLock } from '../platform/store/storage.ts';

/** All in one step. */
const ALL_PAGES = 2 ** 31 - 1;

/** Throws when the copy differs. */
export async function backupSqlite(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`DATABASE_URL: there is no database ${from}.`);
  makePrivateFile(to);
  const source = new Sqlite(from, { readonly: true });
  try {
    // The copy and the comparison see one moment, whatever is written meanwhile.
    source.exec('BEGIN');
    tablesOf(source);
    await source.backup(to, { progress: () => ALL_PAGES });
    const copy = new Sqlite(to);
    try {
      // One file, without those of a write-ahead log beside it.
      copy.pragma('journal_mode = DELETE');
      checkIntegrity(copy, to);
      compare(source, copy);
    } finally {
      copy.close();
    }
  } finally {
    source.close();
  }
}

/** Throws when a server runs, when `to` exists and may not be replaced, or when the copy is damaged. */
export function restoreSqlite(from: string, to: string, replace: boolean): void {
  const backup = open(from);
  try {
    checkIntegrity(backup, from);
    if (!tablesOf(backup).includes('kysely_migration')) throw new Error(`${from} is no database of Waypost.`);
  } finally {
    backup.close();
  }
  const release = acquireProcessLock(`sqlite:${to}`);
  try {
    if (existsSync(to) && !replace)
      throw new Error(
        `The database ${to} exists. To put the backup in its place: waypost restore ${from} --replace`,
      );
    const part = `${to}.part`;
    makePrivateFile(part);
    copyFileSync(from, part);
    const aside = `${to}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(to + ending)) renameSync(to + ending, aside + ending);
    renameSync(part, to);
  } finally {
    release();
  }
}

function open(file: string): Sqlite.Database {
  try {
    const database = new Sqlite(file, { readonly: true });
    tablesOf(database);
    return database;
  } catch (error) {
    throw new Error(`${file} is no backup of SQLite: ${(error as Error).message}.`, { cause: error });
  }
}

const tablesOf = (database: Sqlite.Database) =>
  database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];

function checkIntegrity(database: Sqlite.Database, file: string): void {
  const found = database.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new Error(`${file} is damaged: ${found}.`);
}

function compare(source: Sqlite.Database, copy: Sqlite.Database): void {
  for (const table of tablesOf(source)) {
    const rows = (database: Sqlite.Database) =>
      database.prepare(`SELECT * FROM "${table}"`).raw().iterate() as Iterator<unknown>;
    const [ours, theirs] = [rows(source), rows(copy)];
    let row = ours.next();
    for (; !row.done; row = ours.next())
      if (!isDeepStrictEqual(row.value, theirs.next().value)) throw differs(table);
    if (!theirs.next().done) throw differs(table);
  }
}

const differs = (table: string) => new Error(`The copy of the table ${table} differs from the database.`);
