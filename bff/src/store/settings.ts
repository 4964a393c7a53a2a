/** Small facts that outlive a restart, by name. */

import type { Database } from './database.ts';
import { putRows, rowOf } from './query.ts';

export async function readSetting(db: Database, key: string): Promise<string | null> {
  return (await rowOf(db, 'setting', { key }))?.value ?? null;
}

export async function writeSetting(db: Database, key: string, value: string): Promise<void> {
  await putRows(db, 'setting', ['key'], [{ key, value }]);
}
