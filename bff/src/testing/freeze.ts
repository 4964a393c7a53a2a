/**
 * `npx pnpm freeze`: stores the database of the newest migration for SQLite and PostgreSQL in `store/frozen`. Its rows are those of the
 * previous frozen database, migrated. Existing files are never overwritten.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { say } from '../cli/processes.ts';
import { RENAMED_TABLES } from '../platform/store/column-changes.ts';
import type { Dialect } from '../platform/store/database.ts';
import { openDatabase } from '../platform/store/open-database.ts';
import {
  executedStatements,
  FROZEN_FOLDER,
  frozenNames,
  frozenTables,
  insertStatement,
  migrationNames,
  restoreFrozen,
  rowsOf,
} from './frozen-databases.ts';
import { startPostgres } from './postgres.ts';

const newest = migrationNames().at(-1) ?? '';
const before = frozenNames().at(-1);
if (before === undefined) throw new Error(`There is no frozen database in ${FROZEN_FOLDER}`);
if (before === newest) {
  say(`${newest} is frozen already.`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-freeze-'));
const postgres = await startPostgres();
try {
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await client.connect();
  await client.query('CREATE DATABASE empty');
  await client.end();
  const upgraded = `sqlite:${join(folder, 'upgraded.db')}`;
  await restoreFrozen(upgraded, before);
  await (await openDatabase(upgraded)).close();
  write('sqlite', await executedStatements(`sqlite:${join(folder, 'empty.db')}`));
  write('postgres', await executedStatements(`${postgres.url}/empty`));
  const rows = await rowsOf(upgraded);
  const tables = new Set([
    ...frozenTables(before).map((table) => RENAMED_TABLES[table] ?? table),
    ...Object.keys(rows),
  ]);
  const inserts = [...tables].flatMap((table) =>
    (rows[table] ?? []).map((row) => insertStatement(table, row)),
  );
  writeFileSync(join(FROZEN_FOLDER, `${newest}.rows.sql`), `${inserts.join('\n')}\n`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(
  `${newest} is frozen. Write into ${newest}.rows.sql what its new tables and columns hold; migrations.test.ts says where a value is missing.`,
);

function write(dialect: Dialect, sections: Record<string, string[]>): void {
  const lines = Object.entries(sections).flatMap(([name, statements]) => [`-- ${name}`, ...statements]);
  writeFileSync(join(FROZEN_FOLDER, `${newest}.${dialect}.sql`), `${lines.join('\n')}\n`);
}
