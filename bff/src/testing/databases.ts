/** Runs the same tests on SQLite and on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../platform/store/open-database.ts';
import { MIGRATED } from './postgres.ts';

export interface TestDatabase {
  readonly url: string;
  /** Opens it, any number of times; closed after the test. */
  open(): Promise<OpenDatabase>;
}

/** `fresh` returns an empty database with all migrations, `empty` one without any. */
export function describeOnBothDatabases(
  name: string,
  tests: (fresh: () => Promise<TestDatabase>, truncateAll: () => Promise<TestDatabase>) => void,
): void {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const) {
    describe(`${name} (${dialect})`, () => {
      const cleanups: (() => Promise<void>)[] = [];
      afterEach(async () => {
        for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      });
      const database = (url: string): TestDatabase => ({
        url,
        open: async () => {
          const opened = await openDatabase(url);
          cleanups.push(opened.close);
          return opened;
        },
      });
      const of = async (migrated: boolean) =>
        database(
          dialect === 'SQLite' ? sqliteUrl(cleanups, migrated) : await postgresUrl({ migrated }, cleanups),
        );
      tests(
        () => of(true),
        () => of(false),
      );
    });
  }
}

function sqliteUrl(cleanups: (() => Promise<void>)[], migrated: boolean): string {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-db-'));
  cleanups.push(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, 'test.db');
  if (migrated) copyFileSync(inject('migratedSqlite'), file);
  return `sqlite:${file}`;
}

/** A separate database in the PostgreSQL of this test run: empty, or with all migrations. Removed by the cleanups or with the run. */
export async function postgresUrl(
  { migrated = false } = {},
  cleanups: (() => Promise<void>)[] = [],
): Promise<string> {
  const problem = inject('postgresProblem');
  if (problem !== null) throw new Error(problem);
  const server = inject('postgresUrl');
  const reused = migrated ? REUSABLE.pop() : undefined;
  const name = reused ?? `t_${randomUUID().replaceAll('-', '')}`;
  if (!reused)
    await runIn(
      `${server}/postgres`,
      `CREATE DATABASE ${name} TEMPLATE ${migrated ? MIGRATED : 'template1'}`,
    );
  const url = `${server}/${name}`;
  // A database that a test is still connected to remains until the end of the run.
  const drop = () => runIn(`${server}/postgres`, `DROP DATABASE ${name}`).catch(() => undefined);
  cleanups.push(async () => {
    if (migrated && (await truncateAll(url).catch(() => false))) REUSABLE.push(name);
    else await drop();
  });
  return url;
}

/** The database's URL for a new role that may sign in, and what the grants say, without ` TO …`. */
export async function restrictedRole(url: string, ...grants: string[]): Promise<string> {
  const restricted = new URL(url);
  const role = `r_${restricted.pathname.slice(1)}`;
  await runIn(
    url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'x'`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    ...grants.map((grant) => `${grant} TO ${role}`),
  );
  restricted.username = role;
  restricted.password = 'x';
  return restricted.href;
}

/** Migrated databases that earlier tests of this process used and that are empty again: copying takes ten times as long. */
const REUSABLE: string[] = [];

/** Returns the rows of the last statement. */
async function runIn(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Truncates the written tables. False when a test is still connected. */
async function truncateAll(url: string): Promise<boolean> {
  const others = await runIn(
    url,
    "SET lock_timeout = '5s'",
    `DO $$ DECLARE written text; BEGIN
      SELECT string_agg(format('%I', relname), ', ') INTO written FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname NOT LIKE 'kysely%' AND pg_relation_size(oid) > 0;
      IF written IS NOT NULL THEN EXECUTE 'TRUNCATE ' || written || ' RESTART IDENTITY CASCADE'; END IF;
    END $$`,
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return others.length === 0;
}
