/** What the setup list derives from stored records. Each query ends with the first row that fits. */
import { SHARED_PREFERENCES } from '@waypost/contract/api/company';
import type { Database } from './database.ts';
import { present, rowsOf } from './query.ts';

const some = (rows: readonly unknown[]): boolean => rows.length > 0;

export async function hasOtherPerson(db: Database, sub: string): Promise<boolean> {
  const query = db
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'sign_in')
    .where('outcome', '=', 'done')
    .where('sub', '<>', sub)
    .limit(1);
  return some(await query.execute());
}

export const hasInvitation = async (db: Database) => some(await rowsOf(db, 'invitation', {}, [], 1));
export const hasSharedLink = async (db: Database) =>
  some(await rowsOf(db, 'invitation', { shared_at: present }, [], 1));
export const hasMonitor = async (db: Database) => some(await rowsOf(db, 'monitor', {}, [], 1));
export const hasArchivedLoad = async (db: Database) => some(await rowsOf(db, 'archived_load', {}, [], 1));
export const hasSentEmail = async (db: Database) => some(await rowsOf(db, 'email', { state: 'sent' }, [], 1));
export const hasApiKey = async (db: Database) =>
  some(await rowsOf(db, 'api_key', { revoked_at: null }, [], 1));

/** True once the person has chosen one of the preferences that a company can set too. */
export const hasOwnPreference = async (db: Database, sub: string) =>
  some(await rowsOf(db, 'preference', { sub, key: [...SHARED_PREFERENCES] }, [], 1));
