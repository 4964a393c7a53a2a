/** Tables of monitors and the site book (migration 0004). Times are milliseconds since 1970 UTC, JSON is text. */
import type { MonitorEnding } from '@waypost/contract/api/monitors';
import { statements } from './statements.ts';

export interface MonitorTables {
  /** Known state of each monitor, merged from all facts, see monitors/reducer.ts. */
  monitor: {
    id: string;
    /** Our tag in its name (intents/ids.ts); null when it was created elsewhere. */
    tag: string | null;
    /** JSON of the reduced state. */
    state: string;
    /** Number of distinct events received. */
    events: number;
    /** Latest `occurred_at` of an event. */
    last_event_at: number | null;
    /** Latest successful read, or response to its creation. */
    read_at: number | null;
    first_seen_at: number;
    /** When Waypost learned of its end; null: no end is known. */
    ended_at: number | null;
    /** The terminal status; null while active. */
    ended_as: MonitorEnding | null;
    /** Sort key of the list: time of creation, else first seen; null in rows of an earlier version. */
    born_at: number | null;
    /** Search text of an ended monitor (monitors/ended-monitors.ts); null until indexed after the last change. */
    search: string | null;
    /** Vehicle of an ended monitor, as in `vehicleKey`. */
    vehicle_key: string | null;
    /** Unit number that an ended monitor was last seen with. */
    vehicle_name: string | null;
    /** When recorded positions showed its truck outside the origin, after tracking started and before the arrival; milliseconds. */
    outside_origin_at: number | null;
    /** Change number, shared by all monitors. */
    version: number;
  };
  /** Received events, without duplicates. */
  monitor_event: {
    /** The service's event id; a hash of the content where it has none. */
    event_key: string;
    /** Index of the record in the event. */
    position: number;
    /** Null: it names no known monitor yet; `tag` may match one later. */
    monitor_id: string | null;
    tag: string | null;
    event_id: string | null;
    event_name: string;
    kind: string;
    stop_sequence: number | null;
    occurred_at: number | null;
    received_at: number;
    delivery_id: string;
    /** JSON of the record without secrets. */
    record: string;
    /** JSON of the fact for the reducer while the monitor is unknown; null once applied. */
    fact: string | null;
  };
  /** What a person entered at creation, stored before the call under the monitor's tag. */
  monitor_about: {
    tag: string;
    intent_id: string;
    /** JSON of the create request, including `about`. */
    body: string;
    load_ref: string | null;
    created_by_name: string;
    created_at: number;
    monitor_id: string | null;
  };
  /** Links that must be remembered: found by name, or set or rejected by a person. */
  monitor_link: {
    monitor_id: string;
    load_id: string;
    source: 'created' | 'name' | 'person';
    state: 'linked' | 'rejected';
    load_ref: string | null;
    at: number;
  };
  site: {
    id: string;
    name: string;
    name_key: string;
    latitude: number;
    longitude: number;
    radius_meters: number;
    free_minutes: number | null;
    detention_rate: string | null;
    detention_currency: string | null;
    note: string | null;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export const addMonitorTables = statements(`
  create table "monitor" ("id" text primary key, "tag" text, "state" text not null,
    "events" integer not null, "last_event_at" bigint, "read_at" bigint, "first_seen_at" bigint not null,
    "version" bigint not null);
  create index "monitor_version" on "monitor" ("version");
  create index "monitor_tag" on "monitor" ("tag");
  create table "monitor_event" ("event_key" text not null, "position" integer not null, "monitor_id" text,
    "tag" text, "event_id" text, "event_name" text not null, "kind" text not null, "stop_sequence" integer,
    "occurred_at" bigint, "received_at" bigint not null, "delivery_id" text not null,
    "record" text not null, "fact" text,
    constraint "monitor_event_pk" primary key ("event_key", "position"));
  create index "monitor_event_monitor" on "monitor_event" ("monitor_id", "occurred_at");
  create index "monitor_event_tag" on "monitor_event" ("tag", "monitor_id");
  create table "monitor_about" ("tag" text primary key, "intent_id" text not null, "body" text not null,
    "load_ref" text, "created_by_name" text not null, "created_at" bigint not null, "monitor_id" text);
  create index "monitor_about_monitor" on "monitor_about" ("monitor_id");
  create table "monitor_link" ("monitor_id" text not null, "load_id" text not null, "source" text not null,
    "state" text not null, "load_ref" text, "at" bigint not null,
    constraint "monitor_link_pk" primary key ("monitor_id", "load_id"));
  create table "site" ("id" text primary key, "name" text not null, "name_key" text not null unique,
    "latitude" double precision not null, "longitude" double precision not null,
    "radius_meters" double precision not null, "free_minutes" integer, "detention_rate" text,
    "detention_currency" text, "note" text, "created_at" bigint not null, "updated_at" bigint not null,
    "updated_by_name" text not null);
`);

// Columns and indexes for listing, counting and searching ended monitors (migration 0011).
/** Existing rows are filled at the next start, see `unindexedMonitors`. */
export const addMonitorColumns = statements(`
  alter table "monitor" add column "ended_as" text;
  alter table "monitor" add column "born_at" bigint;
  alter table "monitor" add column "search" text;
  alter table "monitor" add column "vehicle_key" text;
  alter table "monitor" add column "vehicle_name" text;
  CREATE INDEX monitor_ended ON monitor (born_at DESC, id) WHERE ended_as IS NOT NULL;
  CREATE INDEX monitor_ended_as ON monitor (ended_as, born_at DESC, id);
  CREATE INDEX monitor_by_vehicle ON monitor (vehicle_key, ended_at);
  CREATE INDEX monitor_unsearchable ON monitor (id) WHERE ended_at IS NOT NULL AND search IS NULL;
`);
