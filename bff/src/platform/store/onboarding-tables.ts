/** Tables of onboarding and bulk jobs. Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or 1. */
import type { BulkKind, BulkRowState, BulkState } from '@waypost/contract/api/bulk';
import type { ShareMethod } from '@waypost/contract/api/invitations';
import { statements } from './statements.ts';

export interface OnboardingTables {
  /** Known state of each fleet invitation, merged from all facts, see onboarding/invitation-reducer.ts. */
  invitation: {
    /** Derived from the service's id, which it does not reveal; see intents/ids.ts. */
    key: string;
    /** The service's id, sealed. */
    sealed_id: string;
    /** Link of the last response that had one, sealed. */
    link: string | null;
    /** JSON of the reduced state, without secrets or links. */
    state: string;
    fleet_ref: string | null;
    status: string | null;
    created_by_name: string | null;
    chases: number;
    chased_at: number | null;
    chased_by_name: string | null;
    /** Follow-up date set by a person; null: none. */
    follow_up_at: number | null;
    link_shown_at: number | null;
    link_shown_by_name: string | null;
    /** How often the link was given to the fleet. */
    shares: number;
    /** When it was last shared, in any validity period; null also after a person undid it. */
    shared_at: number | null;
    shared_by_name: string | null;
    shared_how: ShareMethod | null;
    shared_to: string | null;
    /** Start of the validity period in which it was shared, by the service's clock; null: unknown. */
    shared_valid_from: number | null;
    /** JSON of the last requested email, see onboarding/invitation-response.ts; null: none. */
    email: string | null;
    last_event_at: number | null;
    last_read_at: number | null;
    first_seen_at: number;
    /** When it was deleted, accepted or declined, else the (possibly future) end of its validity; null: none known. */
    over_at: number | null;
    version: number;
  };
  /** Events of invitations, without duplicates. */
  invitation_happening: {
    invitation_key: string;
    what: string;
    at: number;
    /** Null: the fleet, an expiry or the service. */
    by_name: string | null;
    note: string | null;
    /** Set for `shared`. */
    how: ShareMethod | null;
    recipient: string | null;
    /** Set for `chased` and `postponed`. */
    follow_up_at: number | null;
  };
  /** Resource operations as last received, redacted. */
  operation: {
    id: string;
    /** JSON of the operation, without secrets. */
    state: string;
    /** Sealed JSON of the request without its password; null when it was not created in Waypost. */
    request: string | null;
    intent_id: string | null;
    created_by_name: string | null;
    connection_id: string | null;
    username: string | null;
    status: string | null;
    created_at: number;
    /** When it was first stored, by our clock. */
    stored_at: number;
    repeated_as: string | null;
    last_event_at: number | null;
    last_read_at: number | null;
    version: number;
  };
  /** Fleet of each vehicle, learned from responses that contain both. */
  vehicle_fleet: { vehicle_id: string; fleet_id: string; fleet_ref: string | null; learned_at: number };
  bulk_job: {
    id: string;
    kind: BulkKind;
    name: string | null;
    state: BulkState;
    is_sync: number;
    created_by: string;
    created_by_name: string;
    created_at: number;
    updated_at: number;
    finished_at: number | null;
    total: number;
    /** Hash of the submitted rows: reusing the id for other rows is an error. */
    fingerprint: string;
    /** State of the withdrawal of everything the job created; null: not requested. */
    undo: 'running' | 'done' | null;
    undo_by: string | null;
    undo_by_name: string | null;
    undo_at: number | null;
    version: number;
  };
  bulk_row: {
    job_id: string;
    n: number;
    /** The number of the row in its file; null: counted from the first row of the job. */
    row_number: number | null;
    state: BulkRowState;
    subject: string | null;
    /** JSON. */
    issues: string;
    message: string | null;
    effect: string | null;
    service_status: number | null;
    /** Id of the row's intent, the same after every restart. */
    intent_id: string;
    invitation_key: string | null;
    operation_id: string | null;
    /** Sealed JSON of the request, with its password, until it is sent; then null. */
    request: string | null;
    /** 1: send even if the fleet has accepted an invitation or already shares. */
    renews_accepted: number;
    /** State of the withdrawal of what the row created; null: not requested. */
    undo: 'waiting' | 'done' | 'failed' | null;
    undo_message: string | null;
  };
}

