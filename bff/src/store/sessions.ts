/** Sessions, their tokens and sign-ins under way. Ids come in hashed, tokens come in sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, atMost, changedOne, deleteRow, rowsOf } from './query.ts';

export type SessionRow = Tables['session'];
export type TokenRow = Tables['session_token'];
type LoginRow = Tables['login_transaction'];

export async function createSession(db: Database, session: SessionRow, token: TokenRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await addRow(trx, 'session', session);
    await addRow(trx, 'session_token', token);
  });
}

const aliveSessions = (db: Database, now: number) =>
  db.selectFrom('session').selectAll().where('idle_expires_at', '>', now).where('expires_at', '>', now);

export function findSession(db: Database, id_hash: string, now: number): Promise<SessionRow | undefined> {
  return aliveSessions(db, now).where('id_hash', '=', id_hash).executeTakeFirst();
}

/** A person's sessions that are still alive, newest first. */
export function sessionsOf(db: Database, sub: string, now: number): Promise<SessionRow[]> {
  return aliveSessions(db, now).where('sub', '=', sub).orderBy('created_at', 'desc').execute();
}

/** Hashes of the sessions that the provider names by its session id, or else by person. */
export async function sessionsAtProvider(
  db: Database,
  by: { sid?: string; sub?: string },
): Promise<string[]> {
  // Named by nothing is nobody, not everybody.
  if (by.sid === undefined && by.sub === undefined) return [];
  let query = db.selectFrom('session').select('id_hash');
  if (by.sid !== undefined) query = query.where('sid', '=', by.sid);
  if (by.sub !== undefined) query = query.where('sub', '=', by.sub);
  return (await query.execute()).map((row) => row.id_hash);
}

/**
 * Ends a session. In the same transaction its refresh token, as `pending` seals it, goes onto the list of what the
 * provider still has to be notified of, so that a crash in between forgets neither.
 */
export async function endSession(
  db: Database,
  id_hash: string,
  pending?: (token: TokenRow) => Tables['pending_revocation'] | null,
): Promise<boolean> {
  return db.transaction().execute((trx) => removeSession(trx, id_hash, pending));
}

/** The same within a transaction of the caller. */
export async function removeSession(
  trx: Database,
  id_hash: string,
  pending?: (token: TokenRow) => Tables['pending_revocation'] | null,
): Promise<boolean> {
  const token = await deleteRow(trx, 'session_token', { session_id_hash: id_hash });
  const row = (token && pending?.(token)) ?? null;
  if (row) await addRow(trx, 'pending_revocation', row);
  return (await deleteRow(trx, 'session', { id_hash })) !== undefined;
}

/** Takes the refresh lease unless another holder's is still running (rule 13). */
export async function takeRefreshLease(
  db: Database,
  session_id_hash: string,
  owner: string,
  now: number,
  until: number,
): Promise<boolean> {
  return changedOne(
    db
      .updateTable('session_token')
      .set({ lease_owner: owner, lease_until: until })
      .where('session_id_hash', '=', session_id_hash)
      .where((eb) => eb.or([eb('lease_owner', 'is', null), eb('lease_until', '<=', now)])),
  );
}

/** Takes a sign-in under way out of the store: it can be taken once. */
export async function takeLogin(db: Database, id_hash: string, now: number): Promise<LoginRow | undefined> {
  const row = await deleteRow(db, 'login_transaction', { id_hash });
  return row && row.expires_at > now ? row : undefined;
}

/** Removes what has expired. */
export async function purgeSessions(db: Database, now: number, pause?: Pause): Promise<void> {
  // One by one: no index serves both of two conditions.
  await deleteOld(db, 'session', ['id_hash'], sql`idle_expires_at <= ${now}`, pause);
  await deleteOld(db, 'session', ['id_hash'], sql`expires_at <= ${now}`, pause);
  await deleteOld(db, 'login_transaction', ['id_hash'], sql`expires_at <= ${now}`, pause);
  await deleteOld(db, 'used_logout_token', ['jti'], sql`expires_at <= ${now}`, pause);
}

/** Notes a logout token as used. False when it was used before. */
export async function useLogoutToken(
  db: Database,
  jti: string,
  expires_at: number,
  now: number,
): Promise<boolean> {
  await db.deleteFrom('used_logout_token').where('expires_at', '<=', now).execute();
  return addRow(db, 'used_logout_token', { jti, expires_at }, 'ignore');
}

/** Refresh tokens that the identity provider must still be notified of. They come in sealed. */
export function dueRevocations(db: Database, now: number): Promise<Tables['pending_revocation'][]> {
  return rowsOf(db, 'pending_revocation', { next_at: atMost(now) }, [], MOST_AT_ONCE);
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
