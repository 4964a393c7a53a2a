/** `waypost backup` and `waypost restore`: one file that holds the database of one moment. */
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDatabaseUrl } from '../platform/config/database-url.ts';
import { root } from '../root.ts';
import { backupPostgres, restorePostgres } from './postgres-backup.ts';
import { say } from './processes.ts';
import { backupSqlite, restoreSqlite } from './sqlite-backup.ts';

const SQLITE = 'sqlite:';
/** First bytes of what pg_dump writes. */
const DUMP = 'PGDMP';

/** Throws an error for the person at the terminal; then there is no file. */
export async function backup(name: string): Promise<void> {
  const file = resolve(name);
  const url = readDatabaseUrl(process.env, join(root, 'data'));
  if (existsSync(file)) throw new Error(`${file} exists already. Name another file.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    if (url.startsWith(SQLITE)) await backupSqlite(url.slice(SQLITE.length), part);
    else await backupPostgres(url, part);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  say(`The database is in ${file}, and the copy was compared with it.`);
  say(
    'Keep the keys that encrypt its secrets too, but elsewhere: SECRET_KEYS, or the file secret.keys in DATA_DIR.',
  );
}

/** Throws an error for the person at the terminal; then the database is as before. */
export async function restore(name: string, { replace }: { readonly replace: boolean }): Promise<void> {
  const file = resolve(name);
  const url = readDatabaseUrl(process.env, join(root, 'data'));
  const isDump = beginningOf(file) === DUMP;
  const isSqlite = url.startsWith(SQLITE);
  if (isDump === isSqlite)
    throw new Error(
      `${file} is ${isDump ? 'a' : 'no'} backup of PostgreSQL, and DATABASE_URL names ${isSqlite ? 'SQLite' : 'PostgreSQL'}.`,
    );
  if (isSqlite) restoreSqlite(file, url.slice(SQLITE.length), replace);
  else await restorePostgres(file, url, replace);
  say('The database is restored. Start Waypost with the SECRET_KEYS of that time.');
}

function beginningOf(file: string): string {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(DUMP.length);
    readSync(opened, bytes);
    return bytes.toString('latin1');
  } finally {
    closeSync(opened);
  }
}
