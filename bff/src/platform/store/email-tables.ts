/** Emails to fleets, message templates, and addresses that opted out. None of these tables holds a link. */
import type { EmailState } from '@waypost/contract/api/invitations';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import { type Kysely, sql } from 'kysely';

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
}

export async function addEmailTables(db: Kysely<unknown>): Promise<void> {
  const states = sql.join(STATES.map((state) => sql.lit(state)));
  await db.schema
    .createTable('email')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('invitation_key', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state IN (${states})`))
    .addColumn('message', 'text')
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .execute();
  for (const columns of [['state', 'next_at'], ['invitation_key'], ['job_id']])
    await db.schema.createIndex(`email_${columns[0]}`).on('email').columns(columns).execute();
  await db.schema
    .createTable('message_template')
    .addColumn('language', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('email_opt_out')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text')
    .execute();
  // The last email of each invitation as the list shows it (JSON).
  await db.schema.alterTable('invitation').addColumn('email', 'text').execute();
}

/** Values at the time of this migration; a new value needs a new migration. */
export const STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'];
