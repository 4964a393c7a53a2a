/** Columns and indexes for finding old rows and for periodic queries (migration 0007). */
import { type Kysely, sql } from 'kysely';
import { activitySearchText } from './activity.ts';
import type { Tables } from './database.ts';
import { OPEN_INVITATION } from './onboarding.ts';
import { statements } from './statements.ts';

const ROWS_PER_FILL = 500;

const COLUMNS = [
  ['activity', 'search', 'text'],
  ['monitor', 'ended_at', 'bigint'],
  ['invitation', 'over_at', 'bigint'],
  ['operation', 'stored_at', 'bigint'],
] as const;

const INDEXES: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['vehicle_position', ['occurred_at']],
  ['watched_load', ['read_at']],
  ['watched_load', ['watched', 'watched_at']],
  ['session', ['idle_expires_at']],
  ['session', ['expires_at']],
  ['session', ['sid']],
  ['login_transaction', ['expires_at']],
  ['used_logout_token', ['expires_at']],
  ['pending_revocation', ['next_at']],
  ['activity', ['action', 'at']],
  ['hook_delivery', ['state', 'received_at', 'id']],
  ['hook_delivery', ['state', 'hook_id', 'received_at', 'id']],
  ['intent', ['state', 'updated_at']],
  ['intent', ['state', 'created_at']],
  ['monitor', ['ended_at']],
  ['monitor_event', ['monitor_id', 'received_at']],
  ['monitor_event', ['received_at']],
  ['monitor_about', ['monitor_id', 'created_at']],
  ['monitor_link', ['load_id']],
  ['invitation', ['over_at']],
  ['invitation', ['first_seen_at', 'key']],
  ['invitation', ['last_event_at']],
  ['invitation', ['last_read_at']],
  ['operation', ['stored_at']],
  ['operation', ['created_at', 'id']],
  ['operation', ['status', 'last_read_at']],
  ['operation', ['last_event_at']],
  ['operation', ['last_read_at']],
  ['bulk_job', ['state', 'created_at']],
  ['bulk_job', ['created_at']],
  ['bulk_job', ['finished_at']],
  ['bulk_row', ['state', 'intent_id']],
  ['bulk_row', ['intent_id']],
  ['usage_month', ['generation']],
];

export async function addRowsByAge(db: Kysely<Tables>): Promise<void> {
  for (const [table, column, type] of COLUMNS)
    await db.schema.alterTable(table).addColumn(column, type).execute();
  await db.updateTable('operation').set({ stored_at: sql<number>`created_at` }).execute();
  await fillIn(db, 'activity', 'id', (row) => ({ search: activitySearchText(row) }));
  await fillIn(db, 'monitor', 'id', (row) => ({ ended_at: endedAt(row) }));
  await fillIn(db, 'invitation', 'key', (row) => ({ over_at: overAt(row) }));
  for (const [table, columns] of INDEXES)
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
  await db.schema
    .createIndex('invitation_open_by_last_read')
    .on('invitation')
    .expression(sql`coalesce(last_read_at, 0)`)
    .where(OPEN_INVITATION)
    .execute();
}

async function fillIn<T extends 'activity' | 'monitor' | 'invitation'>(
  db: Kysely<Tables>,
  table: T,
  key: string,
  change: (row: Tables[T]) => Partial<Tables[T]>,
): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Tables[T] & Record<string, string>>`
      SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(key)} > ${after}
      ORDER BY ${sql.ref(key)} LIMIT ${ROWS_PER_FILL}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(change(row)))
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} WHERE ${sql.ref(key)} = ${row[key]}`.execute(
          db,
        );
    if (rows.length < ROWS_PER_FILL) return;
    after = rows.at(-1)?.[key] ?? '';
  }
}

// State of a row at the time of this migration; later shapes have their own migrations.
interface State {
  readonly ending?: { readonly at: number | null } | null;
  readonly fields?: Readonly<Record<string, { readonly v: unknown }>>;
}

