/** Sessions, their tokens and pending sign-ins. Ids are stored hashed, tokens sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, changedOne, deleteRow, putRows, updateRow } from './query.ts';
import { inTransaction } from './transaction.ts';

export type SessionRow = Tables['session'];
export type TokenRow = Tables['session_token'];
type LoginRow = Tables['login_transaction'];
/** Writes the entry of the activity log about a session. */
export type Recorder = (trx: Database) => Promise<void>;
const NOTHING: Recorder = async () => undefined;
type Revoke = (trx: Database, token: TokenRow) => Promise<void>;

/** `record` runs in the same transaction. */
export async function createSession(
  db: Database,
  session: SessionRow,
  token: TokenRow,
  record: Recorder = NOTHING,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await addRow(trx, 'session', session);
    await addRow(trx, 'session_token', token);
    const { sub, name, roles, last_seen_at } = session;
    await putRows(trx, 'person', ['sub'], [{ sub, name, roles, last_seen_at }]);
    await record(trx);
  });
}

export const activeSessions = (db: Database, now: number) =>
  db.selectFrom('session').selectAll().where('idle_expires_at', '>', now).where('expires_at', '>', now);

export function findSession(db: Database, id_hash: string, now: number): Promise<SessionRow | undefined> {
  return activeSessions(db, now).where('id_hash', '=', id_hash).executeTakeFirst();
}

export function sessionsOf(db: Database, sub: string, now: number): Promise<SessionRow[]> {
  return activeSessions(db, now).where('sub', '=', sub).orderBy('created_at', 'desc').execute();
}

/** Hashes of the sessions with the provider's session id, or else with the subject. */
export async function sessionsAtProvider(
  db: Database,
  by: { sid?: string; sub?: string },
): Promise<string[]> {
  // No criterion matches no session, not every session.
  if (by.sid === undefined && by.sub === undefined) return [];
  let query = db.selectFrom('session').select('id_hash');
  if (by.sid !== undefined) query = query.where('sid', '=', by.sid);
  if (by.sub !== undefined) query = query.where('sub', '=', by.sub);
  return (await query.execute()).map((row) => row.id_hash);
}

/**
 * Ends a session. `revoke` queues the revocation of its refresh token at the provider in the same transaction, so that a crash loses
 * neither. `record` runs in it when there was a session.
 */
export async function endSession(
  db: Database,
  id_hash: string,
  revoke: Revoke = NOTHING,
  record: Recorder = NOTHING,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ended = await removeSession(trx, id_hash, revoke);
    if (ended) await record(trx);
    return ended;
  });
}

/** The same within the caller's transaction. */
export async function removeSession(trx: Database, id_hash: string, revoke: Revoke): Promise<boolean> {
  const token = await deleteRow(trx, 'session_token', { session_id_hash: id_hash });
  if (token) await revoke(trx, token);
  const session = await deleteRow(trx, 'session', { id_hash });
  if (!session) return false;
  const { sub, name, roles, last_seen_at } = session;
  await updateRow(trx, 'person', { sub }, { name, roles, last_seen_at });
  return true;
}

/** Acquires the refresh lease unless another owner's lease is still running (rule 13). */
export async function takeRefreshLease(
  db: Database,
  session_id_hash: string,
  owner: string,
  { now, ms }: { readonly now: number; readonly ms: number },
): Promise<boolean> {
  return changedOne(
    db
      .updateTable('session_token')
      .set({ lease_owner: owner, lease_until: now + ms })
      .where('session_id_hash', '=', session_id_hash)
      .where((eb) =>
        eb.or([
          eb('lease_owner', 'is', null),
          eb('lease_until', '<=', now),
          // Later than any lease can end: the clock was set back since its owner died.
          eb('lease_until', '>', now + 2 * ms),
        ]),
      ),
  );
}

/** Removes and returns a pending sign-in: it can be used once. Undefined when missing or expired. */
export async function takeLogin(db: Database, id_hash: string, now: number): Promise<LoginRow | undefined> {
  const row = await deleteRow(db, 'login_transaction', { id_hash });
  return row && row.expires_at > now ? row : undefined;
}

export async function purgePeople(db: Database, before: number, pause?: Pause): Promise<void> {
  const gone = sql`last_seen_at < ${before} AND
    (SELECT COUNT(*) FROM session WHERE session.sub = person.sub) = 0`;
  await deleteOld(db, 'person', ['sub'], gone, pause);
}

export async function purgeSessions(db: Database, now: number, pause?: Pause): Promise<void> {
  const ended = db
    .selectFrom('session')
    .select('sub')
    .where((eb) => eb.or([eb('idle_expires_at', '<=', now), eb('expires_at', '<=', now)]));
  await db
    .updateTable('person')
    .set((eb) => ({
      last_seen_at: eb
        .selectFrom('session')
        .select((of) => of.fn.max('last_seen_at').as('at'))
        .whereRef('session.sub', '=', 'person.sub')
        .$asScalar()
        .$notNull(),
    }))
    .where('sub', 'in', ended)
    .execute();
  // Separate statements: no index serves both conditions.
  await deleteOld(db, 'session', ['id_hash'], sql`idle_expires_at <= ${now}`, pause);
  await deleteOld(db, 'session', ['id_hash'], sql`expires_at <= ${now}`, pause);
  await deleteOld(db, 'login_transaction', ['id_hash'], sql`expires_at <= ${now}`, pause);
  await deleteOld(db, 'used_logout_token', ['jti'], sql`expires_at <= ${now}`, pause);
}

/** Marks a logout token as used. False when it was already used. */
export async function useLogoutToken(
  db: Database,
  jti: string,
  expires_at: number,
  now: number,
): Promise<boolean> {
  await db.deleteFrom('used_logout_token').where('expires_at', '<=', now).execute();
  return addRow(db, 'used_logout_token', { jti, expires_at }, 'ignore');
}
