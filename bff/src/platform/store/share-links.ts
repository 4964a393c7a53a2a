/** Share links of loads, identified by the hash of their token. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import type { LoadTables } from './load-tables.ts';

export type ShareLinkRow = LoadTables['share_link'];

export async function purgeShareLinks(db: Database, before: number, pause: Pause = {}): Promise<void> {
  await deleteOld(db, 'share_link', ['id'], sql`expires_at < ${before}`, pause);
}
