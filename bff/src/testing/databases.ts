/** Runs the same tests on SQLite and on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../store/database.ts';
import { MIGRATED } from './postgres.ts';

export interface TestDatabase {
  readonly url: string;
  /** Opens it (again); closed after the test. */
  open(): Promise<OpenDatabase>;
}

/** @param tests `fresh` gives a database with all migrations and nothing in it; `empty` one without any */
export function describeOnBothDatabases(
  name: string,
  tests: (fresh: () => Promise<TestDatabase>, empty: () => Promise<TestDatabase>) => void,
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

/** A database of one's own in the PostgreSQL of this run: empty, or with all migrations. It goes with the cleanups, or with the run. */
export async function postgresUrl(
  { migrated = false } = {},
  cleanups: (() => Promise<void>)[] = [],
): Promise<string> {
  const problem = inject('postgresProblem');
  if (problem !== null) throw new Error(problem);
  const server = inject('postgresUrl');
  const used = migrated ? EMPTIED.pop() : undefined;
  const name = used ?? `t_${randomUUID().replaceAll('-', '')}`;
  if (!used)
    await runIn(
      `${server}/postgres`,
      `CREATE DATABASE ${name} TEMPLATE ${migrated ? MIGRATED : 'template1'}`,
    );
  const url = `${server}/${name}`;
  // One that a test has left connections to stays until the end of the run.
  const drop = () => runIn(`${server}/postgres`, `DROP DATABASE ${name}`).catch(() => undefined);
  cleanups.push(async () => {
    if (migrated && (await empty(url).catch(() => false))) EMPTIED.push(name);
    else await drop();
  });
  return url;
}

/** Databases with all migrations that a test of this process has used and that are empty again: a copy takes ten times as long. */
const EMPTIED: string[] = [];

/** The rows of the last statement. */
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

/** Empties what was written to. False where a test is still connected. */
async function empty(url: string): Promise<boolean> {
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
