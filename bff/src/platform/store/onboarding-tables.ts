/** Tables of onboarding and bulk jobs. Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or 1. */
import type { BulkKind, BulkRowState, BulkState } from '@waypost/contract/api/bulk';
import type { ShareMethod } from '@waypost/contract/api/invitations';
import { type Kysely, sql } from 'kysely';

export interface OnboardingTables {
  /** Known state of each fleet invitation, merged from all facts, see onboarding/invitation-reducer.ts. */
  invitation: {
    /** Derived from the service's id, which it does not reveal; see intents/ids.ts. */
    key: string;
    /** The service's id, sealed. */
    sealed_id: string;
    /** Link of the last response that had one, sealed. */
    link: string | null;
    /** JSON of the reduced state, without secrets or links. */
    state: string;
    fleet_ref: string | null;
    status: string | null;
    created_by_name: string | null;
    chases: number;
    chased_at: number | null;
    chased_by_name: string | null;
    /** Follow-up date set by a person; null: none. */
    follow_up_at: number | null;
    link_shown_at: number | null;
    link_shown_by_name: string | null;
    /** How often the link was given to the fleet. */
    shares: number;
    /** When it was last shared, in any validity period; null also after a person undid it. */
    shared_at: number | null;
    shared_by_name: string | null;
    shared_how: ShareMethod | null;
    shared_to: string | null;
    /** Start of the validity period in which it was shared, by the service's clock; null: unknown. */
    shared_valid_from: number | null;
    /** JSON of the last requested email, see onboarding/invitation-response.ts; null: none. */
    email: string | null;
    last_event_at: number | null;
    last_read_at: number | null;
    first_seen_at: number;
    /** When it was deleted, accepted or declined, else the (possibly future) end of its validity; null: none known. */
    over_at: number | null;
    version: number;
  };
  /** Events of invitations, without duplicates. */
  invitation_happening: {
    invitation_key: string;
    what: string;
    at: number;
    /** Null: the fleet, an expiry or the service. */
    by_name: string | null;
    note: string | null;
    /** Set for `shared`. */
    how: ShareMethod | null;
    recipient: string | null;
    /** Set for `chased` and `postponed`. */
    follow_up_at: number | null;
  };
  /** Resource operations as last received, redacted. */
  operation: {
    id: string;
    /** JSON of the operation, without secrets. */
    state: string;
    /** Sealed JSON of the request without its password; null when it was not created in Waypost. */
    request: string | null;
    intent_id: string | null;
    created_by_name: string | null;
    connection_id: string | null;
    username: string | null;
    status: string | null;
    created_at: number;
    /** When it was first stored, by our clock. */
    stored_at: number;
    repeated_as: string | null;
    last_event_at: number | null;
    last_read_at: number | null;
    version: number;
  };
  /** Fleet of each vehicle, learned from responses that contain both. */
  vehicle_fleet: { vehicle_id: string; fleet_id: string; fleet_ref: string | null; learned_at: number };
  bulk_job: {
    id: string;
    kind: BulkKind;
    name: string | null;
    state: BulkState;
    is_sync: number;
    created_by: string;
    created_by_name: string;
    created_at: number;
    updated_at: number;
    finished_at: number | null;
    total: number;
    /** Hash of the submitted rows: reusing the id for other rows is an error. */
    fingerprint: string;
    /** State of the withdrawal of everything the job created; null: not requested. */
    undo: 'running' | 'done' | null;
    undo_by: string | null;
    undo_by_name: string | null;
    undo_at: number | null;
    version: number;
  };
  bulk_row: {
    job_id: string;
    n: number;
    /** The number of the row in its file; null: counted from the first row of the job. */
    row_number: number | null;
    state: BulkRowState;
    subject: string | null;
    /** JSON. */
    issues: string;
    message: string | null;
    effect: string | null;
    service_status: number | null;
    /** Id of the row's intent, the same after every restart. */
    intent_id: string;
    invitation_key: string | null;
    operation_id: string | null;
    /** Sealed JSON of the request, with its password, until it is sent; then null. */
    request: string | null;
    /** 1: send even if the fleet has accepted an invitation or already shares. */
    renews_accepted: number;
    /** State of the withdrawal of what the row created; null: not requested. */
    undo: 'waiting' | 'done' | 'failed' | null;
    undo_message: string | null;
  };
}

