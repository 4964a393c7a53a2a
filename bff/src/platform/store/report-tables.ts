/** Tables of usage, fuel and preferences (migration 0006). Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or 1. */
import type { ImportState } from '@waypost/contract/api/list-import';
import { type Kysely, sql } from 'kysely';

export interface ReportTables {
  /** A long list of the service that is read page by page, shared by all users, see imports/imports.ts. */
  list_import: {
    id: string;
    kind: 'usage' | 'fuel';
    key: string;
    generation: number;
    state: ImportState;
    /** JSON of the request. */
    wish: string;
    /** JSON of its parts. */
    parts: string;
    message: string | null;
    /** JSON of what was computed from its rows. */
    result: string | null;
    started_at: number;
    /** Grows while the import runs. */
    updated_at: number;
    ended_at: number | null;
    used_at: number;
  };
  import_person: { import_id: string; sub: string };
  usage_month: {
    /** Empty: our own partner. */
    partner_id: string;
    /** `2026-11` */
    month: string;
    /** Generation of the rows that count. */
    generation: number;
    complete: number;
    /** Read after the month closed, so final. */
    closed: number;
    read_at: number;
    rows_read: number;
    rows_total: number | null;
    /** JSON of the counts by entity type. */
    summary: string;
    /** JSON of what could not be read; null: everything could. */
    unread: string | null;
  };
  usage_row: {
    generation: number;
    id: string;
    month: string;
    partner_id: string | null;
    entity_type: string | null;
    entity_id: string | null;
    rest_api_count: number;
    webhook_count: number;
    is_active: number | null;
    first_call_at: number | null;
    latest_call_at: number | null;
    created_at: number | null;
    updated_at: number | null;
  };
  /** Waypost's own calls by month: `calls` by endpoint, `entity` by type. */
  own_usage: { month: string; kind: 'calls' | 'entity'; name: string; count: number };
  /** Fuel transactions, stored while somebody uses the import. */
  fuel_row: {
    generation: number;
    /** Rank by time, see fuel/fuel-reader.ts. */
    place: number;
    id: string;
    occurred_at: number | null;
    vehicle_id: string | null;
    fleet_ref: string | null;
    source_vehicle_id: string | null;
    source_driver_id: string | null;
    fuel_vendor: string | null;
    transaction_jurisdiction: string | null;
    fuel_type: string | null;
    fuel_volume: number | null;
    /** For sorting only: the exact text is in `item`. */
    total_cost: number | null;
    currency: string | null;
    odometer: number | null;
    /** JSON of all fields except the raw record, see fuel/units.ts. */
    item: string;
  };
  fuel_finding: { generation: number; check_name: string; place: number; detail: string };
  fuel_vehicle: {
    generation: number;
    vehicle_id: string;
    distance_meters: number | null;
    fuel_liters: number | null;
    meters_per_liter: number | null;
    detail: string;
  };
  preference: { sub: string; key: string; value: string; version: number };
}

export async function addUnreadUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('usage_month').addColumn('unread', 'text').execute();
}

export async function addReportTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reading')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('wish', 'text', (c) => c.notNull())
    .addColumn('parts', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('result', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('reading_key').on('reading').columns(['kind', 'key']).execute();
  await db.schema
    .createTable('reading_person')
    .addColumn('reading_id', 'text', (c) => c.notNull().references('reading.id').onDelete('cascade'))
    .addColumn('sub', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reading_person_pk', ['reading_id', 'sub'])
    .execute();
  await db.schema
    .createTable('usage_month')
    .addColumn('partner_id', 'text', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('complete', 'integer', (c) => c.notNull())
    .addColumn('closed', 'integer', (c) => c.notNull())
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addColumn('rows_read', 'bigint', (c) => c.notNull())
    .addColumn('rows_total', 'bigint')
    .addColumn('summary', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_month_pk', ['partner_id', 'month'])
    .execute();
  await db.schema
    .createTable('usage_row')
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('partner_id', 'text')
    .addColumn('entity_type', 'text')
    .addColumn('entity_id', 'text')
    .addColumn('rest_api_count', 'bigint', (c) => c.notNull())
    .addColumn('webhook_count', 'bigint', (c) => c.notNull())
    .addColumn('is_active', 'integer')
    .addColumn('first_call_at', 'bigint')
    .addColumn('latest_call_at', 'bigint')
    .addColumn('created_at', 'bigint')
    .addColumn('updated_at', 'bigint')
    .addPrimaryKeyConstraint('usage_row_pk', ['generation', 'id'])
    .execute();
  await db.schema
    .createTable('own_usage')
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('own_usage_pk', ['month', 'kind', 'name'])
    .execute();
  await addFuelTables(db);
  await db.schema
    .createTable('preference')
    .addColumn('sub', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('preference_pk', ['sub', 'key'])
    .execute();
}

async function addFuelTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fuel_row')
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('occurred_at', 'bigint')
    .addColumn('vehicle_id', 'text')
    .addColumn('fleet_ref', 'text')
    .addColumn('source_vehicle_id', 'text')
    .addColumn('source_driver_id', 'text')
    .addColumn('fuel_vendor', 'text')
    .addColumn('transaction_jurisdiction', 'text')
    .addColumn('fuel_type', 'text')
    .addColumn('fuel_volume', 'double precision')
    .addColumn('total_cost', 'double precision')
    .addColumn('currency', 'text')
    .addColumn('odometer', 'double precision')
    .addColumn('item', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('fuel_row_pk', ['generation', 'place'])
    .execute();
  await db.schema.createIndex('fuel_row_id').on('fuel_row').columns(['generation', 'id']).unique().execute();
  await db.schema
    .createIndex('fuel_row_vehicle')
    .on('fuel_row')
    .columns(['generation', 'vehicle_id', 'occurred_at', 'place'])
    .where(sql<boolean>`vehicle_id IS NOT NULL`)
    .execute();
  await db.schema
    .createTable('fuel_finding')
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('check_name', 'text', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('fuel_finding_pk', ['generation', 'check_name', 'place'])
    .execute();
  await db.schema
    .createTable('fuel_vehicle')
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addColumn('vehicle_id', 'text', (c) => c.notNull())
    .addColumn('distance_meters', 'double precision')
    .addColumn('fuel_liters', 'double precision')
    .addColumn('meters_per_liter', 'double precision')
    .addColumn('detail', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('fuel_vehicle_pk', ['generation', 'vehicle_id'])
    .execute();
}
