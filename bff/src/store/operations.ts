/** Resource operations as received. Redacted before they come here; requests come in sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, changeVersioned, inPages, rowOf, updateRow } from './query.ts';

export type OperationRow = Tables['operation'];

/** Beyond it the oldest are not listed; they are still found by their id. */
const MOST_LISTED = 5_000;
const ROWS_OF_A_PAGE = 200;

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
