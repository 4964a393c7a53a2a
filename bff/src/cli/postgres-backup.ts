/** Copies a PostgreSQL database by the server's own programs, which must be of its version or a later one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { cannotBeUsed } from '../platform/store/open-database.ts';
import { connectionLimits } from '../platform/store/postgres.ts';
import { makePrivateFile } from '../platform/store/sqlite.ts';
import { run } from './processes.ts';

const OWNERLESS = ['--no-owner', '--no-privileges'];
const TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1';

export async function backupPostgres(url: string, to: string): Promise<void> {
  makePrivateFile(to);
  const { database, env } = target(url);
  await tool('pg_dump', ['--format=custom', ...OWNERLESS, `--file=${to}`, database], env);
  const contents = await contentsOf(to);
  for (const { name } of await query<{ name: string }>(url, TABLES))
    if (!new RegExp(` TABLE DATA \\S+ ${name} `).test(contents))
      throw new Error(`The copy lacks the table ${name}.`);
}

/** Throws when a server runs, when there are tables that may not be replaced, or when the restore fails, which then changes nothing. */
export async function restorePostgres(from: string, url: string, replace: boolean): Promise<void> {
  if (!(await contentsOf(from)).includes(' kysely_migration '))
    throw new Error(`${from} is no database of Waypost.`);
  const [others] = await query<{ count: number }>(
    url,
    `SELECT count(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()`,
  );
  if (others?.count)
    throw new Error(
      `${others.count} connections use the database. Stop every Waypost, and close other programs on it.`,
    );
  const tables = await query<{ name: string }>(url, TABLES);
  if (tables.length > 0 && !replace)
    throw new Error(
      `The database has ${tables.length} tables. To put the backup in their place: waypost restore ${from} --replace`,
    );
  const dropped = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await restoreInTransaction(from, url, dropped === '' ? '' : `DROP TABLE ${dropped} CASCADE;`);
}

async function restoreInTransaction(from: string, url: string, before: string): Promise<void> {
  const { database, env } = target(url);
  const script = spawn('pg_restore', ['--file=-', ...OWNERLESS, from], { stdio: ['ignore', 'pipe', 'pipe'] });
  const psql = spawn(
    'psql',
    ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--output=/dev/null', database],
    {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  const said = Promise.all([text(script.stderr), text(psql.stderr)]);
  const ended = Promise.all([once(script, 'close'), once(psql, 'close')]);
  // It ends at the first error and reads no more.
  psql.stdin.on('error', () => undefined);
  psql.stdin.write(`BEGIN;\n${before}\n`);
  script.stdout.pipe(psql.stdin, { end: false });
  // Without the last line nothing has changed.
  script.once('close', (code) => psql.stdin.end(code === 0 ? 'COMMIT;\n' : ''));
  const [[scriptCode], [psqlCode]] = await ended;
  if (scriptCode !== 0 || psqlCode !== 0)
    throw new Error(`The backup could not be restored, and nothing has changed.\n${(await said).join('')}`);
}

const contentsOf = (file: string) => tool('pg_restore', ['--list', file]);

/** The password is not part of the command, which other users of the machine see. */
function target(url: string) {
  const database = new URL(url);
  const password = decodeURIComponent(database.password);
  database.password = '';
  return {
    database: database.href,
    env: password === '' ? process.env : { ...process.env, PGPASSWORD: password },
  };
}

async function query<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ ...connectionLimits, connectionString: url });
  try {
    await client.connect();
    return (await client.query<T>(statement)).rows;
  } catch (error) {
    throw cannotBeUsed(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tool(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  try {
    return await run(command, args, { env, cwd: process.cwd() });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new Error(
        `${command} is not installed. It is in the package postgresql-client, which must be as new as the server.`,
      );
    throw new Error(
      message.includes('server version mismatch')
        ? `${message}Install the package postgresql-client of the server's version.`
        : message,
    );
  }
}
