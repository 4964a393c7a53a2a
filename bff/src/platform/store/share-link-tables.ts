/** Share links of loads, identified by the hash of their token. */
import { statements } from './statements.ts';

export interface ShareLinkTables {
  share_link: {
    id: string;
    token_hash: string;
    load_id: string;
    shows_vehicle: number;
    created_at: number;
    created_by_name: string;
    expires_at: number;
    revoked_at: number | null;
    revoked_by_name: string | null;
    opened: number;
    last_opened_at: number | null;
  };
}

export const addShareLinks = statements(`
  create table "share_link" ("id" text primary key, "token_hash" text not null unique,
    "load_id" text not null, "shows_vehicle" integer not null, "created_at" bigint not null,
    "created_by_name" text not null, "expires_at" bigint not null, "revoked_at" bigint,
    "revoked_by_name" text, "opened" integer not null, "last_opened_at" bigint);
  create index "share_link_load_id" on "share_link" ("load_id");
  create index "share_link_expires_at" on "share_link" ("expires_at");
`);