function endedAt(row: Tables['monitor']): number | null {
  const { ending, fields } = JSON.parse(row.state) as State;
  const ended = ending != null || ['completed', 'expired', 'cancelled'].includes(String(fields?.status?.v));
  return ended ? (row.last_event_at ?? row.read_at ?? row.first_seen_at) : null;
}

function overAt(row: Tables['invitation']): number | null {
  const { fields } = JSON.parse(row.state) as State;
  const ended = ['accepted', 'declined', 'deleted'].includes(String(row.status));
  const end = Date.parse(String(fields?.expires_at?.v));
  return ended ? (row.last_event_at ?? row.first_seen_at) : Number.isNaN(end) ? null : end;
}

export const addStateChecks = statements(`
  ALTER TABLE "watched_load" ADD CONSTRAINT "watched_load_source_known"
    CHECK ("source" IN ('person', 'sandbox'));
  ALTER TABLE "hook" ADD CONSTRAINT "hook_state_known" CHECK ("state" IN ('pending', 'active', 'by_hand'));
  ALTER TABLE "hook_delivery" ADD CONSTRAINT "hook_delivery_state_known"
    CHECK ("state" IN ('unverified', 'stored', 'done', 'failed'));
  ALTER TABLE "intent" ADD CONSTRAINT "intent_kind_known"
    CHECK ("kind" IN ('invitation', 'user', 'monitor'));
  ALTER TABLE "intent" ADD CONSTRAINT "intent_state_known"
    CHECK ("state" IN ('sending', 'done', 'failed', 'unknown'));
  ALTER TABLE "intent" ADD CONSTRAINT "intent_credentials_known"
    CHECK ("credentials" IN ('person', 'organization'));
  -- 'finished' and, below, 'done' exist only in databases of earlier versions.
  ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_state_known"
    CHECK ("state" IN ('running', 'paused', 'cancelled', 'done', 'finished'));
  ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_state_known"
    CHECK ("state" IN ('invalid', 'waiting', 'sending', 'done', 'failed', 'unknown', 'skipped', 'cancelled'));
  ALTER TABLE "monitor" ADD CONSTRAINT "monitor_ended_as_known"
    CHECK ("ended_as" IN ('completed', 'expired', 'cancelled'));
  ALTER TABLE "monitor_link" ADD CONSTRAINT "monitor_link_source_known"
    CHECK ("source" IN ('created', 'name', 'person'));
  ALTER TABLE "monitor_link" ADD CONSTRAINT "monitor_link_state_known"
    CHECK ("state" IN ('linked', 'rejected'));
  ALTER TABLE "reading" ADD CONSTRAINT "reading_kind_known" CHECK ("kind" IN ('usage', 'fuel'));
  ALTER TABLE "reading" ADD CONSTRAINT "reading_state_known"
    CHECK ("state" IN ('reading', 'complete', 'cancelled', 'failed', 'done'));
  ALTER TABLE "own_usage" ADD CONSTRAINT "own_usage_kind_known" CHECK ("kind" IN ('calls', 'entity'));
`);

// Migration 0027 renames tables and columns to standard terms.

export const RENAMED_TABLES: Readonly<Record<string, string>> = {
  hook: 'webhook_subscription',
  hook_delivery: 'webhook_delivery',
  reading: 'list_import',
  reading_person: 'import_person',
};

/** New names by old names; each column exists in one table, given by its new name. */
export const RENAMED_COLUMNS: Readonly<Record<string, readonly [table: string, column: string]>> = {
  hook_id: ['webhook_delivery', 'subscription_id'],
  reading_id: ['import_person', 'import_id'],
};

/** Tables that a later migration dropped. */
export const DROPPED_TABLES: readonly string[] = ['pending_revocation'];

/** Columns that a later migration dropped, by table. */
export const DROPPED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  email: ['next_at', 'tries'],
  outgoing_delivery: ['queued_at', 'next_at'],
  webhook_delivery: ['next_at'],
  hook_delivery: ['next_at'],
};

export async function addPlainNames(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(RENAMED_TABLES))
    await db.schema.alterTable(from).renameTo(to).execute();
  for (const [from, [table, to]] of Object.entries(RENAMED_COLUMNS))
    await db.schema.alterTable(table).renameColumn(from, to).execute();
}
