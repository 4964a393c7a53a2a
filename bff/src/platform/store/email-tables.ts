/** Emails to fleets, message templates, and addresses that opted out. None of these tables holds a link. */

import type { EmailState } from '@waypost/contract/api/invitations';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import { statements } from './statements.ts';

export interface EmailTables {
  /** Stored before it is sent, so that a crash never sends it twice. */
  email: {
    id: string;
    invitation_key: string;
    /** Set when the email was sent for a bulk job. */
    job_id: string | null;
    recipient: string;
    language: MessageLanguage;
    /** IANA time zone of the times in its text. */
    zone: string;
    state: EmailState;
    message: string | null;
    created_by: string;
    created_by_name: string;
    /** Where the fleet's answer goes: the address of the person who invites. */
    reply_to?: string | null;
    created_at: number;
    updated_at: number;
  };
  message_template: {
    language: MessageLanguage;
    subject: string;
    text: string;
    updated_at: number;
    updated_by_name: string;
  };
  email_opt_out: {
    /** Lowercase. */
    address: string;
    at: number;
    /** Null: the recipient opted out through the link in an email. */
    by_name: string | null;
  };
  /** The mail server rejected this address for good. */
  email_bounce: {
    /** Lowercase. */
    address: string;
    at: number;
    /** The mail server's answer. */
    message: string;
  };
}

export const addEmailTables = statements(`
  create table "email" ("id" text primary key, "invitation_key" text not null, "job_id" text,
    "recipient" text not null, "language" text not null, "zone" text not null,
    "state" text not null check (state IN ('waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
    "message" text, "created_by" text not null, "created_by_name" text not null,
    "created_at" bigint not null, "updated_at" bigint not null, "next_at" bigint not null,
    "tries" integer not null);
  create index "email_state" on "email" ("state", "next_at");
  create index "email_invitation_key" on "email" ("invitation_key");
  create index "email_job_id" on "email" ("job_id");
  create table "message_template" ("language" text primary key, "subject" text not null,
    "text" text not null, "updated_at" bigint not null, "updated_by_name" text not null);
  create table "email_opt_out" ("address" text primary key, "at" bigint not null, "by_name" text);
  -- The last email of each invitation as the list shows it (JSON).
  alter table "invitation" add column "email" text;
`);

export const addOnboardingColumns = statements(`
  alter table "activity" add column "job_id" text;
  alter table "session" add column "email" text;
  alter table "email" add column "reply_to" text;
  create table "email_bounce" ("address" text primary key, "at" bigint not null, "message" text not null);
`);
