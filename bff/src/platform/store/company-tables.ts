import type { Kysely } from 'kysely';

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
