/** Worker thread of table-sizes.ts: SQLite reads the whole file to measure its tables. */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

const database = new Sqlite(workerData as string, { readonly: true, fileMustExist: true });
const rows = database
  .prepare(
    `SELECT sqlite_schema.tbl_name AS name, sum(dbstat.pgsize) AS bytes
      FROM dbstat JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
      WHERE dbstat.aggregate = TRUE GROUP BY sqlite_schema.tbl_name`,
  )
  .all();
database.close();
parentPort?.postMessage(rows);
