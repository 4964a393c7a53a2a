import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { PeopleTables } from './people-tables.ts';

export type CompanyRow = PeopleTables['company_setting'];

/** Changes with every setting change on any server; 0 before the first. */
export async function companyStamp(db: Database): Promise<number> {
  const { stamp } = await db
    .selectFrom('company_setting')
    .select(sql<number>`coalesce(sum(version), 0)`.as('stamp'))
    .executeTakeFirstOrThrow();
  return Number(stamp);
}

/**
 * Writes one key: of two concurrent administrators both keep their changes, and the last one wins per key.
 * @param version of the row that is replaced, 0: there is none; null: any
 * @returns false when the row has another version
 */
export async function writeCompany(
  trx: Database,
  row: Omit<CompanyRow, 'version'>,
  version: number | null,
): Promise<boolean> {
  const { key, ...change } = row;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('company_setting')
    .values({ ...row, version: 1 })
    .onConflict((c) => {
      const update = c.column('key').doUpdateSet({ ...change, version: sql`company_setting.version + 1` });
      return version === null ? update : update.where('company_setting.version', '=', version);
    })
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}
