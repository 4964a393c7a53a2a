/** Worker thread of storage.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

const { file, everyMs } = workerData as { readonly file: string; readonly everyMs: number };
const database = new Sqlite(file, { fileMustExist: true });
// Passive: it waits for no reader or writer and blocks none.
const timer = setInterval(() => database.pragma('wal_checkpoint(PASSIVE)'), everyMs);
parentPort?.once('message', () => {
  clearInterval(timer);
  database.close();
});
