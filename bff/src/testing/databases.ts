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
          dialect === 'SQLite'
            ? sqliteUrl(cleanups, migrated)
            : await postgresUrl(migrated ? MIGRATED : undefined, cleanups),
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

/** A database of one's own in the PostgreSQL of this run: empty, or a copy of `template`. It goes with the cleanups, or with the run. */
export async function postgresUrl(
  template = 'template1',
  cleanups: (() => Promise<void>)[] = [],
): Promise<string> {
  const problem = inject('postgresProblem');
  if (problem !== null) throw new Error(problem);
  const server = inject('postgresUrl');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${server}/postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  // One that a test has left connections to stays until the end of the run.
  cleanups.push(() => run(`DROP DATABASE ${name}`).catch(() => undefined));
  return `${server}/${name}`;
}
