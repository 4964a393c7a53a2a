import { statements } from './statements.ts';

export interface JobTables {
  job: {
    id: string;
    kind: string;
    /** JSON, without secrets in clear text. */
    payload: string;
    /** Only one open job of a kind has the same key. Null: any number. */
    dedupe_key: string | null;
    /** Of the open jobs of a kind with the same key, one runs at a time, the lowest position first. Null: no order. */
    order_key: string | null;
    position: number;
    /** 1: while it is claimed or waits, the others with its key wait too. */
    holds_key: number;
    created_at: number;
    /** Earliest time of the next try. */
    run_at: number;
    /** Those that an interruption ended do not count. */
    tries: number;
    max_tries: number;
    /** Runs in a row that ended with their process. */
    interruptions: number;
    claimed_by: string | null;
    /** End of the claim by the database's clock; then any server may claim it. */
    claimed_until: number;
    /** Grows with each claim, so that late writes of an earlier one are recognized. */
    fence: number;
    /** When it was given up; null while open. */
    dead_at: number | null;
    /** Why the last try failed. */
    problem: string | null;
  };
}

export const addJobTable = statements(`
  create table "job" ("id" text primary key, "kind" text not null, "payload" text not null,
    "dedupe_key" text, "created_at" bigint not null, "run_at" bigint not null, "tries" integer not null,
    "max_tries" integer not null, "claimed_by" text, "claimed_until" bigint not null,
    "fence" bigint not null, "dead_at" bigint, "problem" text);
  create index "job_due" on "job" ("kind", "run_at") where "dead_at" is null;
  create unique index "job_open" on "job" ("kind", "dedupe_key") where "dead_at" is null;
  create index "job_dead" on "job" ("dead_at");
  -- Emails that wait, or were being sent, at the upgrade.
  INSERT INTO job (id, kind, payload, dedupe_key, created_at, run_at, tries, max_tries, claimed_until, fence)
    SELECT id, 'email', '{"email_id":"' || id || '"}', invitation_key, created_at, next_at, tries, 6, 0, 0
    FROM email WHERE state IN ('waiting', 'sending') ORDER BY created_at DESC ON CONFLICT DO NOTHING;
  UPDATE email SET state = 'cancelled', message = 'A later email replaced it'
    WHERE state IN ('waiting', 'sending') AND id NOT IN (SELECT id FROM job);
  -- The columns of the old queue go, so that a server of an earlier version cannot send the emails too.
  drop index "email_state";
  alter table "email" drop column "next_at";
  alter table "email" drop column "tries";
  create index "email_by_state" on "email" ("state", "created_at");
`);
