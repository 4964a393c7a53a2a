import { sql } from 'kysely';
import type { CompanyTables } from './company-tables.ts';
import type { Database } from './database.ts';

export type CompanyRow = CompanyTables['company_setting'];

/** Changes with every setting change on any server; 0 before the first. */
export async function companyStamp(db: Database): Promise<number> {
  const { stamp } = await db
    .selectFrom('company_setting')
    .select(sql<number>`coalesce(sum(version), 0)`.as('stamp'))
    .executeTakeFirstOrThrow();
  return Number(stamp);
}

/** Writes only the keys of `values` (JSON): of two concurrent administrators both keep their changes, and the last one wins per key. */
export async function writeCompany(
  trx: Database,
  values: Readonly<Record<string, string>>,
  by: Pick<CompanyRow, 'updated_at' | 'updated_by_name'>,
): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await trx
      .insertInto('company_setting')
      .values({ key, value, version: 1, ...by })
      .onConflict((c) =>
        c.column('key').doUpdateSet({ value, ...by, version: sql`company_setting.version + 1` }),
      )
      .execute();
}