export const addOnboardingTables = statements(`
  create table "invitation" ("key" text primary key, "sealed_id" text not null, "link" text,
    "state" text not null, "fleet_ref" text, "status" text, "created_by_name" text,
    "chases" integer not null, "chased_at" bigint, "chased_by_name" text, "link_shown_at" bigint,
    "link_shown_by_name" text, "last_event_at" bigint, "last_read_at" bigint,
    "first_seen_at" bigint not null, "version" bigint not null);
  create index "invitation_fleet_ref" on "invitation" ("fleet_ref");
  create table "invitation_happening" ("invitation_key" text not null, "what" text not null,
    "at" bigint not null, "by_name" text, "note" text,
    constraint "invitation_happening_pk" primary key ("invitation_key", "what", "at"));
  create table "operation" ("id" text primary key, "state" text not null, "request" text, "intent_id" text,
    "created_by_name" text, "connection_id" text, "username" text, "status" text,
    "created_at" bigint not null, "repeated_as" text, "last_event_at" bigint, "last_read_at" bigint,
    "version" bigint not null);
  create index "operation_created" on "operation" ("created_at");
  create index "operation_user" on "operation" ("connection_id", "username");
  create table "vehicle_fleet" ("vehicle_id" text primary key, "fleet_id" text not null, "fleet_ref" text,
    "learned_at" bigint not null);
  create table "bulk_job" ("id" text primary key, "kind" text not null, "name" text, "state" text not null,
    "is_sync" integer not null, "created_by" text not null, "created_by_name" text not null,
    "created_at" bigint not null, "updated_at" bigint not null, "finished_at" bigint,
    "total" integer not null, "fingerprint" text not null, "version" bigint not null);
  create table "bulk_row" ("job_id" text not null references "bulk_job" ("id"), "n" integer not null,
    "state" text not null, "subject" text, "issues" text not null, "message" text, "effect" text,
    "service_status" integer, "intent_id" text not null, "invitation_key" text, "operation_id" text,
    "request" text, constraint "bulk_row_pk" primary key ("job_id", "n"));
  create index "bulk_row_state" on "bulk_row" ("job_id", "state", "n");
`);

// Sharing of links, rows that may change an accepted fleet, and undo of jobs (migration 0017).
export const addSharingColumns = statements(`
  alter table "invitation" add column "shared_at" bigint;
  alter table "invitation" add column "shared_by_name" text;
  alter table "invitation" add column "shared_how" text;
  alter table "invitation" add column "shared_to" text;
  alter table "invitation" add column "shared_valid_from" bigint;
  alter table "invitation_happening" add column "how" text;
  alter table "invitation_happening" add column "recipient" text;
  alter table "bulk_job" add column "undo" text;
  alter table "bulk_job" add column "undo_by" text;
  alter table "bulk_job" add column "undo_by_name" text;
  alter table "bulk_job" add column "undo_at" bigint;
  alter table "bulk_row" add column "undo" text;
  alter table "bulk_row" add column "undo_message" text;
  alter table "invitation" add column "shares" integer default 0 not null;
  alter table "bulk_row" add column "renews_accepted" integer default 0 not null;
  ALTER TABLE "invitation" ADD CONSTRAINT "invitation_shared_how_known"
    CHECK ("shared_how" IN ('copied', 'mail_app', 'emailed', 'exported', 'marked'));
  ALTER TABLE "invitation_happening" ADD CONSTRAINT "invitation_happening_how_known"
    CHECK ("how" IN ('copied', 'mail_app', 'emailed', 'exported', 'marked'));
  ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_undo_known" CHECK ("undo" IN ('running', 'done'));
  ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_undo_known"
    CHECK ("undo" IN ('waiting', 'done', 'failed'));
`);
