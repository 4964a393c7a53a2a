/** Emails to fleets, templates of their text, and addresses that want none. No link is in any of this. */
import type { EmailState } from '@waypost/contract/api/invitations';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { atMost, inChunks, rowsOf } from './query.ts';

export interface EmailTables {
  /** Written before it is sent, so that a crash never sends it a second time. */
  email: {
    id: string;
    invitation_key: string;
    /** Of one that was sent with a whole job. */
    job_id: string | null;
    recipient: string;
    language: MessageLanguage;
    /** IANA zone of the times in its text. */
    zone: string;
    state: EmailState;
    message: string | null;
    created_by: string;
    created_by_name: string;
    created_at: number;
    updated_at: number;
    /** Not tried before. */
    next_at: number;
    tries: number;
  };
  message_template: {
    language: MessageLanguage;
    subject: string;
    text: string;
    updated_at: number;
    updated_by_name: string;
  };
  email_opt_out: {
    /** In small letters. */
    address: string;
    at: number;
    /** Null: its owner, by the link in an email. */
    by_name: string | null;
  };
}
export type EmailRow = EmailTables['email'];

/** Values as they were when this migration was written: a new one needs a new migration. */
const STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'];

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
  // The last one of each invitation, as the list shows it (JSON).
  await db.schema.alterTable('invitation').addColumn('email', 'text').execute();
}

/** Those whose turn has come, in the order in which they were asked for. */
export function dueEmails(db: Database, now: number, limit: number): Promise<EmailRow[]> {
  const due = { state: 'waiting', next_at: atMost(now) } as const;
  return rowsOf(db, 'email', due, ['next_at', 'created_at', 'id'], limit);
}

export type EmailChange = Partial<Pick<EmailRow, 'state' | 'message' | 'next_at' | 'tries'>> &
  Pick<EmailRow, 'updated_at'>;

/** Those of the addresses (in small letters) that want no emails. */
export async function optedOut(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await inChunks(addresses, (some) =>
    db.selectFrom('email_opt_out').select('address').where('address', 'in', some).execute(),
  );
  return new Set(rows.map(({ address }) => address));
}
