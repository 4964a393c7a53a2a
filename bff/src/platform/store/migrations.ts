/** Migrations, in order, run at every start (migrate.ts). Never change one that has shipped; add a new one. */

import type { Migration } from 'kysely/migration';
import { addArchiveTables } from './archive-tables.ts';
import { addPlainNames, addRowsByAge, addStateChecks } from './column-changes.ts';
import { addEmailTables, addOnboardingColumns } from './email-tables.ts';
import { addIntegrationTables, addMachineTables, addOutgoingTables } from './integration-tables.ts';
import { addJobTable } from './job-tables.ts';
import {
  addArrivalCases,
  addLoadCalls,
  addLoadLists,
  addPostedLoadTables,
  addShareLinks,
} from './load-tables.ts';
import { addMonitorColumns, addMonitorTables } from './monitor-tables.ts';
import { addOnboardingTables, addSharingColumns } from './onboarding-tables.ts';
import { addCompanySettings, addPeopleTables, addSavedViews } from './people-tables.ts';
import { addQueuesToJobs } from './queues-to-jobs.ts';
import { addReportTables, addUnreadUsage } from './report-tables.ts';
import { statements } from './statements.ts';
import { addTriageTables } from './triage-tables.ts';

export interface IndexToBuild {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}

interface StoreMigration extends Migration {
  /** Indexes of tables that may be large: built after all migrations, while other servers write to these tables. */
  readonly indexes?: readonly IndexToBuild[];
}

export type Migrations = Readonly<Record<string, StoreMigration>>;

