/** Saved views of the board (migration 0023). */
import { statements } from './statements.ts';

export interface ViewTables {
  saved_view: {
    id: string;
    /** Namespace of the name: `team`, or `person:` and the subject. */
    scope: string;
    name: string;
    name_key: string;
    /** JSON of the board's URL parameters. */
    search: string;
    version: number;
    owner_sub: string;
    owner_name: string;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export const addSavedViews = statements(`
  create table "saved_view" ("id" text primary key, "scope" text not null, "name" text not null,
    "name_key" text not null, "search" text not null, "version" integer not null, "owner_sub" text not null,
    "owner_name" text not null, "created_at" bigint not null, "updated_at" bigint not null,
    "updated_by_name" text not null);
  create unique index "saved_view_name" on "saved_view" ("scope", "name_key");
`);
