/** List imports, shared by all servers; any of them may do the import. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld } from './delete-old.ts';
import { rowsOf, updateRow } from './query.ts';

export type ImportRow = Tables['list_import'];

/** Latest first. `key` null: of every list. */
export function importsOf(
  db: Database,
  kind: ImportRow['kind'],
  key: string | null,
  state: readonly ImportRow['state'][],
): Promise<ImportRow[]> {
  const where = key === null ? { kind, state } : { kind, state, key };
  return rowsOf(db, 'list_import', where, ['-started_at', 'id']);
}

export type ImportChange = Partial<
  Pick<
    ImportRow,
    'generation' | 'state' | 'parts' | 'message' | 'result' | 'updated_at' | 'ended_at' | 'used_at'
  >
>;

/** False when the import is no longer in `whileState`. */
export async function changeImport(
  db: Database,
  id: string,
  change: ImportChange,
  whileState?: ImportRow['state'],
): Promise<boolean> {
  return updateRow(db, 'list_import', { id, ...(whileState && { state: whileState }) }, change);
}

export async function peopleOf(db: Database, import_id: string): Promise<number> {
  const { people } = await db
    .selectFrom('import_person')
    .select(sql<number>`count(*)`.as('people'))
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow();
  return Number(people);
}

const KEYS = {
  usage_row: ['generation', 'id'],
  fuel_row: ['generation', 'place'],
  fuel_finding: ['generation', 'check_name', 'place'],
  fuel_vehicle: ['generation', 'vehicle_id'],
} as const;

/** Deletes one generation of a table, a few rows at a time. */
export async function deleteGeneration(
  db: Database,
  table: keyof typeof KEYS,
  generation: number,
): Promise<void> {
  await deleteOld(db, table, KEYS[table], sql`generation = ${generation}`);
}
