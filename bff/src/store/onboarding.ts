/** Fleet invitations and what happened to them. What opens something comes in sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, deleteOldWith, type Pause } from './delete-old.ts';
import { addRow, changeVersioned, indexedText, inPages, rowOf, rowsIn, updateRow } from './query.ts';

export type InvitationRow = Tables['invitation'];
export type HappeningRow = Tables['invitation_happening'];

/** Nothing leaves `deleted`. Written as in an index, so that the index is used. */
export const OPEN_INVITATION = sql<boolean>`(status IS NULL OR status <> 'deleted')`;
const ROWS_OF_A_PAGE = 200;

/** All of them a page at a time, the one seen first last. */
export function invitationPages(db: Database): AsyncGenerator<InvitationRow[]> {
  return inPages(ROWS_OF_A_PAGE, (last) => {
    let query = db.selectFrom('invitation').selectAll();
    if (last) query = query.where(sql<boolean>`(first_seen_at, key) < (${last.first_seen_at}, ${last.key})`);
    return query.orderBy('first_seen_at', 'desc').orderBy('key', 'desc').limit(ROWS_OF_A_PAGE).execute();
  });
}

/** Of those that are not deleted, the ones that were read longest ago. */
export async function openInvitations(db: Database, most: number): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where(OPEN_INVITATION)
    .orderBy(sql`coalesce(last_read_at, 0)`)
    .limit(most)
    .execute();
}

export function invitationsByKeys(db: Database, keys: readonly string[]): Promise<InvitationRow[]> {
  return rowsIn(db, 'invitation', 'key', keys);
}

/** Those of a fleet that are not deleted, the one seen last first. */
export async function invitationsOf(db: Database, fleet_ref: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('fleet_ref', '=', indexedText(fleet_ref))
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '!=', 'deleted')]))
    .orderBy('first_seen_at', 'desc')
    .execute();
}

/** Changes one invitation, or adds it: see `changeVersioned`. */
export async function changeInvitation(
  store: Database,
  key: string,
  change: (before: InvitationRow | undefined) => Omit<InvitationRow, 'version'> | null,
): Promise<{ readonly before: InvitationRow | undefined; readonly after: InvitationRow } | null> {
  return changeVersioned<InvitationRow>(
    {
      read: () => rowOf(store, 'invitation', { key }),
      insert: (row) => addRow(store, 'invitation', row, 'ignore'),
      update: ({ key: _, ...row }, version) => updateRow(store, 'invitation', { key, version }, row),
    },
    change,
  );
}

/** They were read and are as they were: that is no change of theirs. */
export async function noteInvitationReads(db: Database, keys: readonly string[], at: number): Promise<void> {
  await updateRow(db, 'invitation', { key: keys }, { last_read_at: at });
}

/** Forgets those that have been over since before `before` (ms), with what happened to them. */
export async function purgeInvitations(db: Database, before: number, pause?: Pause): Promise<void> {
  const happenings = {
    table: 'invitation_happening',
    key: ['invitation_key', 'what', 'at'],
    of: 'invitation_key',
  } as const;
  const emails = { table: 'email', key: ['id'], of: 'invitation_key' } as const;
  await deleteOldWith(db, 'invitation', 'key', sql`over_at < ${before}`, [happenings, emails], pause);
}

// Resource operations as received. Redacted before they come here; requests come in sealed.
export type OperationRow = Tables['operation'];

/** Beyond it the oldest are not listed; they are still found by their id. */
const MOST_LISTED = 5_000;

/** A page at a time, the newest first. */
export async function* operationPages(db: Database): AsyncGenerator<OperationRow[]> {
  let listed = 0;
  const pages = inPages<OperationRow>(ROWS_OF_A_PAGE, (last) => {
    let query = db.selectFrom('operation').selectAll();
    if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(ROWS_OF_A_PAGE).execute();
  });
  for await (const rows of pages) {
    yield rows;
    listed += rows.length;
    if (listed >= MOST_LISTED) return;
  }
}

/** Those whose end has not been published, read longest ago first. */
export async function pendingOperations(db: Database, most: number): Promise<OperationRow[]> {
  return (
    db
      .selectFrom('operation')
      .selectAll()
      .where((eb) => eb.or([eb('status', 'is', null), eb('status', '=', 'pending')]))
      // One that was never read comes first, wherever the database puts what is null.
      .orderBy(sql`coalesce(last_read_at, 0)`)
      .orderBy('id')
      .limit(most)
      .execute()
  );
}

/** Login names that were created, or are being created, over a connection. */
export async function usersOf(db: Database, connection_ids: readonly string[]): Promise<OperationRow[]> {
  if (connection_ids.length === 0) return [];
  return db
    .selectFrom('operation')
    .selectAll()
    .where('connection_id', 'in', [...connection_ids])
    .where('username', 'is not', null)
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '!=', 'failed')]))
    .execute();
}

/** Changes one operation, or adds it: see `changeVersioned`. Null: no change. */
export async function changeOperation(
  store: Database,
  id: string,
  change: (before: OperationRow | undefined) => Omit<OperationRow, 'version'> | null,
): Promise<OperationRow | null> {
  const changed = await changeVersioned<OperationRow>(
    {
      read: () => rowOf(store, 'operation', { id }),
      insert: (row) => addRow(store, 'operation', row, 'ignore'),
      update: ({ id: _, ...row }, version) => updateRow(store, 'operation', { id, version }, row),
    },
    change,
  );
  return changed?.after ?? null;
}

/** Forgets those that were stored first before `before` (ms), however they ended. */
export async function purgeOperations(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'operation', ['id'], sql`stored_at < ${before}`, pause);
}
