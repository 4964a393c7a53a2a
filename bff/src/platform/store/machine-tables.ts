/**
 * Tables of API keys and of contacts at carriers. Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or
 * 1.
 */
import { statements } from './statements.ts';

export interface MachineTables {
  /** API keys. Rows stay after a key ends, so that the activity log can name it. */
  api_key: {
    id: string;
    name: string;
    /** SHA-256 of the key; the key itself is not stored. */
    key_hash: string;
    /** JSON: rights of api/api-keys.ts. */
    rights: string;
    created_at: number;
    created_by_name: string;
    /** Null: never expires. */
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    revoked_by_name: string | null;
    /** JSON: ids of the lists, and of the fleets, whose loads it may see; null: all. With both, loads of either. */
    list_ids: string | null;
    fleet_ids: string | null;
    /** JSON: networks that it may be used from; null: any. */
    networks: string | null;
    /** SHA-256 of the key before the last rotation, which works until `previous_until`. */
    previous_hash: string | null;
    previous_until: number | null;
  };
  /** Contacts at carriers, maintained by our own users. */
  contact: {
    id: string;
    fleet_id: string;
    name: string;
    name_key: string;
    role: string | null;
    phone: string | null;
    email: string | null;
    /** 1: primary contact; at most one per fleet. */
    is_primary: number;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export const addMachineTables = statements(`
  create table "api_key" ("id" text primary key, "name" text not null, "key_hash" text not null unique,
    "rights" text not null, "created_at" bigint not null, "created_by_name" text not null,
    "expires_at" bigint, "last_used_at" bigint, "revoked_at" bigint, "revoked_by_name" text);
  create table "contact" ("id" text primary key, "fleet_id" text not null, "name" text not null,
    "name_key" text not null, "role" text, "phone" text, "email" text, "is_primary" integer not null,
    "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
  create unique index "contact_fleet_name" on "contact" ("fleet_id", "name_key");
`);
