/** Ended monitors in the database: memory holds only the latest of them and those of watched loads. */
import { MONITOR_ENDINGS, type MonitorEnding } from '@waypost/contract/api/monitors';
import { type SelectQueryBuilder, sql } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import { searchText } from './activity.ts';
import type { Database, Tables } from './database.ts';
import { MONITOR_COLUMNS, type MonitorRow } from './monitors.ts';

export type EndedRow = MonitorRow & Pick<Tables['monitor'], 'vehicle_name'>;

export interface EndedFilter {
  readonly status?: MonitorEnding | undefined;
  /** Every word must occur in the monitor; case and accents are ignored. */
  readonly words?: readonly string[];
  /** Cursor: only monitors after this one. */
  readonly after?: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}
type Position = NonNullable<EndedFilter['after']>;

/** A load that may have ended monitors. */
export interface WantedLoad {
  readonly load_id: string;
  readonly vehicle_key: string;
  /** Monitors that ended before this (ms) count only when they name the load. */
  readonly since: number;
  /** Null: no monitor can name the load. */
  readonly load_ref: string | null;
}

interface SearchColumns extends Pick<Tables['monitor'], 'id' | 'version' | 'ended_as' | 'vehicle_name'> {
  readonly born_at: number;
  readonly search: string;
  readonly vehicle_key: string | null;
}

/** Rows searched per query: no index helps with parts of words. */
const ROWS_PER_SEARCH = 1_000;
const LOADS_PER_STATEMENT = 100;
const BEGINNING: Position = { at: Number.MAX_SAFE_INTEGER, id: '' };
const COLUMNS = [...MONITOR_COLUMNS, 'vehicle_name'] as const;

export async function listEndedMonitors(db: Database, filter: EndedFilter): Promise<EndedRow[]> {
  const words = (filter.words ?? []).map(searchText).filter((word) => word !== '');
  let after = filter.after ?? BEGINNING;
  if (words.length === 0)
    return ordered(db, filter.status, after).select(COLUMNS).limit(filter.limit).execute();
  const found: EndedRow[] = [];
  for (;;) {
    const last = await ordered(db, filter.status, after)
      .select(['born_at', 'id'])
      .offset(ROWS_PER_SEARCH - 1)
      .limit(1)
      .executeTakeFirst();
    const end = last && { at: last.born_at ?? 0, id: last.id };
    let query = ordered(db, filter.status, after).select(COLUMNS);
    if (end) query = query.where('born_at', '>=', end.at).where(({ not }) => not(behind(end)));
    for (const word of words) query = query.where(sql<boolean>`search LIKE ${likePattern(word)} ESCAPE '\\'`);
    found.push(...(await query.limit(filter.limit - found.length).execute()));
    if (!end || found.length === filter.limit) return found;
    after = end;
  }
}

export async function countEndedMonitors(db: Database): Promise<Record<MonitorEnding, number>> {
  const rows = await db
    .selectFrom('monitor')
    .select(['ended_as', sql<number>`count(*)`.as('n')])
    .where('ended_as', 'in', MONITOR_ENDINGS)
    .groupBy('ended_as')
    .execute();
  const of = (status: MonitorEnding) => Number(rows.find(({ ended_as }) => ended_as === status)?.n ?? 0);
  return { completed: of('completed'), expired: of('expired'), cancelled: of('cancelled') };
}

export async function endedMonitor(db: Database, id: string): Promise<EndedRow | undefined> {
  return db.selectFrom('monitor').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Monitors that these loads may have: by vehicle and time, by name, and by stored link. */
export async function monitorIdsOfLoads(
  db: Database,
  load_ids: readonly string[],
  wanted: readonly WantedLoad[],
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const some of chunksOf(load_ids, LOADS_PER_STATEMENT)) {
    const links = await db
      .selectFrom('monitor_link')
      .select('monitor_id')
      .where('load_id', 'in', some)
      .execute();
    for (const { monitor_id } of links) ids.add(monitor_id);
  }
  for (const some of chunksOf(wanted, LOADS_PER_STATEMENT)) {
    const values = some.map(
      ({ vehicle_key, since, load_ref }) =>
        sql`(CAST(${vehicle_key} AS text), CAST(${since} AS bigint), CAST(${load_ref && likePattern(searchText(load_ref.trim()))} AS text))`,
    );
    const { rows } = await sql<{ id: string }>`
      WITH wanted(vehicle_key, since, named) AS (VALUES ${sql.join(values)})
      SELECT m.id FROM wanted CROSS JOIN monitor m
      WHERE m.vehicle_key = wanted.vehicle_key AND m.ended_at IS NOT NULL
        AND (m.ended_at >= wanted.since OR m.search LIKE wanted.named ESCAPE '\\')`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** Ended monitors that have not been indexed since their last change. */
export async function unindexedMonitors(db: Database, after: string, limit: number): Promise<EndedRow[]> {
  return db
    .selectFrom('monitor')
    .select(COLUMNS)
    .where('ended_at', 'is not', null)
    .where('search', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the search columns. A row that has changed since it was read is skipped. */
export async function indexEndedMonitors(db: Database, rows: readonly SearchColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    ({ id, version, born_at, ended_as, search, vehicle_key, vehicle_name }) =>
      sql`(${id}, CAST(${version} AS bigint), CAST(${born_at} AS bigint), ${ended_as}, ${search},
        CAST(${vehicle_key} AS text), CAST(${vehicle_name} AS text))`,
  );
  await sql`
    WITH given(id, version, born_at, ended_as, search, vehicle_key, vehicle_name) AS (VALUES ${sql.join(values)})
    UPDATE monitor SET born_at = given.born_at, ended_as = given.ended_as, search = given.search,
      vehicle_key = given.vehicle_key, vehicle_name = coalesce(given.vehicle_name, monitor.vehicle_name)
    FROM given WHERE monitor.id = given.id AND monitor.version = given.version`.execute(db);
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function ordered(db: Database, status: MonitorEnding | undefined, after: Position) {
  const all: SelectQueryBuilder<Tables, 'monitor', object> = db.selectFrom('monitor');
  const query =
    status === undefined ? all.where('ended_as', 'is not', null) : all.where('ended_as', '=', status);
  // Redundant, but the likePattern that an index can start from.
  return query.where('born_at', '<=', after.at).where(behind(after)).orderBy('born_at', 'desc').orderBy('id');
}

const behind = ({ at, id }: Position) => sql<boolean>`(born_at < ${at} OR (born_at = ${at} AND id > ${id}))`;
