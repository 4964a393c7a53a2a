import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface TableSize {
  readonly name: string;
  /** With its indexes. */
  readonly bytes: number;
}

const IN_MEMORY = 'sqlite::memory:';

/** All tables, largest first. Slow for a large SQLite file, which another thread reads. */
export async function tableSizes(db: Database, databaseUrl: string): Promise<TableSize[]> {
  const sizes =
    databaseUrl === IN_MEMORY
      ? []
      : databaseUrl.startsWith('sqlite:')
        ? await sqliteSizes(databaseUrl.slice('sqlite:'.length))
        : await postgresSizes(db);
  return sizes.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}

async function sqliteSizes(file: string): Promise<TableSize[]> {
  const worker = new Worker(new URL('./table-sizes-worker.ts', import.meta.url), { workerData: file });
  worker.unref();
  const [rows] = (await once(worker, 'message')) as [TableSize[]];
  return rows;
}

async function postgresSizes(db: Database): Promise<TableSize[]> {
  const { rows } = await sql<{ name: string; bytes: string | number }>`
    SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}
