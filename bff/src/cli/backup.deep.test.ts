/** Backup, destruction, restore, by the commands that an operator types. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { acquireProcessLock } from '../platform/store/storage.ts';
import { frozenNames, restoreFrozen, rowsOf, schemaOf } from '../testing/frozen-databases.ts';
import { startPostgres } from '../testing/postgres.ts';
import { temporaryFolder } from '../testing/server.ts';
import { root } from './processes.ts';

const execute = promisify(execFile);
const newest = frozenNames().at(-1) as string;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function folder(): string {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
}

/** Output of a command; a failed one's too. */
async function waypost(url: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const { stdout, stderr } = await execute(process.execPath, ['bff/src/cli/waypost.ts', ...args], {
    cwd: root,
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

const contents = async (url: string) => ({ schema: await schemaOf(url), rows: await rowsOf(url) });

describe('SQLite', () => {
  const filled = async () => {
    const dir = folder();
    const file = join(dir, 'waypost.db');
    await restoreFrozen(`sqlite:${file}`, newest);
    return { dir, file, url: `sqlite:${file}`, copy: join(dir, 'copy') };
  };

  it('loses nothing by a backup, its destruction and a restore', async () => {
    const { dir, file, url, copy } = await filled();
    const before = await contents(url);
    expect(await waypost(url, 'backup', copy)).toContain('the copy was compared with it');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).filter((name) => name.startsWith('copy'))).toEqual(['copy']);
    for (const lost of globSync(`${file}*`)) rmSync(lost);
    expect(await waypost(url, 'restore', copy)).toContain('The database is restored');
    expect(await contents(url)).toEqual(before);
  });

  it('is copied while a server writes', async () => {
    const { url, file, copy } = await filled();
    const server = new Sqlite(file);
    cleanups.push(() => server.close());
    server.pragma('journal_mode = WAL');
    server.exec('CREATE TABLE written (n INTEGER PRIMARY KEY, text TEXT)');
    const write = server.prepare('INSERT INTO written (text) VALUES (?)');
    const fill = server.transaction(() => {
      for (let n = 0; n < 5_000; n += 1) write.run('x'.repeat(2_000));
    });
    fill();
    let written = 0;
    const writing = setInterval(() => {
      write.run('more');
      written += 1;
    }, 1);
    const said = await waypost(url, 'backup', copy);
    clearInterval(writing);
    expect(said).toContain('the copy was compared with it');
    expect(written).toBeGreaterThan(50);
  });

  it('is neither overwritten by chance nor under a running server, and a replaced one is kept', async () => {
    const { dir, url, copy } = await filled();
    await waypost(url, 'backup', copy);
    expect(await waypost(url, 'backup', copy)).toMatch(/copy exists already/);
    expect(await waypost(url, 'restore', copy)).toMatch(/waypost\.db exists\. .*--replace/);
    const release = acquireProcessLock(url);
    expect(await waypost(url, 'restore', copy, '--replace')).toMatch(/another Waypost is running/);
    release();
    expect(await waypost(url, 'restore', copy, '--replace')).toContain('The database is restored');
    expect(readdirSync(dir).some((name) => name.startsWith('waypost.db.replaced-'))).toBe(true);
  });

  it.each([
    ['no database', 'a text', /is no backup of SQLite/],
    ['of PostgreSQL', 'PGDMP…', /is a backup of PostgreSQL, and DATABASE_URL names SQLite/],
  ])('is left alone by a file that is %s', async (_, content, sentence) => {
    const { url, dir } = await filled();
    const before = await contents(url);
    writeFileSync(join(dir, 'other'), content);
    expect(await waypost(url, 'restore', join(dir, 'other'), '--replace')).toMatch(sentence);
    expect(await contents(url)).toEqual(before);
  });

  it('that is damaged gives no backup', async () => {
    const { url, file, copy } = await filled();
    const database = new Sqlite(file);
    database.unsafeMode();
    database.pragma('writable_schema = ON');
    database.exec("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'session'");
    database.close();
    expect(await waypost(url, 'backup', copy)).toMatch(/damaged|malformed/);
    expect(existsSync(copy)).toBe(false);
  });
});

/** Folder with a server and with its pg_dump, which the server for the other tests lacks. */
const programs = globSync('/usr/{lib/postgresql/*,pgsql*,local/pgsql}/bin/pg_dump').map(dirname).at(-1);

describe('PostgreSQL', () => {
  it('loses nothing by a backup, its destruction and a restore', { timeout: 60_000 }, async (context) => {
    if (programs === undefined)
      return context.skip('pg_dump is not installed with a server of its own version');
    const server = await startPostgres({ programs });
    cleanups.push(() => server.stop());
    const admin = async (statement: string) => {
      const client = new pg.Client({ connectionString: `${server.url}/postgres` });
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    // Not a superuser, and the servers have another role.
    await admin("CREATE ROLE owner LOGIN PASSWORD 'own'");
    const url = `${server.url}/waypost`.replace('//waypost:waypost@', '//owner:own@');
    const copy = join(folder(), 'copy');
    await admin('CREATE DATABASE waypost OWNER owner');
    await restoreFrozen(url, newest);
    const before = await contents(url);
    expect(await waypost(url, 'backup', copy)).toContain('the copy was compared with it');
    expect(await waypost(url, 'restore', copy)).toMatch(/has \d+ tables\. .*--replace/);

    await admin('DROP DATABASE waypost');
    await admin('CREATE DATABASE waypost OWNER owner');
    expect(await waypost(url, 'restore', copy)).toContain('The database is restored');
    expect(await contents(url)).toEqual(before);

    // What a failed upgrade has left, and a server that still runs.
    const change = new pg.Client({ connectionString: url });
    await change.connect();
    await change.query('CREATE TABLE of_the_next_version (id integer); DELETE FROM setting');
    await change.end();
    const other = new pg.Client({ connectionString: `${server.url}/waypost` });
    await other.connect();
    expect(await waypost(url, 'restore', copy, '--replace')).toMatch(/1 connections use the database/);
    await other.end();
    expect(await waypost(url, 'restore', copy, '--replace')).toContain('The database is restored');
    expect(await contents(url)).toEqual(before);

    expect(await waypost(`sqlite:${copy}.db`, 'restore', copy)).toMatch(/is a backup of PostgreSQL/);
  });

  it('names the package of a missing program', async () => {
    const env = { PATH: '/nowhere', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' };
    const args = ['bff/src/cli/waypost.ts', 'backup', join(folder(), 'copy')];
    await expect(execute(process.execPath, args, { cwd: root, env })).rejects.toThrow(
      /pg_dump is not installed\. It is in the package postgresql-client/,
    );
  });
});
