/** Migrations, in order, run at every start (migrate.ts). Never change one that has shipped; add a new one. */

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addArchiveTables } from './archive-tables.ts';
import { addArrivalCases } from './arrival-case-tables.ts';
import { addPlainNames, addRowsByAge, addStateChecks } from './column-changes.ts';
import { addCompanySettings } from './company-tables.ts';
import { addEmailTables } from './email-tables.ts';
import { addIntegrationTables } from './integration-tables.ts';
import { addJobTable } from './job-tables.ts';
import { addLoadCalls } from './load-call-tables.ts';
import { addLoadLists } from './load-list-tables.ts';
import { addMachineTables } from './machine-tables.ts';
import { addMonitorColumns, addMonitorTables } from './monitor-tables.ts';
import { addOnboardingColumns } from './onboarding-columns.ts';
import { addOnboardingTables, addSharingColumns } from './onboarding-tables.ts';
import { addOutgoingTables } from './outgoing-tables.ts';
import { addPeopleTables } from './people-tables.ts';
import { addPostedLoadTables } from './posted-load-tables.ts';
import { addQueuesToJobs } from './queues-to-jobs.ts';
import { addReportTables, addUnreadUsage } from './report-tables.ts';
import { addShareLinks } from './share-link-tables.ts';
import { addTriageTables } from './triage-tables.ts';
import { addSavedViews } from './view-tables.ts';

export interface IndexToBuild {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}

interface StoreMigration extends Migration {
  /** Indexes of tables that may be large: built after all migrations, while other servers write to these tables. */
  readonly indexes?: readonly IndexToBuild[];
}

export type Migrations = Readonly<Record<string, StoreMigration>>;

