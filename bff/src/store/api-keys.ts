/** API keys, by the hash of the key. */
import type { Database, Tables } from './database.ts';
import { changedOne, rowOf, updateRow } from './query.ts';

export type ApiKeyRow = Tables['api_key'];

/** Newest first. */
export async function allApiKeys(db: Database): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

export async function addApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insertInto('api_key').values(row).execute();
}

export async function apiKeyByHash(db: Database, key_hash: string): Promise<ApiKeyRow | undefined> {
  return rowOf(db, 'api_key', { key_hash });
}

export async function apiKeyById(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return rowOf(db, 'api_key', { id });
}

/** False when there is no such key, or it was revoked before. */
export async function revokeApiKey(
  db: Database,
  id: string,
  revoked: Pick<ApiKeyRow, 'revoked_at' | 'revoked_by_name'>,
): Promise<boolean> {
  return changedOne(
    db.updateTable('api_key').set(revoked).where('id', '=', id).where('revoked_at', 'is', null),
  );
}

export async function noteApiKeyUse(db: Database, id: string, at: number): Promise<void> {
  await updateRow(db, 'api_key', { id }, { last_used_at: at });
}