export async function addOnboardingTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitation')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('sealed_id', 'text', (c) => c.notNull())
    .addColumn('link', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('fleet_ref', 'text')
    .addColumn('status', 'text')
    .addColumn('created_by_name', 'text')
    .addColumn('chases', 'integer', (c) => c.notNull())
    .addColumn('chased_at', 'bigint')
    .addColumn('chased_by_name', 'text')
    .addColumn('link_shown_at', 'bigint')
    .addColumn('link_shown_by_name', 'text')
    .addColumn('last_event_at', 'bigint')
    .addColumn('last_read_at', 'bigint')
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invitation_fleet_ref').on('invitation').column('fleet_ref').execute();
  await db.schema
    .createTable('invitation_happening')
    .addColumn('invitation_key', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text')
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('invitation_happening_pk', ['invitation_key', 'what', 'at'])
    .execute();
  await db.schema
    .createTable('operation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('request', 'text')
    .addColumn('intent_id', 'text')
    .addColumn('created_by_name', 'text')
    .addColumn('connection_id', 'text')
    .addColumn('username', 'text')
    .addColumn('status', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('repeated_as', 'text')
    .addColumn('last_event_at', 'bigint')
    .addColumn('last_read_at', 'bigint')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('operation_created').on('operation').column('created_at').execute();
  await db.schema
    .createIndex('operation_user')
    .on('operation')
    .columns(['connection_id', 'username'])
    .execute();
  await db.schema
    .createTable('vehicle_fleet')
    .addColumn('vehicle_id', 'text', (c) => c.primaryKey())
    .addColumn('fleet_id', 'text', (c) => c.notNull())
    .addColumn('fleet_ref', 'text')
    .addColumn('learned_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('bulk_job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_sync', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('bulk_row')
    .addColumn('job_id', 'text', (c) => c.notNull().references('bulk_job.id'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('issues', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('effect', 'text')
    .addColumn('service_status', 'integer')
    .addColumn('intent_id', 'text', (c) => c.notNull())
    .addColumn('invitation_key', 'text')
    .addColumn('operation_id', 'text')
    .addColumn('request', 'text')
    .addPrimaryKeyConstraint('bulk_row_pk', ['job_id', 'n'])
    .execute();
  await db.schema.createIndex('bulk_row_state').on('bulk_row').columns(['job_id', 'state', 'n']).execute();
}

// Sharing of links, rows that may change an accepted fleet, and undo of jobs (migration 0017).
const COLUMNS = [
  ['invitation', 'shared_at', 'bigint'],
  ['invitation', 'shared_by_name', 'text'],
  ['invitation', 'shared_how', 'text'],
  ['invitation', 'shared_to', 'text'],
  ['invitation', 'shared_valid_from', 'bigint'],
  ['invitation_happening', 'how', 'text'],
  ['invitation_happening', 'recipient', 'text'],
  ['bulk_job', 'undo', 'text'],
  ['bulk_job', 'undo_by', 'text'],
  ['bulk_job', 'undo_by_name', 'text'],
  ['bulk_job', 'undo_at', 'bigint'],
  ['bulk_row', 'undo', 'text'],
  ['bulk_row', 'undo_message', 'text'],
] as const;

const COUNTS = [
  ['invitation', 'shares'],
  ['bulk_row', 'renews_accepted'],
] as const;

/** Values at the time of this migration; a new value needs a new migration. */
const METHODS = ['copied', 'mail_app', 'emailed', 'exported', 'marked'];
const CHECKS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['invitation', 'shared_how', METHODS],
  ['invitation_happening', 'how', METHODS],
  ['bulk_job', 'undo', ['running', 'done']],
  ['bulk_row', 'undo', ['waiting', 'done', 'failed']],
];

export async function addSharingColumns(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of COLUMNS)
    await db.schema.alterTable(table).addColumn(column, type).execute();
  for (const [table, column] of COUNTS)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const [table, column, values] of CHECKS) {
    const known = sql.join(values.map((value) => sql.lit(value)));
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table}_${column}_known`)}
      CHECK (${sql.ref(column)} IN (${known}))`.execute(db);
  }
}
