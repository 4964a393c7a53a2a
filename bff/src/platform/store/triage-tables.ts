import type { CloseReason, WakeReason } from '@waypost/contract/api/load-triage';
import type { TriageEventKind } from '@waypost/contract/api/triage';
import { statements } from './statements.ts';

export interface TriageTables {
  /** One row per occurrence of a cause on a load. A load has at most one open exception. */
  exception: {
    id: string;
    load_id: string;
    /** As of the last change: the load may have left the board since. */
    load_ref: string | null;
    cause: string;
    opened_at: number;
    /** When its cause disappeared; null: still open. */
    ended_at: number | null;
    /** `resolved`: nothing is wrong anymore; `changed`: another cause replaced it; `left`: the load left the board. */
    ended_as: 'resolved' | 'changed' | 'left' | null;
    owner_sub: string | null;
    owner_name: string | null;
    snoozed_at: number | null;
    /** Null while snoozed: until something changes. */
    snoozed_until: number | null;
    snoozed_by_name: string | null;
    /** JSON of the conditions under which the snooze holds, see triage/reducer.ts. */
    snoozed_basis: string | null;
    woke_at: number | null;
    woke_because: WakeReason | null;
    closed_at: number | null;
    closed_by_name: string | null;
    closed_reason: CloseReason | null;
    first_action_at: number | null;
    notes: number;
    /** JSON of the newest note that was not undone. */
    last_note: string | null;
    /** Author of `version`; null: the server. */
    acted_by: string | null;
    /** Sequence number of the last event that must be seen before acting; notes do not count. */
    version: number;
    /** Sequence number of the last event. */
    change: number;
  };
  /** Append-only, except for `undone_at`. */
  exception_event: {
    seq: number;
    /** Request of a person that caused it; null: automatic. */
    act_id: string | null;
    /** Null: a note on a load without an exception. */
    exception_id: string | null;
    load_id: string;
    load_ref: string | null;
    cause: string | null;
    at: number;
    sub: string | null;
    name: string | null;
    kind: TriageEventKind;
    /** JSON, see `EventDetail` in triage/reducer.ts. */
    detail: string | null;
    undone_at: number | null;
  };
}

export const addTriageTables = statements(`
  create table "exception" ("id" text primary key, "load_id" text not null, "load_ref" text,
    "cause" text not null, "opened_at" bigint not null, "ended_at" bigint, "ended_as" text,
    "owner_sub" text, "owner_name" text, "snoozed_at" bigint, "snoozed_until" bigint,
    "snoozed_by_name" text, "snoozed_basis" text, "woke_at" bigint, "woke_because" text, "closed_at" bigint,
    "closed_by_name" text, "closed_reason" text, "first_action_at" bigint, "notes" integer not null,
    "last_note" text, "acted_by" text, "version" bigint not null, "change" bigint not null);
  -- Guarantees at most one open exception per load across all servers.
  create unique index "exception_current" on "exception" ("load_id") where "ended_at" is null;
  create index "exception_snoozed" on "exception" ("snoozed_until") where "snoozed_until" is not null;
  create index "exception_by_change" on "exception" ("change");
  create index "exception_by_load_id_ended_at" on "exception" ("load_id", "ended_at");
  create index "exception_by_opened_at" on "exception" ("opened_at");
  create index "exception_by_ended_at" on "exception" ("ended_at");
  create table "exception_event" ("seq" bigint primary key, "act_id" text, "exception_id" text,
    "load_id" text not null, "load_ref" text, "cause" text, "at" bigint not null, "sub" text, "name" text,
    "kind" text not null, "detail" text, "undone_at" bigint);
  create index "exception_event_by_load_id_seq" on "exception_event" ("load_id", "seq");
  create index "exception_event_by_act_id" on "exception_event" ("act_id");
  create index "exception_event_by_exception_id_seq" on "exception_event" ("exception_id", "seq");
  create index "exception_event_by_at" on "exception_event" ("at");
`);
