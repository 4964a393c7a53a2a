import { statements } from './statements.ts';

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

export const addCompanySettings = statements(`
  create table "company_setting" ("key" text primary key, "value" text not null, "version" bigint not null,
    "updated_at" bigint not null, "updated_by_name" text not null);
`);
