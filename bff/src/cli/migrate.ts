/** `waypost migrate`: for an operator who gives the servers a role that may not change tables, or who upgrades step by step. */
import { join } from 'node:path';
import { hidePassword, readDatabaseUrl } from '../platform/config/database-url.ts';
import { createLog } from '../platform/http/log.ts';
import { openStorage } from '../platform/store/storage.ts';
import { root, version } from '../root.ts';
import { say } from './processes.ts';

export async function migrateDatabase(): Promise<void> {
  const url = readDatabaseUrl(process.env, join(root, 'data'));
  const storage = await openStorage(url, createLog(process.env.LOG_LEVEL || 'warn'), version);
  await storage.close();
  say(`${hidePassword(url)} is ready for Waypost ${version}.`);
}
