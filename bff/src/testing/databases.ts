/** Runs the same tests on SQLite and on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../store/database.ts';

export interface TestDatabase {
  readonly url: string;
  /** Opens it (again); closed after the test. */
  open(): Promise<OpenDatabase>;
}

export function describeOnBothDatabases(
  name: string,
  tests: (fresh: () => Promise<TestDatabase>) => void,
): void {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const) {
    describe(`${name} (${dialect})`, () => {
      const cleanups: (() => Promise<void> | void)[] = [];
      afterEach(async () => {
        for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      });
      tests(async () => {
        const url = dialect === 'SQLite' ? sqliteUrl(cleanups) : await postgresUrl();
        return {
          url,
          open: async () => {
            const opened = await openDatabase(url);
            cleanups.push(opened.close);
            return opened;
          },
        };
      });
    });
  }
}

function sqliteUrl(cleanups: (() => void)[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-db-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return `sqlite:${join(dir, 'test.db')}`;
}

/** An empty database of one's own in the PostgreSQL of this run. */
export async function postgresUrl(): Promise<string> {
  const problem = inject('postgresProblem');
  if (problem !== null) throw new Error(problem);
  const server = inject('postgresUrl');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return `${server}/${name}`;
}