export const MIGRATIONS: Migrations = {
  '0001_board_and_sessions': {
    up: statements(`
      create table "setting" ("key" text primary key, "value" text not null);
      create table "watched_load" ("load_id" text primary key, "watched" integer not null,
        "source" text not null, "watched_at" bigint not null, "watched_by" text, "version" bigint not null,
        "read_at" bigint, "tracking" text, "derived" text);
      create index "watched_load_version" on "watched_load" ("version");
      create table "vehicle_position" ("vehicle_id" text not null, "occurred_at" bigint not null,
        "latitude" double precision not null, "longitude" double precision not null,
        constraint "vehicle_position_pk" primary key ("vehicle_id", "occurred_at"));
      create table "session" ("id_hash" text primary key, "session_id" text not null unique,
        "sub" text not null, "name" text not null, "roles" text not null, "sid" text,
        "created_at" bigint not null, "last_seen_at" bigint not null, "idle_expires_at" bigint not null,
        "expires_at" bigint not null, "user_agent" text);
      create index "session_sub" on "session" ("sub");
      create table "session_token" ("session_id_hash" text primary key
        references "session" ("id_hash") on delete cascade,
        "version" integer not null, "access_token" text not null, "refresh_token" text,
        "access_expires_at" bigint not null, "lease_owner" text, "lease_until" bigint not null);
      create table "pending_revocation" ("id" text primary key, "refresh_token" text not null,
        "tries" integer not null, "next_at" bigint not null);
      create table "activity" ("id" text primary key, "at" bigint not null, "sub" text, "name" text,
        "action" text not null, "target" text, "outcome" text not null, "detail" text);
      create index "activity_at" on "activity" ("at");
      create table "used_logout_token" ("jti" text primary key, "expires_at" bigint not null);
      create table "login_transaction" ("id_hash" text primary key, "secrets" text not null,
        "return_to" text not null, "replaces" text, "expires_at" bigint not null);
    `),
  },
  '0002_hooks_and_intents': {
    up: statements(`
      create table "hook" ("id" text primary key, "purpose" text not null, "base_url" text not null,
        "secret_hash" text not null unique, "path_secret" text not null, "signing_secret" text,
        "webhook_group_id" text, "state" text not null, "message" text, "created_at" bigint not null);
      -- One URL per purpose: two concurrent requests get the same one.
      create unique index "hook_purpose" on "hook" ("purpose", "base_url");
      create table "hook_delivery" ("id" text primary key, "hook_id" text not null references "hook" ("id"),
        "received_at" bigint not null, "body" text not null, "bytes" integer not null, "content_type" text,
        "content_encoding" text, "signed_at" text, "event_id" text, "event_name" text, "state" text not null,
        "outcome" text, "tries" integer not null, "next_at" bigint not null, "handled_at" bigint);
      create index "hook_delivery_hook_id" on "hook_delivery" ("hook_id", "event_id");
      create index "hook_delivery_state" on "hook_delivery" ("state", "hook_id", "next_at");
      create index "hook_delivery_received_at" on "hook_delivery" ("received_at", "id");
      create table "intent" ("id" text primary key, "kind" text not null, "state" text not null,
        "tag" text not null unique, "attempt" integer not null, "subject" text, "fingerprint" text not null,
        "request" text, "result_id" text, "result" text, "service_status" integer, "message" text,
        "created_by" text not null, "created_by_name" text not null, "created_at" bigint not null,
        "updated_at" bigint not null, "checks" integer not null, "next_check_at" bigint);
      create index "intent_state" on "intent" ("state", "next_check_at");
      create index "intent_subject" on "intent" ("kind", "subject");
    `),
  },
  '0003_leases': {
    up: statements(`
      create table "lease" ("name" text primary key, "owner" text not null, "fence" bigint not null,
        "until" bigint not null, "note" text);
    `),
  },
  '0004_monitors_and_sites': { up: addMonitorTables },
  '0005_onboarding': { up: addOnboardingTables },
  '0006_usage_fuel_preferences': { up: addReportTables },
  '0007_rows_by_age': { up: addRowsByAge },
  '0008_usage_unread': { up: addUnreadUsage },
  '0009_intent_credentials': { up: statements(`alter table "intent" add column "credentials" text`) },
  '0010_unverified_deliveries': {
    up: statements(`
      alter table "hook" add column "webhook_ids" text;
      alter table "hook_delivery" add column "headers" text;
    `),
  },
  '0011_monitor_columns': { up: addMonitorColumns },
  '0012_outside_origin': { up: statements(`alter table "monitor" add column "outside_origin_at" bigint`) },
  '0013_state_checks': { up: addStateChecks },
  '0014_triage': { up: addTriageTables },
  '0015_loads': { up: addArchiveTables },
  '0016_machines': { up: addMachineTables },
  '0017_sharing': { up: addSharingColumns },
  '0018_company': { up: addCompanySettings },
  '0019_posted_loads': { up: addPostedLoadTables },
  '0020_outgoing_webhooks': { up: addOutgoingTables },
  '0022_email': { up: addEmailTables },
  '0023_saved_views': { up: addSavedViews },
  '0024_follow_up': {
    up: statements(`
      alter table "invitation" add column "follow_up_at" bigint;
      alter table "invitation_happening" add column "follow_up_at" bigint;
    `),
  },
  '0025_load_list': { up: addLoadLists },
  '0026_share_link': { up: addShareLinks },
  '0027_plain_names': { up: addPlainNames },
  '0028_session_checks': {
    up: statements(`
      alter table "session" add column "roles_from" text default 'id_token' not null;
      alter table "session_token" add column "checked_at" bigint default 0 not null;
    `),
  },
  '0029_load_calls': { up: addLoadCalls },
  '0030_jobs': { up: addJobTable },
  '0031_queues_to_jobs': { up: addQueuesToJobs },
  '0032_arrival_cases': { up: addArrivalCases },
  '0033_integrations': {
    up: addIntegrationTables,
    indexes: [{ name: 'archived_load_by_ref', table: 'archived_load', columns: ['load_ref'] }],
  },
  '0034_people': { up: addPeopleTables },
  '0035_onboarding_columns': {
    up: addOnboardingColumns,
    indexes: [
      { name: 'activity_by_job', table: 'activity', columns: ['job_id', 'at'] },
      // Covers the counts of the list of deliveries, whose rows have bodies.
      { name: 'webhook_delivery_by_state', table: 'webhook_delivery', columns: ['state', 'event_name'] },
    ],
  },
  '0036_bulk_row_number': { up: statements(`alter table "bulk_row" add column "row_number" integer`) },
  '0037_job_interruptions': {
    up: statements(`alter table "job" add column "interruptions" integer default 0 not null`),
  },
};
