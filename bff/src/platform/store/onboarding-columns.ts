/** What migration 0035 adds: the bulk job of an act, addresses for replies, and addresses that a mail server rejected. */
import { statements } from './statements.ts';

export interface BounceTables {
  /** The mail server rejected this address for good. */
  email_bounce: {
    /** Lowercase. */
    address: string;
    at: number;
    /** The mail server's answer. */
    message: string;
  };
}

export const addOnboardingColumns = statements(`
  alter table "activity" add column "job_id" text;
  alter table "session" add column "email" text;
  alter table "email" add column "reply_to" text;
  create table "email_bounce" ("address" text primary key, "at" bigint not null, "message" text not null);
`);
