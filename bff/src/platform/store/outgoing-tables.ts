import type { OutgoingEventName } from '@waypost/contract/api/outgoing-events';
import { statements } from './statements.ts';

export interface OutgoingTables {
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
}

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
