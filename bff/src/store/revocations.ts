/** Refresh tokens that the identity provider must still be notified of. They come in sealed. */
import type { Database, Tables } from './database.ts';

export async function dueRevocations(db: Database, now: number): Promise<Tables['pending_revocation'][]> {
  return db
    .selectFrom('pending_revocation')
    .selectAll()
    .where('next_at', '<=', now)
    .limit(MOST_AT_ONCE)
    .execute();
}

/** When the next is due; null: there is none. */
export async function nextRevocationAt(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('pending_revocation')
    .select(({ fn }) => fn.min('next_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

const MOST_AT_ONCE = 100;
