import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { inChunks, rowsOf, updateRow } from './query.ts';

export type LoadListRow = Tables['load_list'];
/** With the number of its loads on the board and in the archive. */
export type CountedListRow = LoadListRow & { readonly loads: number; readonly archived: number };

/** SQLite allows 32,766 values in one statement; a row has four columns. */
const ROWS_PER_STATEMENT = 2_000;

function countedLists(db: Database) {
  return db
    .selectFrom('load_list')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('load_list_load')
        .innerJoin('watched_load', 'watched_load.load_id', 'load_list_load.load_id')
        .whereRef('load_list_load.list_id', '=', 'load_list.id')
        .where('watched_load.watched', '=', 1)
        .select(sql<number>`count(*)`.as('count'))
        .as('loads'),
      eb
        .selectFrom('load_list_load')
        .innerJoin('archived_load', 'archived_load.load_id', 'load_list_load.load_id')
        .whereRef('load_list_load.list_id', '=', 'load_list.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('archived'),
    ]);
}

const counted = ({ loads, archived, ...row }: LoadListRow & Record<'loads' | 'archived', unknown>) => ({
  ...row,
  loads: Number(loads),
  archived: Number(archived),
});

export async function loadListsOf(db: Database, scopes: readonly string[]): Promise<CountedListRow[]> {
  const rows = await countedLists(db)
    .where('scope', 'in', [...scopes])
    .orderBy('name_key')
    .orderBy('scope')
    .execute();
  return rows.map(counted);
}

export async function loadListById(db: Database, id: string): Promise<CountedListRow | undefined> {
  const row = await countedLists(db).where('id', '=', id).executeTakeFirst();
  return row && counted(row);
}

export async function countLoadLists(db: Database, scope: string): Promise<number> {
  const { count } = await db
    .selectFrom('load_list')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function changeLoadList(db: Database, id: string, change: Partial<LoadListRow>): Promise<void> {
  await updateRow(db, 'load_list', { id }, { ...change, version: sql`version + 1` });
}

/** In the order of their addition. */
export async function listedLoads(db: Database, list_id: string): Promise<string[]> {
  const rows = await rowsOf(db, 'load_list_load', { list_id }, ['added_at', 'load_id']);
  return rows.map(({ load_id }) => load_id);
}

/** Returns the loads that were new in the list. Loads neither on the board nor in the archive are ignored. */
export async function addListedLoads(
  db: Database,
  list_id: string,
  load_ids: readonly string[],
  by: { readonly added_at: number; readonly added_by_name: string },
): Promise<string[]> {
  const known = await inChunks([...new Set(load_ids)], (chunk) =>
    db
      .selectFrom('watched_load')
      .select('load_id')
      .where('load_id', 'in', chunk)
      .where('watched', '=', 1)
      .union(db.selectFrom('archived_load').select('load_id').where('load_id', 'in', chunk))
      .execute(),
  );
  const rows = known.map(({ load_id }) => ({ list_id, load_id, ...by }));
  const added = await inChunks(
    rows,
    (chunk) =>
      db
        .insertInto('load_list_load')
        .values(chunk)
        .onConflict((c) => c.doNothing())
        .returning('load_id')
        .execute(),
    ROWS_PER_STATEMENT,
  );
  return added.map(({ load_id }) => load_id);
}

/** Returns the loads that were in the list. */
export async function removeListedLoads(
  db: Database,
  list_id: string,
  load_ids: readonly string[],
): Promise<string[]> {
  const removed = await inChunks([...new Set(load_ids)], (chunk) =>
    db
      .deleteFrom('load_list_load')
      .where('list_id', '=', list_id)
      .where('load_id', 'in', chunk)
      .returning('load_id')
      .execute(),
  );
  return removed.map(({ load_id }) => load_id);
}

/** Ids of the loads of those lists that have this scope. */
export async function loadsOfLists(
  db: Database,
  list_ids: readonly string[],
  scope: string,
): Promise<ReadonlySet<string>> {
  const lists = await rowsOf(db, 'load_list', { id: list_ids, scope });
  const rows = await rowsOf(db, 'load_list_load', { list_id: lists.map(({ id }) => id) });
  return new Set(rows.map(({ load_id }) => load_id));
}
