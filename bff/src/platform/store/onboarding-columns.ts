/** What migration 0035 adds: the bulk job of an act, addresses for replies, and addresses that a mail server rejected. */
import type { Kysely } from 'kysely';

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

export async function addOnboardingColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('activity').addColumn('job_id', 'text').execute();
  await db.schema.alterTable('session').addColumn('email', 'text').execute();
  await db.schema.alterTable('email').addColumn('reply_to', 'text').execute();
  await db.schema
    .createTable('email_bounce')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .execute();
}
