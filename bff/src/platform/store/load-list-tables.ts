import { statements } from './statements.ts';

export interface LoadListTables {
  load_list: {
    id: string;
    /** Namespace of the name: `team`, or `person:` and the subject. */
    scope: string;
    name: string;
    /** Normalized name. */
    name_key: string;
    /** Incremented by each change, including changes of its loads. */
    version: number;
    owner_sub: string;
    owner_name: string;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
  load_list_load: {
    list_id: string;
    load_id: string;
    added_at: number;
    added_by_name: string;
  };
}

export const addLoadLists = statements(`
  create table "load_list" ("id" text primary key, "scope" text not null, "name" text not null,
    "name_key" text not null, "version" integer not null, "owner_sub" text not null,
    "owner_name" text not null, "created_at" bigint not null, "updated_at" bigint not null,
    "updated_by_name" text not null);
  create unique index "load_list_name" on "load_list" ("scope", "name_key");
  create table "load_list_load" ("list_id" text not null, "load_id" text not null,
    "added_at" bigint not null, "added_by_name" text not null,
    constraint "load_list_load_pk" primary key ("list_id", "load_id"));
  create index "load_list_load_load" on "load_list_load" ("load_id");
`);
