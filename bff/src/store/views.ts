/** Saved views of the board. */
import type { Database, Tables } from './database.ts';
import { addRow, rowOf, updateRow } from './query.ts';

export type ViewRow = Tables['saved_view'];

/** Those of these scopes, by name. */
export async function viewsOf(db: Database, scopes: readonly string[]): Promise<ViewRow[]> {
  return db
    .selectFrom('saved_view')
    .selectAll()
    .where('scope', 'in', [...scopes])
    .orderBy('name_key')
    .orderBy('scope')
    .execute();
}

export async function viewById(db: Database, id: string): Promise<ViewRow | undefined> {
  return rowOf(db, 'saved_view', { id });
}

/** False when its name or its id is taken. */
export async function addView(db: Database, row: ViewRow): Promise<boolean> {
  return addRow(db, 'saved_view', row);
}

/** False when it is not of that version any more. Throws when another view of its scope has the name. */
export async function changeView(
  db: Database,
  id: string,
  version: number,
  change: Omit<ViewRow, 'id' | 'owner_sub' | 'owner_name' | 'created_at'>,
): Promise<boolean> {
  return updateRow(db, 'saved_view', { id, version }, change);
}

export async function viewByName(
  db: Database,
  scope: string,
  name_key: string,
): Promise<ViewRow | undefined> {
  return rowOf(db, 'saved_view', { scope, name_key });
}

export async function removeView(db: Database, id: string): Promise<void> {
  await db.deleteFrom('saved_view').where('id', '=', id).execute();
}
