/** Monitors, their events, what people entered about them, and links to loads. Functions work inside or outside a transaction. */
import { sql } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import type { Database, Tables } from './database.ts';
import { type Child, deleteOld, deleteOldWith, type Pause } from './delete-old.ts';
import { inChunks, putRows, readSetting, updateRow } from './query.ts';
import type { PositionRow } from './watched-loads.ts';

/** Without the search columns of ended monitors, see ended-monitors.ts. */
export type MonitorRow = Omit<Tables['monitor'], 'search' | 'vehicle_key' | 'vehicle_name'>;
export type MonitorEventRow = Tables['monitor_event'];
export type MonitorAboutRow = Tables['monitor_about'];
export type MonitorLinkRow = Tables['monitor_link'];

export const MONITOR_COLUMNS = [
  'id',
  'tag',
  'state',
  'events',
  'last_event_at',
  'read_at',
  'first_seen_at',
  'ended_at',
  'ended_as',
  'born_at',
  'version',
  'outside_origin_at',
] as const satisfies readonly (keyof MonitorRow)[];

const VERSION = 'monitor_version';
const VEHICLES_PER_STATEMENT = 50;
const EVENT_KEY = ['event_key', 'position'];

/**
 * Returns the next change number. Must be called first in a transaction: it locks the number, so that changes on all servers are
 * serialized and a number is never visible before all lower ones.
 */
