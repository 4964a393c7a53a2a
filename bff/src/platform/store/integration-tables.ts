/** Keys of machines, contacts, and what outgoing webhooks send. Times are milliseconds since 1970 UTC, JSON is text. */

import type { OutgoingEventName } from '@waypost/contract/api/outgoing-events';
import { statements } from './statements.ts';

export interface IntegrationTables {
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
    /** JSON array of the networks (CIDR) that may use the key; null: any. */
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
  outgoing_webhook: {
    id: string;
    url: string;
    /** JSON: names of events. */
    events: string;
    /** Sealed, see outgoing-webhooks/webhooks.ts. */
    signing_secret: string;
    /** The secret before it was replaced, sealed: deliveries are also signed with it until `previous_until`. */
    previous_secret: string | null;
    previous_until: number | null;
    /** Least minutes between two positions of a load, and by which an estimate must move; null: the default. */
    position_minutes: number | null;
    estimate_minutes: number | null;
    created_at: number;
    created_by_name: string;
    /** Earlier events are not sent. Set at creation and whenever it is turned on. */
    active_since: number;
    /** Null: enabled. */
    off_at: number | null;
    /** Null: disabled by Waypost. */
    off_by_name: string | null;
    off_reason: string | null;
    /** Failed tries since the last successful one. */
    failures: number;
    failing_since: number | null;
    problem: string | null;
    /** Nothing is sent before this time. */
    rest_until: number;
    last_delivered_at: number | null;
  };
  outgoing_event: {
    id: string;
    seq: number;
    /** Identifies what caused it, so that it becomes one event only. */
    source: string;
    event_name: OutgoingEventName;
    load_ref: string | null;
    occurred_at: number;
    created_at: number;
    /** JSON: the record that goes into the body. */
    record: string;
  };
  outgoing_delivery: {
    id: string;
    webhook_id: string;
    event_id: string;
    /** The event's `seq`: deliveries are tried in this order, by their jobs. */
    seq: number;
    state: 'waiting' | 'delivered' | 'given_up';
    created_at: number;
    tries: number;
    last_at: number | null;
    status: number | null;
    problem: string | null;
    /** JSON: the last tries, oldest first. */
    last_tries: string;
  };
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

export const addMachineTables = statements(`
  create table "api_key" ("id" text primary key, "name" text not null, "key_hash" text not null unique,
    "rights" text not null, "created_at" bigint not null, "created_by_name" text not null,
    "expires_at" bigint, "last_used_at" bigint, "revoked_at" bigint, "revoked_by_name" text);
  create table "contact" ("id" text primary key, "fleet_id" text not null, "name" text not null,
    "name_key" text not null, "role" text, "phone" text, "email" text, "is_primary" integer not null,
    "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
  create unique index "contact_fleet_name" on "contact" ("fleet_id", "name_key");
`);

export const addOutgoingTables = statements(`
  create table "outgoing_webhook" ("id" text primary key, "url" text not null, "events" text not null,
    "signing_secret" text not null, "created_at" bigint not null, "created_by_name" text not null,
    "active_since" bigint not null, "off_at" bigint, "off_by_name" text, "off_reason" text,
    "failures" integer not null, "failing_since" bigint, "problem" text, "rest_until" bigint not null,
    "last_delivered_at" bigint);
  create table "outgoing_event" ("id" text primary key, "seq" bigint not null unique,
    "source" text not null unique, "event_name" text not null, "load_ref" text,
    "occurred_at" bigint not null, "created_at" bigint not null, "record" text not null);
  create table "outgoing_delivery" ("id" text primary key,
    "webhook_id" text not null references "outgoing_webhook" ("id"),
    "event_id" text not null references "outgoing_event" ("id"), "seq" bigint not null,
    "state" text not null, "created_at" bigint not null, "queued_at" bigint not null,
    "next_at" bigint not null, "tries" integer not null, "last_at" bigint, "status" integer, "problem" text,
    "last_tries" text not null);
  -- Each event is delivered once per webhook; the index also serves the list of deliveries.
  create unique index "outgoing_delivery_of" on "outgoing_delivery" ("webhook_id", "seq");
  create index "outgoing_delivery_by_state" on "outgoing_delivery" ("state", "webhook_id", "seq");
  create index "outgoing_delivery_by_event_id" on "outgoing_delivery" ("event_id");
  create index "outgoing_event_by_created_at" on "outgoing_event" ("created_at");
`);

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