export const MIGRATIONS: Migrations = {
  '0001_board_and_sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('setting')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('watched_load')
        .addColumn('load_id', 'text', (c) => c.primaryKey())
        .addColumn('watched', 'integer', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('watched_at', 'bigint', (c) => c.notNull())
        .addColumn('watched_by', 'text')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addColumn('read_at', 'bigint')
        .addColumn('tracking', 'text')
        .addColumn('derived', 'text')
        .execute();
      await db.schema.createIndex('watched_load_version').on('watched_load').column('version').execute();
      await db.schema
        .createTable('vehicle_position')
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('occurred_at', 'bigint', (c) => c.notNull())
        .addColumn('latitude', 'double precision', (c) => c.notNull())
        .addColumn('longitude', 'double precision', (c) => c.notNull())
        .addPrimaryKeyConstraint('vehicle_position_pk', ['vehicle_id', 'occurred_at'])
        .execute();
      await db.schema
        .createTable('session')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('session_id', 'text', (c) => c.notNull().unique())
        .addColumn('sub', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('roles', 'text', (c) => c.notNull())
        .addColumn('sid', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
        .addColumn('idle_expires_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('user_agent', 'text')
        .execute();
      await db.schema.createIndex('session_sub').on('session').column('sub').execute();
      await db.schema
        .createTable('session_token')
        .addColumn('session_id_hash', 'text', (c) =>
          c.primaryKey().references('session.id_hash').onDelete('cascade'),
        )
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('access_token', 'text', (c) => c.notNull())
        .addColumn('refresh_token', 'text')
        .addColumn('access_expires_at', 'bigint', (c) => c.notNull())
        .addColumn('lease_owner', 'text')
        .addColumn('lease_until', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('pending_revocation')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('refresh_token', 'text', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('next_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('activity')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('sub', 'text')
        .addColumn('name', 'text')
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('target', 'text')
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('detail', 'text')
        .execute();
      await db.schema.createIndex('activity_at').on('activity').column('at').execute();
      await db.schema
        .createTable('used_logout_token')
        .addColumn('jti', 'text', (c) => c.primaryKey())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('login_transaction')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('secrets', 'text', (c) => c.notNull())
        .addColumn('return_to', 'text', (c) => c.notNull())
        .addColumn('replaces', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
    },
  },
  '0002_hooks_and_intents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('hook')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('purpose', 'text', (c) => c.notNull())
        .addColumn('base_url', 'text', (c) => c.notNull())
        .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
        .addColumn('path_secret', 'text', (c) => c.notNull())
        .addColumn('signing_secret', 'text')
        .addColumn('webhook_group_id', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('message', 'text')
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute();
      // One URL per purpose: two concurrent requests get the same one.
      await db.schema
        .createIndex('hook_purpose')
        .on('hook')
        .columns(['purpose', 'base_url'])
        .unique()
        .execute();
      await db.schema
        .createTable('hook_delivery')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('hook_id', 'text', (c) => c.notNull().references('hook.id'))
        .addColumn('received_at', 'bigint', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('content_type', 'text')
        .addColumn('content_encoding', 'text')
        .addColumn('signed_at', 'text')
        .addColumn('event_id', 'text')
        .addColumn('event_name', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('outcome', 'text')
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('next_at', 'bigint', (c) => c.notNull())
        .addColumn('handled_at', 'bigint')
        .execute();
      for (const columns of [
        ['hook_id', 'event_id'],
        ['state', 'hook_id', 'next_at'],
        ['received_at', 'id'],
      ])
        await db.schema
          .createIndex(`hook_delivery_${columns[0]}`)
          .on('hook_delivery')
          .columns(columns)
          .execute();
      await db.schema
        .createTable('intent')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('tag', 'text', (c) => c.notNull().unique())
        .addColumn('attempt', 'integer', (c) => c.notNull())
        .addColumn('subject', 'text')
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('request', 'text')
        .addColumn('result_id', 'text')
        .addColumn('result', 'text')
        .addColumn('service_status', 'integer')
        .addColumn('message', 'text')
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_by_name', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('checks', 'integer', (c) => c.notNull())
        .addColumn('next_check_at', 'bigint')
        .execute();
      await db.schema.createIndex('intent_state').on('intent').columns(['state', 'next_check_at']).execute();
      await db.schema.createIndex('intent_subject').on('intent').columns(['kind', 'subject']).execute();
    },
  },
  '0003_leases': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('lease')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('fence', 'bigint', (c) => c.notNull())
        .addColumn('until', 'bigint', (c) => c.notNull())
        .addColumn('note', 'text')
        .execute();
    },
  },
  '0004_monitors_and_sites': { up: addMonitorTables },
  '0005_onboarding': { up: addOnboardingTables },
  '0006_usage_fuel_preferences': { up: addReportTables },
  '0007_rows_by_age': { up: addRowsByAge },
  '0008_usage_unread': { up: addUnreadUsage },
  '0009_intent_credentials': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('intent').addColumn('credentials', 'text').execute();
    },
  },
  '0010_unverified_deliveries': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('hook').addColumn('webhook_ids', 'text').execute();
      await db.schema.alterTable('hook_delivery').addColumn('headers', 'text').execute();
    },
  },
  '0011_monitor_columns': { up: addMonitorColumns },
  '0012_outside_origin': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('monitor').addColumn('outside_origin_at', 'bigint').execute();
    },
  },
  '0013_state_checks': { up: addStateChecks },
  '0014_triage': { up: addTriageTables },
  '0015_loads': { up: addArchiveTables },
  '0016_machines': { up: addMachineTables },
  '0017_sharing': { up: addSharingColumns },
  '0018_company': { up: addCompanySettings },
  '0019_posted_loads': { up: addPostedLoadTables },
  '0020_outgoing_webhooks': { up: addOutgoingTables },
  '0022_email': { up: addEmailTables },
  '0023_saved_views': { up: addSavedViews },
  '0024_follow_up': {
    async up(db: Kysely<unknown>) {
      for (const table of ['invitation', 'invitation_happening'])
        await db.schema.alterTable(table).addColumn('follow_up_at', 'bigint').execute();
    },
  },
  '0025_load_list': { up: addLoadLists },
  '0026_share_link': { up: addShareLinks },
  '0027_plain_names': { up: addPlainNames },
  '0028_session_checks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('session')
        .addColumn('roles_from', 'text', (c) => c.notNull().defaultTo('id_token'))
        .execute();
      await db.schema
        .alterTable('session_token')
        .addColumn('checked_at', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
  '0029_load_calls': { up: addLoadCalls },
  '0030_jobs': { up: addJobTable },
  '0031_queues_to_jobs': { up: addQueuesToJobs },
  '0032_arrival_cases': { up: addArrivalCases },
  '0033_integrations': {
    up: addIntegrationTables,
    indexes: [{ name: 'archived_load_by_ref', table: 'archived_load', columns: ['load_ref'] }],
  },
  '0034_people': { up: addPeopleTables },
  '0035_onboarding_columns': {
    up: addOnboardingColumns,
    indexes: [
      { name: 'activity_by_job', table: 'activity', columns: ['job_id', 'at'] },
      // Covers the counts of the list of deliveries, whose rows have bodies.
      { name: 'webhook_delivery_by_state', table: 'webhook_delivery', columns: ['state', 'event_name'] },
    ],
  },
  '0036_bulk_row_number': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('bulk_row').addColumn('row_number', 'integer').execute();
    },
  },
};
