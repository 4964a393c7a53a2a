/** People at carriers. */
import type { Database, Tables } from './database.ts';
import { addRow, rowOf, updateRow } from './query.ts';

export type ContactRow = Tables['contact'];

/** Of every fleet the one who is called first first, then by name. */
const ordered = (db: Database) =>
  db.selectFrom('contact').selectAll().orderBy('fleet_id').orderBy('is_primary', 'desc').orderBy('name_key');

export async function allContacts(db: Database): Promise<ContactRow[]> {
  return ordered(db).execute();
}

export async function contactsOfFleet(db: Database, fleet_id: string): Promise<ContactRow[]> {
  return ordered(db).where('fleet_id', '=', fleet_id).execute();
}

export async function contactById(db: Database, id: string): Promise<ContactRow | undefined> {
  return rowOf(db, 'contact', { id });
}

/** False when the fleet has a contact of this name. */
export async function addContact(db: Database, row: ContactRow): Promise<boolean> {
  return addRow(db, 'contact', row);
}

/** False when there is no such contact any more. */
export async function changeContact(
  db: Database,
  id: string,
  change: Omit<ContactRow, 'id' | 'created_at'>,
): Promise<boolean> {
  return updateRow(db, 'contact', { id }, change);
}

/** Whoever else of this fleet was called first is not any more. */
export async function keepOnePrimary(db: Database, { fleet_id, id }: ContactRow): Promise<void> {
  await db
    .updateTable('contact')
    .set({ is_primary: 0 })
    .where('fleet_id', '=', fleet_id)
    .where('id', '!=', id)
    .where('is_primary', '=', 1)
    .execute();
}

export async function removeContact(db: Database, id: string): Promise<ContactRow | undefined> {
  return db.deleteFrom('contact').where('id', '=', id).returningAll().executeTakeFirst();
}
