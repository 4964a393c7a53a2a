/** ListImports in the store, for every server, whichever of them reads. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld } from './delete-old.ts';
import { addRow, changedOne, rowOf } from './query.ts';

export type ImportRow = Tables['list_import'];

export async function addImport(db: Database, row: ImportRow, sub: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('list_import').values(row).execute();
    await trx.insertInto('import_person').values({ import_id: row.id, sub }).execute();
  });
}

export async function importById(db: Database, id: string): Promise<ImportRow | undefined> {
  return rowOf(db, 'list_import', { id });
}

/** Latest first. */
export async function importsOf(
  db: Database,
  kind: ImportRow['kind'],
  key: string | null,
  states: readonly ImportRow['state'][],
): Promise<ImportRow[]> {
  let query = db
    .selectFrom('list_import')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', [...states]);
  if (key !== null) query = query.where('key', '=', key);
  return query.orderBy('started_at', 'desc').orderBy('id').execute();
}

export type ImportChange = Partial<
  Pick<ImportRow, 'state' | 'parts' | 'message' | 'result' | 'updated_at' | 'ended_at' | 'used_at'>
>;

/** False when it is not in the state that is expected any more. */
export async function changeImport(
  db: Database,
  id: string,
  change: ImportChange,
  whileState?: ImportRow['state'],
): Promise<boolean> {
  let query = db.updateTable('list_import').set(change).where('id', '=', id);
  if (whileState !== undefined) query = query.where('state', '=', whileState);
  return changedOne(query);
}

export async function peopleOf(db: Database, import_id: string): Promise<number> {
  const { people } = await db
    .selectFrom('import_person')
    .select(sql<number>`count(*)`.as('people'))
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export async function joinImport(db: Database, import_id: string, sub: string): Promise<void> {
  await addRow(db, 'import_person', { import_id, sub });
}

export async function leaveImport(db: Database, import_id: string, sub: string): Promise<void> {
  await db.deleteFrom('import_person').where('import_id', '=', import_id).where('sub', '=', sub).execute();
}

export async function deleteImport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('list_import').where('id', '=', id).execute();
}

const KEYS = {
  usage_row: ['generation', 'id'],
  fuel_row: ['generation', 'place'],
  fuel_finding: ['generation', 'check_name', 'place'],
  fuel_vehicle: ['generation', 'vehicle_id'],
} as const;

/** Empties one generation of a table, a little at a time. */
export async function deleteGeneration(
  db: Database,
  table: keyof typeof KEYS,
  generation: number,
): Promise<void> {
  await deleteOld(db, table, KEYS[table], sql`generation = ${generation}`);
}
