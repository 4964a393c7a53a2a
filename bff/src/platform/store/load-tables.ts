/** What people keep about loads: lists, calls, share links, what was posted, and how estimates turned out. */
import { statements } from './statements.ts';

export interface LoadTables {
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
  /** Stored because the tracking service does not report it back. */
  posted_load: {
    load_id: string;
    load_ref: string | null;
    /** JSON of the identifiers, `null` in it when none were sent; NULL: unknown. */
    vehicle: string | null;
    /** JSON of the stops as sent; NULL: Waypost sent none. */
    stops: string | null;
    /** 0: posted, but not yet added to the board. */
    watched: number;
    version: number;
    sent_by: string;
    sent_by_name: string;
    sent_at: number;
  };
  /** The last call about each load, and the ETA that a dispatcher learned by phone. */
  load_call: {
    load_id: string;
    /** JSON of the newest call that was not undone; null: none. */
    last_call: string | null;
    /** JSON of the ETA as last set; null: none, or cleared. Whether it is over is decided by the board. */
    eta: string | null;
    /** Sequence number of the event that set or cleared `eta`. */
    eta_seq: number | null;
    /** Sequence number of the last event. */
    change: number;
    changed_at: number;
  };
  /** Identified by the hash of their token. */
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
  /** Arrivals, each with an estimate that was shown before it: how often the estimates were right. */
  arrival_case: {
    load_id: string;
    stop_sequence: number;
    minutes_before: number;
    /** Null: the fleet is not known. */
    fleet_id: string | null;
    /** When the estimate was shown, and its interval. */
    shown_at: number;
    shown_from: number;
    shown_likely: number;
    shown_to: number;
    /** What earlier cases had taught by then, see arrival/track-record.ts. */
    time_factor: number;
    width_factor: number;
    arrived_at: number;
    /** The arrival was within the interval. */
    hit: number;
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

export const addPostedLoadTables = statements(`
  create table "posted_load" ("load_id" text primary key, "load_ref" text, "vehicle" text, "stops" text,
    "watched" integer not null, "version" integer not null, "sent_by" text not null,
    "sent_by_name" text not null, "sent_at" bigint not null);
  create index "posted_load_ref" on "posted_load" ("load_ref");
  create index "posted_load_at" on "posted_load" ("sent_at");
  -- Loads are created through intents as well.
  ALTER TABLE intent DROP CONSTRAINT intent_kind_known;
  ALTER TABLE intent ADD CONSTRAINT intent_kind_known
    CHECK (kind IN ('invitation', 'user', 'monitor', 'load'));
`);

export const addLoadCalls = statements(`
  create table "load_call" ("load_id" text primary key, "last_call" text, "eta" text, "eta_seq" bigint,
    "change" bigint not null, "changed_at" bigint not null);
  create index "load_call_by_change" on "load_call" ("change");
  create index "load_call_by_changed_at" on "load_call" ("changed_at");
`);

export const addShareLinks = statements(`
  create table "share_link" ("id" text primary key, "token_hash" text not null unique,
    "load_id" text not null, "shows_vehicle" integer not null, "created_at" bigint not null,
    "created_by_name" text not null, "expires_at" bigint not null, "revoked_at" bigint,
    "revoked_by_name" text, "opened" integer not null, "last_opened_at" bigint);
  create index "share_link_load_id" on "share_link" ("load_id");
  create index "share_link_expires_at" on "share_link" ("expires_at");
`);

export const addArrivalCases = statements(`
  create table "arrival_case" ("load_id" text not null, "stop_sequence" integer not null,
    "minutes_before" integer not null, "fleet_id" text, "shown_at" bigint not null,
    "shown_from" bigint not null, "shown_likely" bigint not null, "shown_to" bigint not null,
    "time_factor" double precision not null, "width_factor" double precision not null,
    "arrived_at" bigint not null, "hit" integer not null,
    constraint "arrival_case_key" primary key ("load_id", "stop_sequence", "minutes_before"));
  create index "arrival_case_by_arrived_at" on "arrival_case" ("arrived_at");
`);
