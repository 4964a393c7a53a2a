/** The site book. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { addRow, rowOf, updateRow } from './query.ts';

export type SiteRow = Tables['site'];

export async function allSites(db: Database): Promise<SiteRow[]> {
  return db.selectFrom('site').selectAll().orderBy('name_key').execute();
}

/** Another one after each change. */
export async function sitesStamp(db: Database): Promise<string> {
  const row = await db
    .selectFrom('site')
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(updated_at)`.as('last')])
    .executeTakeFirstOrThrow();
  return `${row.count}/${row.last}`;
}

/** False when the name is taken. */
export async function addSite(db: Database, row: SiteRow): Promise<boolean> {
  return addRow(db, 'site', row);
}

/** False when there is no such site any more. */
export async function changeSite(
  db: Database,
  id: string,
  change: Omit<SiteRow, 'id' | 'created_at'>,
): Promise<boolean> {
  return updateRow(db, 'site', { id }, change);
}

export async function siteByName(db: Database, name_key: string): Promise<SiteRow | undefined> {
  return rowOf(db, 'site', { name_key });
}

export async function removeSite(db: Database, id: string): Promise<SiteRow | undefined> {
  return db.deleteFrom('site').where('id', '=', id).returningAll().executeTakeFirst();
}
