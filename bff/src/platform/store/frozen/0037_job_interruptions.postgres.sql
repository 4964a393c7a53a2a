-- before the first migration
create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
-- 0001_board_and_sessions
create table "setting" ("key" text primary key, "value" text not null);
create table "watched_load" ("load_id" text primary key, "watched" integer not null, "source" text not null, "watched_at" bigint not null, "watched_by" text, "version" bigint not null, "read_at" bigint, "tracking" text, "derived" text);
create index "watched_load_version" on "watched_load" ("version");
create table "vehicle_position" ("vehicle_id" text not null, "occurred_at" bigint not null, "latitude" double precision not null, "longitude" double precision not null, constraint "vehicle_position_pk" primary key ("vehicle_id", "occurred_at"));
create table "session" ("id_hash" text primary key, "session_id" text not null unique, "sub" text not null, "name" text not null, "roles" text not null, "sid" text, "created_at" bigint not null, "last_seen_at" bigint not null, "idle_expires_at" bigint not null, "expires_at" bigint not null, "user_agent" text);
create index "session_sub" on "session" ("sub");
create table "session_token" ("session_id_hash" text primary key references "session" ("id_hash") on delete cascade, "version" integer not null, "access_token" text not null, "refresh_token" text, "access_expires_at" bigint not null, "lease_owner" text, "lease_until" bigint not null);
create table "pending_revocation" ("id" text primary key, "refresh_token" text not null, "tries" integer not null, "next_at" bigint not null);
create table "activity" ("id" text primary key, "at" bigint not null, "sub" text, "name" text, "action" text not null, "target" text, "outcome" text not null, "detail" text);
create index "activity_at" on "activity" ("at");
create table "used_logout_token" ("jti" text primary key, "expires_at" bigint not null);
create table "login_transaction" ("id_hash" text primary key, "secrets" text not null, "return_to" text not null, "replaces" text, "expires_at" bigint not null);
-- 0002_hooks_and_intents
create table "hook" ("id" text primary key, "purpose" text not null, "base_url" text not null, "secret_hash" text not null unique, "path_secret" text not null, "signing_secret" text, "webhook_group_id" text, "state" text not null, "message" text, "created_at" bigint not null);
create unique index "hook_purpose" on "hook" ("purpose", "base_url");
create table "hook_delivery" ("id" text primary key, "hook_id" text not null references "hook" ("id"), "received_at" bigint not null, "body" text not null, "bytes" integer not null, "content_type" text, "content_encoding" text, "signed_at" text, "event_id" text, "event_name" text, "state" text not null, "outcome" text, "tries" integer not null, "next_at" bigint not null, "handled_at" bigint);
create index "hook_delivery_hook_id" on "hook_delivery" ("hook_id", "event_id");
create index "hook_delivery_state" on "hook_delivery" ("state", "hook_id", "next_at");
create index "hook_delivery_received_at" on "hook_delivery" ("received_at", "id");
create table "intent" ("id" text primary key, "kind" text not null, "state" text not null, "tag" text not null unique, "attempt" integer not null, "subject" text, "fingerprint" text not null, "request" text, "result_id" text, "result" text, "service_status" integer, "message" text, "created_by" text not null, "created_by_name" text not null, "created_at" bigint not null, "updated_at" bigint not null, "checks" integer not null, "next_check_at" bigint);
create index "intent_state" on "intent" ("state", "next_check_at");
create index "intent_subject" on "intent" ("kind", "subject");
-- 0003_leases
create table "lease" ("name" text primary key, "owner" text not null, "fence" bigint not null, "until" bigint not null, "note" text);
-- 0004_monitors_and_sites
create table "monitor" ("id" text primary key, "tag" text, "state" text not null, "events" integer not null, "last_event_at" bigint, "read_at" bigint, "first_seen_at" bigint not null, "version" bigint not null);
create index "monitor_version" on "monitor" ("version");
create index "monitor_tag" on "monitor" ("tag");
create table "monitor_event" ("event_key" text not null, "position" integer not null, "monitor_id" text, "tag" text, "event_id" text, "event_name" text not null, "kind" text not null, "stop_sequence" integer, "occurred_at" bigint, "received_at" bigint not null, "delivery_id" text not null, "record" text not null, "fact" text, constraint "monitor_event_pk" primary key ("event_key", "position"));
create index "monitor_event_monitor" on "monitor_event" ("monitor_id", "occurred_at");
create index "monitor_event_tag" on "monitor_event" ("tag", "monitor_id");
create table "monitor_about" ("tag" text primary key, "intent_id" text not null, "body" text not null, "load_ref" text, "created_by_name" text not null, "created_at" bigint not null, "monitor_id" text);
create index "monitor_about_monitor" on "monitor_about" ("monitor_id");
create table "monitor_link" ("monitor_id" text not null, "load_id" text not null, "source" text not null, "state" text not null, "load_ref" text, "at" bigint not null, constraint "monitor_link_pk" primary key ("monitor_id", "load_id"));
create table "site" ("id" text primary key, "name" text not null, "name_key" text not null unique, "latitude" double precision not null, "longitude" double precision not null, "radius_meters" double precision not null, "free_minutes" integer, "detention_rate" text, "detention_currency" text, "note" text, "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
-- 0005_onboarding
create table "invitation" ("key" text primary key, "sealed_id" text not null, "link" text, "state" text not null, "fleet_ref" text, "status" text, "created_by_name" text, "chases" integer not null, "chased_at" bigint, "chased_by_name" text, "link_shown_at" bigint, "link_shown_by_name" text, "last_event_at" bigint, "last_read_at" bigint, "first_seen_at" bigint not null, "version" bigint not null);
create index "invitation_fleet_ref" on "invitation" ("fleet_ref");
create table "invitation_happening" ("invitation_key" text not null, "what" text not null, "at" bigint not null, "by_name" text, "note" text, constraint "invitation_happening_pk" primary key ("invitation_key", "what", "at"));
create table "operation" ("id" text primary key, "state" text not null, "request" text, "intent_id" text, "created_by_name" text, "connection_id" text, "username" text, "status" text, "created_at" bigint not null, "repeated_as" text, "last_event_at" bigint, "last_read_at" bigint, "version" bigint not null);
create index "operation_created" on "operation" ("created_at");
create index "operation_user" on "operation" ("connection_id", "username");
create table "vehicle_fleet" ("vehicle_id" text primary key, "fleet_id" text not null, "fleet_ref" text, "learned_at" bigint not null);
create table "bulk_job" ("id" text primary key, "kind" text not null, "name" text, "state" text not null, "is_sync" integer not null, "created_by" text not null, "created_by_name" text not null, "created_at" bigint not null, "updated_at" bigint not null, "finished_at" bigint, "total" integer not null, "fingerprint" text not null, "version" bigint not null);
create table "bulk_row" ("job_id" text not null references "bulk_job" ("id"), "n" integer not null, "state" text not null, "subject" text, "issues" text not null, "message" text, "effect" text, "service_status" integer, "intent_id" text not null, "invitation_key" text, "operation_id" text, "request" text, constraint "bulk_row_pk" primary key ("job_id", "n"));
create index "bulk_row_state" on "bulk_row" ("job_id", "state", "n");
-- 0006_usage_fuel_preferences
create table "reading" ("id" text primary key, "kind" text not null, "key" text not null, "generation" bigint not null, "state" text not null, "wish" text not null, "parts" text not null, "message" text, "result" text, "started_at" bigint not null, "updated_at" bigint not null, "ended_at" bigint, "used_at" bigint not null);
create index "reading_key" on "reading" ("kind", "key");
create table "reading_person" ("reading_id" text not null references "reading" ("id") on delete cascade, "sub" text not null, constraint "reading_person_pk" primary key ("reading_id", "sub"));
create table "usage_month" ("partner_id" text not null, "month" text not null, "generation" bigint not null, "complete" integer not null, "closed" integer not null, "read_at" bigint not null, "rows_read" bigint not null, "rows_total" bigint, "summary" text not null, constraint "usage_month_pk" primary key ("partner_id", "month"));
create table "usage_row" ("generation" bigint not null, "id" text not null, "month" text not null, "partner_id" text, "entity_type" text, "entity_id" text, "rest_api_count" bigint not null, "webhook_count" bigint not null, "is_active" integer, "first_call_at" bigint, "latest_call_at" bigint, "created_at" bigint, "updated_at" bigint, constraint "usage_row_pk" primary key ("generation", "id"));
create table "own_usage" ("month" text not null, "kind" text not null, "name" text not null, "count" bigint not null, constraint "own_usage_pk" primary key ("month", "kind", "name"));
create table "fuel_row" ("generation" bigint not null, "place" bigint not null, "id" text not null, "occurred_at" bigint, "vehicle_id" text, "fleet_ref" text, "source_vehicle_id" text, "source_driver_id" text, "fuel_vendor" text, "transaction_jurisdiction" text, "fuel_type" text, "fuel_volume" double precision, "total_cost" double precision, "currency" text, "odometer" double precision, "item" text not null, constraint "fuel_row_pk" primary key ("generation", "place"));
create unique index "fuel_row_id" on "fuel_row" ("generation", "id");
create index "fuel_row_vehicle" on "fuel_row" ("generation", "vehicle_id", "occurred_at", "place") where vehicle_id IS NOT NULL;
create table "fuel_finding" ("generation" bigint not null, "check_name" text not null, "place" bigint not null, "detail" text not null, constraint "fuel_finding_pk" primary key ("generation", "check_name", "place"));
create table "fuel_vehicle" ("generation" bigint not null, "vehicle_id" text not null, "distance_meters" double precision, "fuel_liters" double precision, "meters_per_liter" double precision, "detail" text not null, constraint "fuel_vehicle_pk" primary key ("generation", "vehicle_id"));
create table "preference" ("sub" text not null, "key" text not null, "value" text not null, "version" bigint not null, constraint "preference_pk" primary key ("sub", "key"));
-- 0007_rows_by_age
alter table "activity" add column "search" text;
alter table "monitor" add column "ended_at" bigint;
alter table "invitation" add column "over_at" bigint;
alter table "operation" add column "stored_at" bigint;
update "operation" set "stored_at" = created_at;
 SELECT * FROM "activity" WHERE "id" > '' ORDER BY "id" LIMIT 500;
 SELECT * FROM "monitor" WHERE "id" > '' ORDER BY "id" LIMIT 500;
 SELECT * FROM "invitation" WHERE "key" > '' ORDER BY "key" LIMIT 500;
create index "vehicle_position_by_occurred_at" on "vehicle_position" ("occurred_at");
create index "watched_load_by_read_at" on "watched_load" ("read_at");
create index "watched_load_by_watched_watched_at" on "watched_load" ("watched", "watched_at");
create index "session_by_idle_expires_at" on "session" ("idle_expires_at");
create index "session_by_expires_at" on "session" ("expires_at");
create index "session_by_sid" on "session" ("sid");
create index "login_transaction_by_expires_at" on "login_transaction" ("expires_at");
create index "used_logout_token_by_expires_at" on "used_logout_token" ("expires_at");
create index "pending_revocation_by_next_at" on "pending_revocation" ("next_at");
create index "activity_by_action_at" on "activity" ("action", "at");
create index "hook_delivery_by_state_received_at_id" on "hook_delivery" ("state", "received_at", "id");
create index "hook_delivery_by_state_hook_id_received_at_id" on "hook_delivery" ("state", "hook_id", "received_at", "id");
create index "intent_by_state_updated_at" on "intent" ("state", "updated_at");
create index "intent_by_state_created_at" on "intent" ("state", "created_at");
create index "monitor_by_ended_at" on "monitor" ("ended_at");
create index "monitor_event_by_monitor_id_received_at" on "monitor_event" ("monitor_id", "received_at");
create index "monitor_event_by_received_at" on "monitor_event" ("received_at");
create index "monitor_about_by_monitor_id_created_at" on "monitor_about" ("monitor_id", "created_at");
create index "monitor_link_by_load_id" on "monitor_link" ("load_id");
create index "invitation_by_over_at" on "invitation" ("over_at");
create index "invitation_by_first_seen_at_key" on "invitation" ("first_seen_at", "key");
create index "invitation_by_last_event_at" on "invitation" ("last_event_at");
create index "invitation_by_last_read_at" on "invitation" ("last_read_at");
create index "operation_by_stored_at" on "operation" ("stored_at");
create index "operation_by_created_at_id" on "operation" ("created_at", "id");
create index "operation_by_status_last_read_at" on "operation" ("status", "last_read_at");
create index "operation_by_last_event_at" on "operation" ("last_event_at");
create index "operation_by_last_read_at" on "operation" ("last_read_at");
create index "bulk_job_by_state_created_at" on "bulk_job" ("state", "created_at");
create index "bulk_job_by_created_at" on "bulk_job" ("created_at");
create index "bulk_job_by_finished_at" on "bulk_job" ("finished_at");
create index "bulk_row_by_state_intent_id" on "bulk_row" ("state", "intent_id");
create index "bulk_row_by_intent_id" on "bulk_row" ("intent_id");
create index "usage_month_by_generation" on "usage_month" ("generation");
create index "invitation_open_by_last_read" on "invitation" (coalesce(last_read_at, 0)) where (status IS NULL OR status <> 'deleted');
-- 0008_usage_unread
alter table "usage_month" add column "unread" text;
-- 0009_intent_credentials
alter table "intent" add column "credentials" text;
-- 0010_unverified_deliveries
alter table "hook" add column "webhook_ids" text;
alter table "hook_delivery" add column "headers" text;
-- 0011_monitor_columns
alter table "monitor" add column "ended_as" text;
alter table "monitor" add column "born_at" bigint;
alter table "monitor" add column "search" text;
alter table "monitor" add column "vehicle_key" text;
alter table "monitor" add column "vehicle_name" text;
CREATE INDEX monitor_ended ON monitor (born_at DESC, id) WHERE ended_as IS NOT NULL;
CREATE INDEX monitor_ended_as ON monitor (ended_as, born_at DESC, id);
CREATE INDEX monitor_by_vehicle ON monitor (vehicle_key, ended_at);
CREATE INDEX monitor_unsearchable ON monitor (id) WHERE ended_at IS NOT NULL AND search IS NULL;
-- 0012_outside_origin
alter table "monitor" add column "outside_origin_at" bigint;
-- 0013_state_checks
ALTER TABLE "watched_load" ADD CONSTRAINT "watched_load_source_known" CHECK ("source" IN ('person', 'sandbox'));
ALTER TABLE "hook" ADD CONSTRAINT "hook_state_known" CHECK ("state" IN ('pending', 'active', 'by_hand'));
ALTER TABLE "hook_delivery" ADD CONSTRAINT "hook_delivery_state_known" CHECK ("state" IN ('unverified', 'stored', 'done', 'failed'));
ALTER TABLE "intent" ADD CONSTRAINT "intent_kind_known" CHECK ("kind" IN ('invitation', 'user', 'monitor'));
ALTER TABLE "intent" ADD CONSTRAINT "intent_state_known" CHECK ("state" IN ('sending', 'done', 'failed', 'unknown'));
ALTER TABLE "intent" ADD CONSTRAINT "intent_credentials_known" CHECK ("credentials" IN ('person', 'organization'));
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_state_known" CHECK ("state" IN ('running', 'paused', 'cancelled', 'done', 'finished'));
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_state_known" CHECK ("state" IN ('invalid', 'waiting', 'sending', 'done', 'failed', 'unknown', 'skipped', 'cancelled'));
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_ended_as_known" CHECK ("ended_as" IN ('completed', 'expired', 'cancelled'));
ALTER TABLE "monitor_link" ADD CONSTRAINT "monitor_link_source_known" CHECK ("source" IN ('created', 'name', 'person'));
ALTER TABLE "monitor_link" ADD CONSTRAINT "monitor_link_state_known" CHECK ("state" IN ('linked', 'rejected'));
ALTER TABLE "reading" ADD CONSTRAINT "reading_kind_known" CHECK ("kind" IN ('usage', 'fuel'));
ALTER TABLE "reading" ADD CONSTRAINT "reading_state_known" CHECK ("state" IN ('reading', 'complete', 'cancelled', 'failed', 'done'));
ALTER TABLE "own_usage" ADD CONSTRAINT "own_usage_kind_known" CHECK ("kind" IN ('calls', 'entity'));
-- 0014_triage
create table "exception" ("id" text primary key, "load_id" text not null, "load_ref" text, "cause" text not null, "opened_at" bigint not null, "ended_at" bigint, "ended_as" text, "owner_sub" text, "owner_name" text, "snoozed_at" bigint, "snoozed_until" bigint, "snoozed_by_name" text, "snoozed_basis" text, "woke_at" bigint, "woke_because" text, "closed_at" bigint, "closed_by_name" text, "closed_reason" text, "first_action_at" bigint, "notes" integer not null, "last_note" text, "acted_by" text, "version" bigint not null, "change" bigint not null);
create unique index "exception_current" on "exception" ("load_id") where "ended_at" is null;
create index "exception_snoozed" on "exception" ("snoozed_until") where "snoozed_until" is not null;
create index "exception_by_change" on "exception" ("change");
create index "exception_by_load_id_ended_at" on "exception" ("load_id", "ended_at");
create index "exception_by_opened_at" on "exception" ("opened_at");
create index "exception_by_ended_at" on "exception" ("ended_at");
create table "exception_event" ("seq" bigint primary key, "act_id" text, "exception_id" text, "load_id" text not null, "load_ref" text, "cause" text, "at" bigint not null, "sub" text, "name" text, "kind" text not null, "detail" text, "undone_at" bigint);
create index "exception_event_by_load_id_seq" on "exception_event" ("load_id", "seq");
create index "exception_event_by_act_id" on "exception_event" ("act_id");
create index "exception_event_by_exception_id_seq" on "exception_event" ("exception_id", "seq");
create index "exception_event_by_at" on "exception_event" ("at");
-- 0015_loads
create table "archived_load" ("n" bigint primary key, "load_id" text not null unique, "load_ref" text, "reason" text not null, "since" bigint, "archived_at" bigint not null, "archived_by" text, "archived_by_name" text, "watched_at" bigint not null, "origin" text, "destination" text, "vehicle_id" text, "vehicle_name" text, "fleet_id" text, "fleet_ref" text, "fleet_name" text, "search" text not null);
create index "archived_load_at" on "archived_load" ("archived_at", "n");
create table "archived_load_item" ("n" bigint primary key, "item" text not null);
create table "archived_load_word" ("word" text COLLATE "C" not null, "n" bigint not null, constraint "archived_load_word_pk" primary key ("word", "n"));
-- 0016_machines
create table "api_key" ("id" text primary key, "name" text not null, "key_hash" text not null unique, "rights" text not null, "created_at" bigint not null, "created_by_name" text not null, "expires_at" bigint, "last_used_at" bigint, "revoked_at" bigint, "revoked_by_name" text);
create table "contact" ("id" text primary key, "fleet_id" text not null, "name" text not null, "name_key" text not null, "role" text, "phone" text, "email" text, "is_primary" integer not null, "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
create unique index "contact_fleet_name" on "contact" ("fleet_id", "name_key");
-- 0017_sharing
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
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_shared_how_known" CHECK ("shared_how" IN ('copied', 'mail_app', 'emailed', 'exported', 'marked'));
ALTER TABLE "invitation_happening" ADD CONSTRAINT "invitation_happening_how_known" CHECK ("how" IN ('copied', 'mail_app', 'emailed', 'exported', 'marked'));
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_undo_known" CHECK ("undo" IN ('running', 'done'));
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_undo_known" CHECK ("undo" IN ('waiting', 'done', 'failed'));
-- 0018_company
create table "company_setting" ("key" text primary key, "value" text not null, "version" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
-- 0019_posted_loads
create table "posted_load" ("load_id" text primary key, "load_ref" text, "vehicle" text, "stops" text, "watched" integer not null, "version" integer not null, "sent_by" text not null, "sent_by_name" text not null, "sent_at" bigint not null);
create index "posted_load_ref" on "posted_load" ("load_ref");
create index "posted_load_at" on "posted_load" ("sent_at");
ALTER TABLE intent DROP CONSTRAINT intent_kind_known;
ALTER TABLE intent ADD CONSTRAINT intent_kind_known CHECK (kind IN ('invitation', 'user', 'monitor', 'load'));
-- 0020_outgoing_webhooks
create table "outgoing_webhook" ("id" text primary key, "url" text not null, "events" text not null, "signing_secret" text not null, "created_at" bigint not null, "created_by_name" text not null, "active_since" bigint not null, "off_at" bigint, "off_by_name" text, "off_reason" text, "failures" integer not null, "failing_since" bigint, "problem" text, "rest_until" bigint not null, "last_delivered_at" bigint);
create table "outgoing_event" ("id" text primary key, "seq" bigint not null unique, "source" text not null unique, "event_name" text not null, "load_ref" text, "occurred_at" bigint not null, "created_at" bigint not null, "record" text not null);
create table "outgoing_delivery" ("id" text primary key, "webhook_id" text not null references "outgoing_webhook" ("id"), "event_id" text not null references "outgoing_event" ("id"), "seq" bigint not null, "state" text not null, "created_at" bigint not null, "queued_at" bigint not null, "next_at" bigint not null, "tries" integer not null, "last_at" bigint, "status" integer, "problem" text, "last_tries" text not null);
create unique index "outgoing_delivery_of" on "outgoing_delivery" ("webhook_id", "seq");
create index "outgoing_delivery_by_state" on "outgoing_delivery" ("state", "webhook_id", "seq");
create index "outgoing_delivery_by_event_id" on "outgoing_delivery" ("event_id");
create index "outgoing_event_by_created_at" on "outgoing_event" ("created_at");
-- 0022_email
create table "email" ("id" text primary key, "invitation_key" text not null, "job_id" text, "recipient" text not null, "language" text not null, "zone" text not null, "state" text not null check (state IN ('waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled')), "message" text, "created_by" text not null, "created_by_name" text not null, "created_at" bigint not null, "updated_at" bigint not null, "next_at" bigint not null, "tries" integer not null);
create index "email_state" on "email" ("state", "next_at");
create index "email_invitation_key" on "email" ("invitation_key");
create index "email_job_id" on "email" ("job_id");
create table "message_template" ("language" text primary key, "subject" text not null, "text" text not null, "updated_at" bigint not null, "updated_by_name" text not null);
create table "email_opt_out" ("address" text primary key, "at" bigint not null, "by_name" text);
alter table "invitation" add column "email" text;
-- 0023_saved_views
create table "saved_view" ("id" text primary key, "scope" text not null, "name" text not null, "name_key" text not null, "search" text not null, "version" integer not null, "owner_sub" text not null, "owner_name" text not null, "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
create unique index "saved_view_name" on "saved_view" ("scope", "name_key");
-- 0024_follow_up
alter table "invitation" add column "follow_up_at" bigint;
alter table "invitation_happening" add column "follow_up_at" bigint;
-- 0025_load_list
create table "load_list" ("id" text primary key, "scope" text not null, "name" text not null, "name_key" text not null, "version" integer not null, "owner_sub" text not null, "owner_name" text not null, "created_at" bigint not null, "updated_at" bigint not null, "updated_by_name" text not null);
create unique index "load_list_name" on "load_list" ("scope", "name_key");
create table "load_list_load" ("list_id" text not null, "load_id" text not null, "added_at" bigint not null, "added_by_name" text not null, constraint "load_list_load_pk" primary key ("list_id", "load_id"));
create index "load_list_load_load" on "load_list_load" ("load_id");
-- 0026_share_link
create table "share_link" ("id" text primary key, "token_hash" text not null unique, "load_id" text not null, "shows_vehicle" integer not null, "created_at" bigint not null, "created_by_name" text not null, "expires_at" bigint not null, "revoked_at" bigint, "revoked_by_name" text, "opened" integer not null, "last_opened_at" bigint);
create index "share_link_load_id" on "share_link" ("load_id");
create index "share_link_expires_at" on "share_link" ("expires_at");
-- 0027_plain_names
alter table "hook" rename to "webhook_subscription";
alter table "hook_delivery" rename to "webhook_delivery";
alter table "reading" rename to "list_import";
alter table "reading_person" rename to "import_person";
alter table "webhook_delivery" rename column "hook_id" to "subscription_id";
alter table "import_person" rename column "reading_id" to "import_id";
-- 0028_session_checks
alter table "session" add column "roles_from" text default 'id_token' not null;
alter table "session_token" add column "checked_at" bigint default 0 not null;
-- 0029_load_calls
create table "load_call" ("load_id" text primary key, "last_call" text, "eta" text, "eta_seq" bigint, "change" bigint not null, "changed_at" bigint not null);
create index "load_call_by_change" on "load_call" ("change");
create index "load_call_by_changed_at" on "load_call" ("changed_at");
-- 0030_jobs
create table "job" ("id" text primary key, "kind" text not null, "payload" text not null, "dedupe_key" text, "created_at" bigint not null, "run_at" bigint not null, "tries" integer not null, "max_tries" integer not null, "claimed_by" text, "claimed_until" bigint not null, "fence" bigint not null, "dead_at" bigint, "problem" text);
create index "job_due" on "job" ("kind", "run_at") where "dead_at" is null;
create unique index "job_open" on "job" ("kind", "dedupe_key") where "dead_at" is null;
create index "job_dead" on "job" ("dead_at");
INSERT INTO job (id, kind, payload, dedupe_key, created_at, run_at, tries, max_tries, claimed_until, fence) SELECT id, 'email', '{"email_id":"' || id || '"}', invitation_key, created_at, next_at, tries, 6, 0, 0 FROM email WHERE state IN ('waiting', 'sending') ORDER BY created_at DESC ON CONFLICT DO NOTHING;
UPDATE email SET state = 'cancelled', message = 'A later email replaced it' WHERE state IN ('waiting', 'sending') AND id NOT IN (SELECT id FROM job);
drop index "email_state";
alter table "email" drop column "next_at";
alter table "email" drop column "tries";
create index "email_by_state" on "email" ("state", "created_at");
-- 0031_queues_to_jobs
alter table "job" add column "order_key" text;
alter table "job" add column "position" bigint default 0 not null;
alter table "job" add column "holds_key" bigint default 0 not null;
create index "job_order" on "job" ("kind", "order_key", "position", "id") where "dead_at" is null;
create index "job_holds" on "job" ("kind", "order_key", "holds_key") where "dead_at" is null;
INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence) SELECT id, 'outgoing_delivery', '{"delivery_id":"' || id || '"}', id, webhook_id, seq, queued_at, next_at, CASE WHEN tries > 10 THEN 10 ELSE tries END, 11, 0, 0 FROM outgoing_delivery WHERE state = 'waiting';
alter table "outgoing_delivery" drop column "queued_at";
alter table "outgoing_delivery" add column "queued_at" bigint default 4102444800000 not null;
alter table "outgoing_delivery" drop column "next_at";
alter table "outgoing_delivery" add column "next_at" bigint default 4102444800000 not null;
INSERT INTO job (id, kind, payload, created_at, run_at, tries, max_tries, claimed_until, fence) SELECT id, 'revocation', '{"id":"' || id || '","refresh_token":"' || refresh_token || '"}', next_at, next_at, tries, 40, 0, 0 FROM pending_revocation;
DELETE FROM pending_revocation;
INSERT INTO job (id, kind, payload, dedupe_key, order_key, position, created_at, run_at, tries, max_tries, claimed_until, fence) SELECT id, 'webhook_delivery', '{"delivery_id":"' || id || '"}', id, subscription_id, received_at, received_at, next_at, tries, 5, 0, 0 FROM webhook_delivery WHERE state = 'stored';
drop index "hook_delivery_state";
alter table "webhook_delivery" drop column "next_at";
alter table "webhook_delivery" add column "next_at" bigint default 4102444800000 not null;
-- 0032_arrival_cases
create table "arrival_case" ("load_id" text not null, "stop_sequence" integer not null, "minutes_before" integer not null, "fleet_id" text, "shown_at" bigint not null, "shown_from" bigint not null, "shown_likely" bigint not null, "shown_to" bigint not null, "time_factor" double precision not null, "width_factor" double precision not null, "arrived_at" bigint not null, "hit" integer not null, constraint "arrival_case_key" primary key ("load_id", "stop_sequence", "minutes_before"));
create index "arrival_case_by_arrived_at" on "arrival_case" ("arrived_at");
-- 0033_integrations
create table "load_reference" ("reference" text primary key, "intent_id" text, "load_id" text, "claimed_at" bigint not null);
create index "load_reference_by_load" on "load_reference" ("load_id");
create index "load_reference_by_intent" on "load_reference" ("intent_id");
create index "load_reference_by_time" on "load_reference" ("claimed_at");
INSERT INTO load_reference (reference, load_id, claimed_at) SELECT load_ref, MAX(load_id), MAX(sent_at) FROM posted_load AS newest WHERE load_ref IS NOT NULL AND stops IS NOT NULL AND sent_at = (SELECT MAX(sent_at) FROM posted_load WHERE posted_load.load_ref = newest.load_ref) GROUP BY load_ref;
create table "outgoing_load" ("webhook_id" text not null, "load_id" text not null, "position_at" bigint, "estimates" text not null, constraint "outgoing_load_key" primary key ("webhook_id", "load_id"));
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
CREATE INDEX IF NOT EXISTS "archived_load_by_ref" ON "archived_load" ("load_ref");
-- 0034_people
alter table "session" add column "address" text;
create table "person" ("sub" text primary key, "name" text not null, "roles" text not null, "last_seen_at" bigint not null);
create index "person_last_seen_at" on "person" ("last_seen_at");
INSERT INTO person (sub, name, roles, last_seen_at) SELECT sub, MAX(name), MAX(roles), MAX(last_seen_at) FROM session GROUP BY sub;
create table "wall_screen" ("id" text primary key, "name" text not null, "secret_hash" text not null unique, "created_at" bigint not null, "created_by_name" text not null, "last_seen_at" bigint, "revoked_at" bigint, "revoked_by_name" text);
-- 0035_onboarding_columns
alter table "activity" add column "job_id" text;
alter table "session" add column "email" text;
alter table "email" add column "reply_to" text;
create table "email_bounce" ("address" text primary key, "at" bigint not null, "message" text not null);
CREATE INDEX IF NOT EXISTS "activity_by_job" ON "activity" ("job_id", "at");
CREATE INDEX IF NOT EXISTS "webhook_delivery_by_state" ON "webhook_delivery" ("state", "event_name");
-- 0036_bulk_row_number
alter table "bulk_row" add column "row_number" integer;
-- 0037_job_interruptions
alter table "job" add column "interruptions" integer default 0 not null;