export async function nextMonitorVersion(db: Database): Promise<number> {
  const row = await db
    .insertInto('setting')
    .values({ key: VERSION, value: '1' })
    .onConflict((c) =>
      c.column('key').doUpdateSet({ value: sql<string>`CAST(CAST(setting.value AS bigint) + 1 AS text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(row.value);
}

export async function monitorVersion(db: Database): Promise<number> {
  return Number((await readSetting(db, VERSION)) ?? 0);
}

const monitors = (db: Database) => db.selectFrom('monitor').select(MONITOR_COLUMNS);

export function monitorsSince(db: Database, version: number): Promise<MonitorRow[]> {
  return monitors(db).where('version', '>', version).orderBy('version').execute();
}

export function activeMonitors(db: Database): Promise<MonitorRow[]> {
  return monitors(db).where('ended_at', 'is', null).execute();
}

/** Monitors whose end became known at `since` (ms) or later. */
export function monitorsEndedSince(db: Database, since: number): Promise<MonitorRow[]> {
  return monitors(db).where('ended_at', '>=', since).execute();
}

export function monitorsByIds(db: Database, ids: readonly string[]): Promise<MonitorRow[]> {
  return inChunks(ids, (chunk) => monitors(db).where('id', 'in', chunk).execute());
}

export function monitorById(db: Database, id: string): Promise<MonitorRow | undefined> {
  return monitors(db).where('id', '=', id).executeTakeFirst();
}

export async function monitorIdByTag(db: Database, tag: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('monitor')
    .select('id')
    .where('tag', '=', tag)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function saveMonitor(db: Database, row: MonitorRow): Promise<void> {
  const changed = { ...row, search: null, vehicle_key: null, vehicle_name: null };
  await putRows(
    db,
    'monitor',
    ['id'],
    [changed],
    ['first_seen_at', 'outside_origin_at', 'vehicle_key', 'vehicle_name'],
  );
}

/** Records later reads that changed nothing. */
export async function recordMonitorReads(
  db: Database,
  ids: readonly string[],
  read_at: number,
): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await updateRow(db, 'monitor', { id: chunk }, { read_at });
    return [];
  });
}

/** Events by time of occurrence, oldest first. */
export async function eventsOfMonitor(db: Database, monitor_id: string): Promise<MonitorEventRow[]> {
  return (
    db
      .selectFrom('monitor_event')
      .selectAll()
      .where('monitor_id', '=', monitor_id)
      .orderBy(sql`coalesce(occurred_at, received_at)`)
      // At the same time: stops in travel order, the ending last.
      .orderBy(sql`case when kind in ('completed', 'expired', 'cancelled') then 1 else 0 end`)
      .orderBy(sql`coalesce(stop_sequence, 0)`)
      .orderBy('kind')
      .orderBy('received_at')
      .orderBy('event_key')
      .orderBy('position')
      .execute()
  );
}

/** When the newest event of any monitor was received; null: never. */
export async function lastMonitorEventAt(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('monitor_event')
    .select(sql<number | null>`max(received_at)`.as('at'))
    .executeTakeFirst();
  return row?.at == null ? null : Number(row.at);
}

/** Assigns the monitor that was created for a tag. Undefined when no creation with this tag is known. */
export async function linkAboutToMonitor(
  db: Database,
  tag: string,
  monitor_id: string,
): Promise<MonitorAboutRow | undefined> {
  return db
    .updateTable('monitor_about')
    .set({ monitor_id })
    .where('tag', '=', tag)
    .returningAll()
    .executeTakeFirst();
}

/** Completed intents whose monitor was not stored: the process ended in between. */
export async function doneIntentsWithoutMonitor(db: Database) {
  return db
    .selectFrom('monitor_about')
    .innerJoin('intent', 'intent.id', 'monitor_about.intent_id')
    .selectAll('intent')
    .where('monitor_about.monitor_id', 'is', null)
    .where('intent.state', '=', 'done')
    .where('intent.result_id', 'is not', null)
    .execute();
}

/** Deletes entries from before `before` (ms) whose monitor never appeared. */
export async function purgeAbout(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'monitor_about', ['tag'], sql`monitor_id IS NULL AND created_at < ${before}`, pause);
}

/** Deletes monitors that ended before `before` (ms) with their child rows, and old events that never matched a monitor. */
export async function purgeMonitors(db: Database, before: number, pause?: Pause): Promise<void> {
  const children: readonly Child[] = [
    { table: 'monitor_event', key: EVENT_KEY, of: 'monitor_id' },
    { table: 'monitor_link', key: ['monitor_id', 'load_id'], of: 'monitor_id' },
    { table: 'monitor_about', key: ['tag'], of: 'monitor_id' },
  ];
  await deleteOldWith(db, 'monitor', 'id', sql`ended_at < ${before}`, children, pause);
  const unmatched = sql`monitor_id IS NULL AND received_at < ${before}`;
  await deleteOld(db, 'monitor_event', EVENT_KEY, unmatched, pause);
}

/** The newest positions of each vehicle, at most `each`, oldest first. */
export async function newestPositions(
  db: Database,
  vehicle_ids: readonly string[],
  each: number,
): Promise<PositionRow[]> {
  const positions: PositionRow[] = [];
  for (const chunk of chunksOf(vehicle_ids, VEHICLES_PER_STATEMENT)) {
    // Starts at each vehicle's n-th newest position: a vehicle may have thousands.
    const { rows } = await sql<PositionRow>`
      WITH wanted(vehicle_id) AS (VALUES ${sql.join(chunk.map((id) => sql`(${id})`))})
      SELECT p.vehicle_id, p.occurred_at, p.latitude, p.longitude
      FROM wanted CROSS JOIN vehicle_position p
      WHERE p.vehicle_id = wanted.vehicle_id AND p.occurred_at >= coalesce((
        SELECT q.occurred_at FROM vehicle_position q WHERE q.vehicle_id = wanted.vehicle_id
        ORDER BY q.occurred_at DESC LIMIT 1 OFFSET ${each - 1}), 0)
      ORDER BY p.vehicle_id, p.occurred_at`.execute(db);
    positions.push(...rows);
  }
  return positions;
}

interface VehicleSpan {
  /** Key of the result. */
  readonly id: string;
  readonly vehicle_id: string;
  /** Milliseconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Recorded positions of vehicles within their spans, oldest first, by the span's `id`. */
export async function positionsWithin(
  db: Database,
  spans: readonly VehicleSpan[],
): Promise<Map<string, PositionRow[]>> {
  const found = new Map<string, PositionRow[]>();
  for (const chunk of chunksOf(spans, VEHICLES_PER_STATEMENT)) {
    const values = chunk.map(
      ({ id, vehicle_id, from, to }) =>
        sql`(${id}, ${vehicle_id}, CAST(${from} AS bigint), CAST(${to} AS bigint))`,
    );
    const { rows } = await sql<PositionRow & { readonly id: string }>`
      WITH wanted(id, vehicle_id, first_at, last_at) AS (VALUES ${sql.join(values)})
      SELECT wanted.id, p.vehicle_id, p.occurred_at, p.latitude, p.longitude
      FROM wanted CROSS JOIN vehicle_position p
      WHERE p.vehicle_id = wanted.vehicle_id AND p.occurred_at BETWEEN wanted.first_at AND wanted.last_at
      ORDER BY wanted.id, p.occurred_at`.execute(db);
    for (const { id, ...position } of rows) found.set(id, [...(found.get(id) ?? []), position]);
  }
  return found;
}
