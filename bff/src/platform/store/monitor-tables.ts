/** Tables of monitors and the site book (migration 0004). Times are milliseconds since 1970 UTC, JSON is text. */
import type { MonitorEnding } from '@waypost/contract/api/monitors';
import { type Kysely, sql } from 'kysely';

export interface MonitorTables {
  /** Known state of each monitor, merged from all facts, see monitors/reducer.ts. */
  monitor: {
    id: string;
    /** Our tag in its name (intents/ids.ts); null when it was created elsewhere. */
    tag: string | null;
    /** JSON of the reduced state. */
    state: string;
    /** Number of distinct events received. */
    events: number;
    /** Latest `occurred_at` of an event. */
    last_event_at: number | null;
    /** Latest successful read, or response to its creation. */
    read_at: number | null;
    first_seen_at: number;
    /** When Waypost learned of its end; null: no end is known. */
    ended_at: number | null;
    /** The terminal status; null while active. */
    ended_as: MonitorEnding | null;
    /** Sort key of the list: time of creation, else first seen; null in rows of an earlier version. */
    born_at: number | null;
    /** Search text of an ended monitor (monitors/ended-monitors.ts); null until indexed after the last change. */
    search: string | null;
    /** Vehicle of an ended monitor, as in `vehicleKey`. */
    vehicle_key: string | null;
    /** Unit number that an ended monitor was last seen with. */
    vehicle_name: string | null;
    /** When recorded positions showed its truck outside the origin, after tracking started and before the arrival; milliseconds. */
    outside_origin_at: number | null;
    /** Change number, shared by all monitors. */
    version: number;
  };
  /** Received events, without duplicates. */
  monitor_event: {
    /** The service's event id; a hash of the content where it has none. */
    event_key: string;
    /** Index of the record in the event. */
    position: number;
    /** Null: it names no known monitor yet; `tag` may match one later. */
    monitor_id: string | null;
    tag: string | null;
    event_id: string | null;
    event_name: string;
    kind: string;
    stop_sequence: number | null;
    occurred_at: number | null;
    received_at: number;
    delivery_id: string;
    /** JSON of the record without secrets. */
    record: string;
    /** JSON of the fact for the reducer while the monitor is unknown; null once applied. */
    fact: string | null;
  };
  /** What a person entered at creation, stored before the call under the monitor's tag. */
  monitor_about: {
    tag: string;
    intent_id: string;
    /** JSON of the create request, including `about`. */
    body: string;
    load_ref: string | null;
    created_by_name: string;
    created_at: number;
    monitor_id: string | null;
  };
  /** Links that must be remembered: found by name, or set or rejected by a person. */
  monitor_link: {
    monitor_id: string;
    load_id: string;
    source: 'created' | 'name' | 'person';
    state: 'linked' | 'rejected';
    load_ref: string | null;
    at: number;
  };
  site: {
    id: string;
    name: string;
    name_key: string;
    latitude: number;
    longitude: number;
    radius_meters: number;
    free_minutes: number | null;
    detention_rate: string | null;
    detention_currency: string | null;
    note: string | null;
    created_at: number;
    updated_at: number;
    updated_by_name: string;
  };
}

export async function addMonitorTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('monitor')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tag', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('events', 'integer', (c) => c.notNull())
    .addColumn('last_event_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('monitor_version').on('monitor').column('version').execute();
  await db.schema.createIndex('monitor_tag').on('monitor').column('tag').execute();
  await db.schema
    .createTable('monitor_event')
    .addColumn('event_key', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('monitor_id', 'text')
    .addColumn('tag', 'text')
    .addColumn('event_id', 'text')
    .addColumn('event_name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('stop_sequence', 'integer')
    .addColumn('occurred_at', 'bigint')
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('delivery_id', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('fact', 'text')
    .addPrimaryKeyConstraint('monitor_event_pk', ['event_key', 'position'])
    .execute();
  await db.schema
    .createIndex('monitor_event_monitor')
    .on('monitor_event')
    .columns(['monitor_id', 'occurred_at'])
    .execute();
  await db.schema
    .createIndex('monitor_event_tag')
    .on('monitor_event')
    .columns(['tag', 'monitor_id'])
    .execute();
  await db.schema
    .createTable('monitor_about')
    .addColumn('tag', 'text', (c) => c.primaryKey())
    .addColumn('intent_id', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('load_ref', 'text')
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('monitor_id', 'text')
    .execute();
  await db.schema.createIndex('monitor_about_monitor').on('monitor_about').column('monitor_id').execute();
  await db.schema
    .createTable('monitor_link')
    .addColumn('monitor_id', 'text', (c) => c.notNull())
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('load_ref', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('monitor_link_pk', ['monitor_id', 'load_id'])
    .execute();
  await db.schema
    .createTable('site')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('latitude', 'double precision', (c) => c.notNull())
    .addColumn('longitude', 'double precision', (c) => c.notNull())
    .addColumn('radius_meters', 'double precision', (c) => c.notNull())
    .addColumn('free_minutes', 'integer')
    .addColumn('detention_rate', 'text')
    .addColumn('detention_currency', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by_name', 'text', (c) => c.notNull())
    .execute();
}

// Columns and indexes for listing, counting and searching ended monitors (migration 0011).
const COLUMNS = [
  ['ended_as', 'text'],
  ['born_at', 'bigint'],
  ['search', 'text'],
  ['vehicle_key', 'text'],
  ['vehicle_name', 'text'],
] as const;

/** Existing rows are filled at the next start, see `unindexedMonitors`. */
export async function addMonitorColumns(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of COLUMNS)
    await db.schema.alterTable('monitor').addColumn(column, type).execute();
  await sql`CREATE INDEX monitor_ended ON monitor (born_at DESC, id) WHERE ended_as IS NOT NULL`.execute(db);
  await sql`CREATE INDEX monitor_ended_as ON monitor (ended_as, born_at DESC, id)`.execute(db);
  await sql`CREATE INDEX monitor_by_vehicle ON monitor (vehicle_key, ended_at)`.execute(db);
  await sql`CREATE INDEX monitor_unsearchable ON monitor (id) WHERE ended_at IS NOT NULL AND search IS NULL`.execute(
    db,
  );
}
