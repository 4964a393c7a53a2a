/** Tables of usage, fuel and preferences (migration 0006). Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or 1. */
import type { ImportState } from '@waypost/contract/api/list-import';
import { statements } from './statements.ts';

export interface ReportTables {
  /** A long list of the service that is read page by page, shared by all users, see imports/imports.ts. */
  list_import: {
    id: string;
    kind: 'usage' | 'fuel';
    key: string;
    generation: number;
    state: ImportState;
    /** JSON of the request. */
    wish: string;
    /** JSON of its parts. */
    parts: string;
    message: string | null;
    /** JSON of what was computed from its rows. */
    result: string | null;
    started_at: number;
    /** Grows while the import runs. */
    updated_at: number;
    ended_at: number | null;
    used_at: number;
  };
  import_person: { import_id: string; sub: string };
  usage_month: {
    /** Empty: our own partner. */
    partner_id: string;
    /** `2026-11` */
    month: string;
    /** Generation of the rows that count. */
    generation: number;
    complete: number;
    /** Read after the month closed, so final. */
    closed: number;
    read_at: number;
    rows_read: number;
    rows_total: number | null;
    /** JSON of the counts by entity type. */
    summary: string;
    /** JSON of what could not be read; null: everything could. */
    unread: string | null;
  };
  usage_row: {
    generation: number;
    id: string;
    month: string;
    partner_id: string | null;
    entity_type: string | null;
    entity_id: string | null;
    rest_api_count: number;
    webhook_count: number;
    is_active: number | null;
    first_call_at: number | null;
    latest_call_at: number | null;
    created_at: number | null;
    updated_at: number | null;
  };
  /** Waypost's own calls by month: `calls` by endpoint, `entity` by type. */
  own_usage: { month: string; kind: 'calls' | 'entity'; name: string; count: number };
  /** Fuel transactions, stored while somebody uses the import. */
  fuel_row: {
    generation: number;
    /** Rank by time, see fuel/fuel-reader.ts. */
    place: number;
    id: string;
    occurred_at: number | null;
    vehicle_id: string | null;
    fleet_ref: string | null;
    source_vehicle_id: string | null;
    source_driver_id: string | null;
    fuel_vendor: string | null;
    transaction_jurisdiction: string | null;
    fuel_type: string | null;
    fuel_volume: number | null;
    /** For sorting only: the exact text is in `item`. */
    total_cost: number | null;
    currency: string | null;
    odometer: number | null;
    /** JSON of all fields except the raw record, see fuel/units.ts. */
    item: string;
  };
  fuel_finding: { generation: number; check_name: string; place: number; detail: string };
  fuel_vehicle: {
    generation: number;
    vehicle_id: string;
    distance_meters: number | null;
    fuel_liters: number | null;
    meters_per_liter: number | null;
    detail: string;
  };
  preference: { sub: string; key: string; value: string; version: number };
}

export const addUnreadUsage = statements(`
  alter table "usage_month" add column "unread" text;
`);

export const addReportTables = statements(`
  create table "reading" ("id" text primary key, "kind" text not null, "key" text not null,
    "generation" bigint not null, "state" text not null, "wish" text not null, "parts" text not null,
    "message" text, "result" text, "started_at" bigint not null, "updated_at" bigint not null,
    "ended_at" bigint, "used_at" bigint not null);
  create index "reading_key" on "reading" ("kind", "key");
  create table "reading_person" ("reading_id" text not null references "reading" ("id") on delete cascade,
    "sub" text not null, constraint "reading_person_pk" primary key ("reading_id", "sub"));
  create table "usage_month" ("partner_id" text not null, "month" text not null,
    "generation" bigint not null, "complete" integer not null, "closed" integer not null,
    "read_at" bigint not null, "rows_read" bigint not null, "rows_total" bigint, "summary" text not null,
    constraint "usage_month_pk" primary key ("partner_id", "month"));
  create table "usage_row" ("generation" bigint not null, "id" text not null, "month" text not null,
    "partner_id" text, "entity_type" text, "entity_id" text, "rest_api_count" bigint not null,
    "webhook_count" bigint not null, "is_active" integer, "first_call_at" bigint, "latest_call_at" bigint,
    "created_at" bigint, "updated_at" bigint, constraint "usage_row_pk" primary key ("generation", "id"));
  create table "own_usage" ("month" text not null, "kind" text not null, "name" text not null,
    "count" bigint not null, constraint "own_usage_pk" primary key ("month", "kind", "name"));
  create table "fuel_row" ("generation" bigint not null, "place" bigint not null, "id" text not null,
    "occurred_at" bigint, "vehicle_id" text, "fleet_ref" text, "source_vehicle_id" text,
    "source_driver_id" text, "fuel_vendor" text, "transaction_jurisdiction" text, "fuel_type" text,
    "fuel_volume" double precision, "total_cost" double precision, "currency" text,
    "odometer" double precision, "item" text not null,
    constraint "fuel_row_pk" primary key ("generation", "place"));
  create unique index "fuel_row_id" on "fuel_row" ("generation", "id");
  create index "fuel_row_vehicle" on "fuel_row" ("generation", "vehicle_id", "occurred_at",
    "place") where vehicle_id IS NOT NULL;
  create table "fuel_finding" ("generation" bigint not null, "check_name" text not null,
    "place" bigint not null, "detail" text not null,
    constraint "fuel_finding_pk" primary key ("generation", "check_name", "place"));
  create table "fuel_vehicle" ("generation" bigint not null, "vehicle_id" text not null,
    "distance_meters" double precision, "fuel_liters" double precision, "meters_per_liter" double precision,
    "detail" text not null, constraint "fuel_vehicle_pk" primary key ("generation", "vehicle_id"));
  create table "preference" ("sub" text not null, "key" text not null, "value" text not null,
    "version" bigint not null, constraint "preference_pk" primary key ("sub", "key"));
`);
