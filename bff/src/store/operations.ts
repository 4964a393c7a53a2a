/** Resource operations as they were told. Redacted before they come here; requests come in sealed. */
import type { Database, Tables } from './database.ts';

export type OperationRow = Tables['operation'];

/** Beyond it the oldest are not listed; they are still found by their id. */
const MOST_LISTED = 5_000;

export async function allOperations(db: Database): Promise<OperationRow[]> {
  return db
    .selectFrom('operation')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}

export async function operationById(db: Database, id: string): Promise<OperationRow | undefined> {
  return db.selectFrom('operation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those that nobody has told the end of, read longest ago first. */
export async function pendingOperations(db: Database, most: number): Promise<OperationRow[]> {
  return db
    .selectFrom('operation')
    .selectAll()
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '=', 'pending')]))
    .orderBy('last_read_at')
    .orderBy('id')
    .limit(most)
    .execute();
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

const AGAIN = 8;

/** As `changeInvitation` of store/invitations.ts. */
export async function changeOperation(
  store: Database,
  id: string,
  change: (there: OperationRow | undefined) => Omit<OperationRow, 'version'> | null,
): Promise<OperationRow | null> {
  for (let n = 0; n < AGAIN; n += 1) {
    const before = await operationById(store, id);
    const changed = change(before);
    if (changed === null) return null;
    const after: OperationRow = { ...changed, version: (before?.version ?? 0) + 1 };
    if (before === undefined) {
      const result = await store
        .insertInto('operation')
        .values(after)
        .onConflict((c) => c.doNothing())
        .executeTakeFirst();
      if (Number(result.numInsertedOrUpdatedRows ?? 0) === 1) return after;
    } else {
      const { id: _, ...rest } = after;
      const result = await store
        .updateTable('operation')
        .set(rest)
        .where('id', '=', id)
        .where('version', '=', before.version)
        .executeTakeFirst();
      if (Number(result.numUpdatedRows) === 1) return after;
    }
  }
  throw new Error('an operation changes faster than it can be stored');
}

export async function noteOperationReads(db: Database, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('operation')
    .set({ last_read_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

export async function lastHeardOfOperations(
  db: Database,
): Promise<{ last_event_at: number | null; last_read_at: number | null }> {
  const row = await db
    .selectFrom('operation')
    .select(({ fn }) => [
      fn.max('last_event_at').as('last_event_at'),
      fn.max('last_read_at').as('last_read_at'),
    ])
    .executeTakeFirst();
  return { last_event_at: row?.last_event_at ?? null, last_read_at: row?.last_read_at ?? null };
}
