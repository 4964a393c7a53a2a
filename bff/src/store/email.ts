/** Emails to fleets, message templates, and addresses that opted out. None of these tables holds a link. */
import type { EmailState } from '@waypost/contract/api/invitations';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { addRow, inChunks, writeSetting } from './query.ts';

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
export type EmailRow = EmailTables['email'];

/** Values at the time of this migration; a new value needs a new migration. */
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
  // The last email of each invitation as the list shows it (JSON).
  await db.schema.alterTable('invitation').addColumn('email', 'text').execute();
}

export type EmailChange = Partial<Pick<EmailRow, 'state' | 'message'>> & Pick<EmailRow, 'updated_at'>;

const RATE = 'email_rate';
const WINDOW_MS = 60_000;

/** Counts an email of all servers. Returns the milliseconds to wait if there were `limit` in this minute, else 0. */
export async function countEmail(trx: Database, now: number, limit: number): Promise<number> {
  await addRow(trx, 'setting', { key: RATE, value: '{"until":0,"count":0}' }, 'ignore');
  // Locks the row, so that two servers cannot read the same count.
  const { value } = await trx
    .updateTable('setting')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', RATE)
    .returning('value')
    .executeTakeFirstOrThrow();
  const { until, count } = JSON.parse(value) as { readonly until: number; readonly count: number };
  const isOver = until <= now || until > now + WINDOW_MS;
  if (!isOver && count >= limit) return until - now;
  const next = isOver ? { until: now + WINDOW_MS, count: 1 } : { until, count: count + 1 };
  await writeSetting(trx, RATE, JSON.stringify(next));
  return 0;
}

/** Which of the addresses (lowercase) have opted out. */
export async function optedOut(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await inChunks(addresses, (some) =>
    db.selectFrom('email_opt_out').select('address').where('address', 'in', some).execute(),
  );
  return new Set(rows.map(({ address }) => address));
}
