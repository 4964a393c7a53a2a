/** Who looks at Waypost: people, and screens on a wall; their views and the company's settings. Times are milliseconds since 1970 UTC, JSON is text. */
import { statements } from './statements.ts';

export interface PeopleTables {
  /** Everyone who has signed in, as of their last session; what an active session says is newer. */
  person: {
    sub: string;
    name: string;
    /** JSON. */
    roles: string;
    last_seen_at: number;
  };
  /** Identified by the hash of the secret in the link. Rows stay after a link is revoked, so that the activity log can name the screen. */
  wall_screen: {
    id: string;
    name: string;
    secret_hash: string;
    created_at: number;
    created_by_name: string;
    /** Null: never opened. */
    last_seen_at: number | null;
    revoked_at: number | null;
    revoked_by_name: string | null;
  };
  /** Saved views of the board. */
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
  company_setting: {
    key: string;
    /** JSON. */
    value: string;
    version: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export const addPeopleTables = statements(`
  alter table "session" add column "address" text;
  create table "person" ("sub" text primary key, "name" text not null, "roles" text not null,
    "last_seen_at" bigint not null);
  create index "person_last_seen_at" on "person" ("last_seen_at");
  INSERT INTO person (sub, name, roles, last_seen_at)
    SELECT sub, MAX(name), MAX(roles), MAX(last_seen_at) FROM session GROUP BY sub;
  create table "wall_screen" ("id" text primary key, "name" text not null,
    "secret_hash" text not null unique, "created_at" bigint not null, "created_by_name" text not null,
    "last_seen_at" bigint, "revoked_at" bigint, "revoked_by_name" text);
`);

export const addSavedViews = statements(`
  create table "saved_view" ("id" text primary key, "scope" text not null, "name" text not null,
    "name_key" text not null, "search" text not null, "version" integer not null, "owner_sub" text not null,
    "owner_name" text not null, "created_at" bigint not null, "updated_at" bigint not null,
    "updated_by_name" text not null);
  create unique index "saved_view_name" on "saved_view" ("scope", "name_key");
`);

export const addCompanySettings = statements(`
  create table "company_setting" ("key" text primary key, "value" text not null, "version" bigint not null,
    "updated_at" bigint not null, "updated_by_name" text not null);
`);
