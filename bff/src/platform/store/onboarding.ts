/** Fleet invitations and their events. Ids and links are stored sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, deleteOldWith, type Pause } from './delete-old.ts';
import { changeVersioned, indexedText, inPages, rowsIn, updateRow } from './query.ts';

export type InvitationRow = Tables['invitation'];
export type InvitationEventRow = Tables['invitation_happening'];

/** An invitation of which nothing is known yet. */
export function newInvitationRow({
  key,
  sealed_id,
  first_seen_at,
}: Pick<InvitationRow, 'key' | 'sealed_id' | 'first_seen_at'>): Omit<InvitationRow, 'version'> {
  return {
    key,
    sealed_id,
    link: null,
    state: '',
    fleet_ref: null,
    status: null,
    created_by_name: null,
    chases: 0,
    chased_at: null,
    chased_by_name: null,
    follow_up_at: null,
    link_shown_at: null,
    link_shown_by_name: null,
    shares: 0,
    shared_at: null,
    shared_by_name: null,
    shared_how: null,
    shared_to: null,
    shared_valid_from: null,
    email: null,
    last_event_at: null,
    last_read_at: null,
    over_at: null,
    first_seen_at,
  };
}

/** `deleted` is final. Written exactly as in the index, so that the index is used. */
export const OPEN_INVITATION = sql<boolean>`(status IS NULL OR status <> 'deleted')`;
/** Converting more of them would hold the event loop for long. */
const ROWS_PER_PAGE = 100;

function newestFirst(db: Database, last: Pick<InvitationRow, 'first_seen_at' | 'key'> | undefined) {
  const all = db.selectFrom('invitation');
  const from = last
    ? all.where(sql<boolean>`(first_seen_at, key) < (${last.first_seen_at}, ${last.key})`)
    : all;
  return from.orderBy('first_seen_at', 'desc').orderBy('key', 'desc').limit(ROWS_PER_PAGE);
}

/** All invitations in pages, newest first. */
export const invitationPages = (db: Database): AsyncGenerator<InvitationRow[]> =>
  inPages(ROWS_PER_PAGE, (last) => newestFirst(db, last).selectAll().execute());

/** The same pages, only to find out which have changed. */
export const invitationVersions = (
  db: Database,
): AsyncGenerator<Pick<InvitationRow, 'first_seen_at' | 'key' | 'version'>[]> =>
  inPages(ROWS_PER_PAGE, (last) =>
    newestFirst(db, last).select(['first_seen_at', 'key', 'version']).execute(),
  );

/** Invitations that are not deleted, least recently read first. */
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

export async function invitationsOf(db: Database, fleet_ref: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('fleet_ref', '=', indexedText(fleet_ref))
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '!=', 'deleted')]))
    .orderBy('first_seen_at', 'desc')
    .execute();
}

/** Updates one invitation, or inserts it, see `changeVersioned`. */
export async function changeInvitation(
  store: Database,
  key: string,
  change: (before: InvitationRow | undefined) => Omit<InvitationRow, 'version'> | null,
): Promise<{ readonly before: InvitationRow | undefined; readonly after: InvitationRow } | null> {
  return changeVersioned(store, 'invitation', { key }, change);
}

export async function recordInvitationReads(
  db: Database,
  keys: readonly string[],
  at: number,
): Promise<void> {
  await updateRow(db, 'invitation', { key: keys }, { last_read_at: at });
}

/** Deletes invitations that have been over since before `before` (ms), with their events and emails. */
export async function purgeInvitations(db: Database, before: number, pause?: Pause): Promise<void> {
  const happenings = {
    table: 'invitation_happening',
    key: ['invitation_key', 'what', 'at'],
    of: 'invitation_key',
  } as const;
  const emails = { table: 'email', key: ['id'], of: 'invitation_key' } as const;
  await deleteOldWith(db, 'invitation', 'key', sql`over_at < ${before}`, [happenings, emails], pause);
}

// Resource operations as received, redacted before they are stored; requests are stored sealed.
export type OperationRow = Tables['operation'];

/** Older operations are not listed, but can still be found by id. */
const MAX_LISTED = 5_000;

/** In pages, newest first. */
export async function* operationPages(db: Database): AsyncGenerator<OperationRow[]> {
  let listed = 0;
  const pages = inPages<OperationRow>(ROWS_PER_PAGE, (last) => {
    let query = db.selectFrom('operation').selectAll();
    if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(ROWS_PER_PAGE).execute();
  });
  for await (const rows of pages) {
    yield rows;
    listed += rows.length;
    if (listed >= MAX_LISTED) return;
  }
}

/** Operations without a known end, least recently read first. */
export async function pendingOperations(db: Database, most: number): Promise<OperationRow[]> {
  return (
    db
      .selectFrom('operation')
      .selectAll()
      .where((eb) => eb.or([eb('status', 'is', null), eb('status', '=', 'pending')]))
      // Never read sorts first; databases differ in where they sort null.
      .orderBy(sql`coalesce(last_read_at, 0)`)
      .orderBy('id')
      .limit(most)
      .execute()
  );
}

/** Operations over these connections that have not failed, newest first. */
export async function usersOf(db: Database, connection_ids: readonly string[]): Promise<OperationRow[]> {
  if (connection_ids.length === 0) return [];
  return db
    .selectFrom('operation')
    .selectAll()
    .where('connection_id', 'in', [...connection_ids])
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '!=', 'failed')]))
    .orderBy('created_at', 'desc')
    .execute();
}

/** Updates one operation, or inserts it, see `changeVersioned`. Null: no change. */
export async function changeOperation(
  store: Database,
  id: string,
  change: (before: OperationRow | undefined) => Omit<OperationRow, 'version'> | null,
): Promise<OperationRow | null> {
  return (await changeVersioned(store, 'operation', { id }, change))?.after ?? null;
}

/** Deletes operations that were first stored before `before` (ms), whatever their status. */
export async function purgeOperations(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'operation', ['id'], sql`stored_at < ${before}`, pause);
}
