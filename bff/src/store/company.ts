import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

export interface CompanyTables {
  company_setting: {
    key: string;
    /** JSON. */
    value: string;
    version: number;
    updated_at: number;
    updated_by_name: string;
  };
}
export type CompanyRow = CompanyTables['company_setting'];

export async function addCompanySettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('company_setting')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
}

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
