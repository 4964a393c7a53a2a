/** What machines need beyond their keys (migration 0033). Times are milliseconds since 1970 UTC, JSON is text. */
import { statements } from './statements.ts';

export interface IntegrationTables {
  /** Whose load number it is: of a request to post it, and of the load once that is known. */
  load_reference: {
    reference: string;
    /** Null: posted before version 0033. */
    intent_id: string | null;
    load_id: string | null;
    claimed_at: number;
  };
  /** What was last published to a webhook about a load, so that its next position or moved estimate is published in time. */
  outgoing_load: {
    webhook_id: string;
    load_id: string;
    /** Null: no position yet. */
    position_at: number | null;
    /** JSON: likely arrival by the stop's sequence. */
    estimates: string;
  };
}

export const addIntegrationTables = statements(`
  create table "load_reference" ("reference" text primary key, "intent_id" text, "load_id" text,
    "claimed_at" bigint not null);
  create index "load_reference_by_load" on "load_reference" ("load_id");
  create index "load_reference_by_intent" on "load_reference" ("intent_id");
  create index "load_reference_by_time" on "load_reference" ("claimed_at");
  -- Of two loads with one number, the newest.
  INSERT INTO load_reference (reference, load_id, claimed_at)
    SELECT load_ref, MAX(load_id), MAX(sent_at) FROM posted_load AS newest
    WHERE load_ref IS NOT NULL AND stops IS NOT NULL AND sent_at =
      (SELECT MAX(sent_at) FROM posted_load WHERE posted_load.load_ref = newest.load_ref)
    GROUP BY load_ref;
  create table "outgoing_load" ("webhook_id" text not null, "load_id" text not null, "position_at" bigint,
    "estimates" text not null, constraint "outgoing_load_key" primary key ("webhook_id", "load_id"));
  alter table "outgoing_webhook" add column "position_minutes" integer;
  alter table "outgoing_webhook" add column "estimate_minutes" integer;
  alter table "outgoing_webhook" add column "previous_secret" text;
  alter table "outgoing_webhook" add column "previous_until" bigint;
  alter table "api_key" add column "list_ids" text;
  alter table "api_key" add column "fleet_ids" text;
  alter table "api_key" add column "networks" text;
  alter table "api_key" add column "previous_hash" text;
  alter table "api_key" add column "previous_until" bigint;
  create index "api_key_by_previous" on "api_key" ("previous_hash");
`);
