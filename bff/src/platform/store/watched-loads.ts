/** The watched loads and the last response for each. The service lists no loads, so this table is the only record of them. */
import type { LatLon } from '@waypost/geo/geodesy';
import { sql } from 'kysely';
import { type ActivityRow, addActivity } from './activity.ts';
import { addArchivedLoads, type NewArchivedLoad, removeFromArchive } from './archived-loads.ts';
import type { ArrivalCaseRow } from './arrival-cases.ts';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import {
  above,
  addRow,
  addRows,
  inChunks,
  putRows,
  readSetting,
  rowsOf,
  updateRow,
  writeSetting,
} from './query.ts';
import { inTransaction } from './transaction.ts';

export type WatchedLoadRow = Tables['watched_load'];
export type PositionRow = Tables['vehicle_position'];
/** Of a known vehicle; `occurred_at` in milliseconds since 1970. */
export type RecordedPosition = Readonly<Omit<PositionRow, 'vehicle_id'>>;

const VERSION = 'board_version';
const HORIZON = 'board_horizon';

/** Committed together. */
interface BoardChanges {
  readonly rows: readonly WatchedLoadRow[];
  readonly positions: readonly PositionRow[];
  readonly cases: readonly ArrivalCaseRow[];
  readonly archived: readonly NewArchivedLoad[];
  /** Loads added to the board; they leave the archive. */
  readonly added: readonly string[];
  /** Entries of the activity log about these changes. */
  readonly entries: readonly ActivityRow[];
}

interface StoredBoard {
  readonly rows: WatchedLoadRow[];
  /** Newest committed change number. */
  readonly version: number;
  /** Changes at or below this number may be deleted (removed loads are purged). */
  readonly horizon: number;
}

export async function loadBoard(db: Database): Promise<StoredBoard> {
  await addRow(db, 'setting', { key: VERSION, value: '0' }, 'ignore');
  const { rows, version } = await changedSince(db, -1);
  const horizon = Number((await readSetting(db, HORIZON)) ?? 0);
  return { rows, version, horizon };
}

export const boardVersion = async (db: Database): Promise<number> =>
  Number((await readSetting(db, VERSION)) ?? 0);

/** Rows changed after `version`, oldest change first, at most `limit`, and the change number up to which these are all. */
export async function changedSince(
  db: Database,
  version: number,
  limit?: number,
): Promise<{ rows: WatchedLoadRow[]; version: number }> {
  // Number first: the rows then contain at least everything it counts.
  const counted = await boardVersion(db);
  if (counted === version) return { rows: [], version };
  const rows = await rowsOf(db, 'watched_load', { version: above(version) }, ['version'], limit);
  const last = rows.at(-1)?.version ?? 0;
  return { rows, version: rows.length === limit ? last : Math.max(counted, last) };
}

/** Read times of watched loads since `after` (ms). */
export async function readTimesSince(
  db: Database,
  after: number,
): Promise<{ load_id: string; read_at: number | null }[]> {
  return db
    .selectFrom('watched_load')
    .select(['load_id', 'read_at'])
    .where('watched', '=', 1)
    .where('read_at', '>', after)
    .execute();
}

/**
 * Commits changed loads, positions, archive changes, entries of the activity log and the new change number in one transaction. False
 * when `before` is not the newest number, because another server has committed: apply its changes first. Publish only after true, so
 * that a browser never holds a number the database does not know.
 */
export async function saveChanges(
  db: Database,
  { rows, positions, cases, archived, added, entries }: BoardChanges,
  numbers: { readonly before: number; readonly after: number },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Must come first: it locks the number, which serializes commits of all servers.
    if (
      !(await updateRow(
        trx,
        'setting',
        { key: VERSION, value: String(numbers.before) },
        { value: String(numbers.after) },
      ))
    )
      return false;
    await putRows(trx, 'watched_load', ['load_id'], rows);
    await addRows(trx, 'vehicle_position', positions, 'ignore');
    await addRows(trx, 'arrival_case', cases, 'ignore');
    await removeFromArchive(trx, added);
    await addArchivedLoads(trx, archived);
    for (const entry of entries) await addActivity(trx, entry);
    return true;
  });
}

/** Takes the lock of `saveChanges`: transactions that change several loads without it would wait for each other in a circle. */
const lockBoard = (trx: Database) => updateRow(trx, 'setting', { key: VERSION }, { value: sql`value` });

export async function saveReadTimes(db: Database, reads: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockBoard(trx);
    await inChunks([...reads], async (chunk) => {
      const values = chunk.map(([id, at]) => sql`(CAST(${id} AS text), CAST(${at} AS bigint))`);
      await sql`WITH saved (load_id, read_at) AS (VALUES ${sql.join(values)})
        UPDATE watched_load SET read_at = saved.read_at FROM saved
        WHERE watched_load.load_id = saved.load_id`.execute(trx);
      return [];
    });
  });
}

/** Deletes loads removed before `before` (ms) and raises the horizon, so that browsers behind it reload. */
export async function purgeRemoved(db: Database, before: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockBoard(trx);
    const horizon = Number((await readSetting(trx, HORIZON)) ?? 0);
    const deleted = await trx
      .deleteFrom('watched_load')
      .where('watched', '=', 0)
      .where('watched_at', '<', before)
      .returning('version')
      .execute();
    const raised = deleted.reduce((highest, { version }) => Math.max(highest, version), horizon);
    if (deleted.length > 0) await writeSetting(trx, HORIZON, String(raised));
    return raised;
  });
}

const positionsOf = (db: Database, vehicle_id: string, since: number, until = Number.MAX_SAFE_INTEGER) =>
  db
    .selectFrom('vehicle_position')
    .selectAll()
    .where('vehicle_id', '=', vehicle_id)
    .where('occurred_at', '>=', since)
    .where('occurred_at', '<=', until);

/** The newest `limit` positions of a vehicle from `since` to `until` (ms), oldest first. */
export async function trailOf(
  db: Database,
  vehicle_id: string,
  since: number,
  limit: number,
  until?: number,
): Promise<PositionRow[]> {
  const newest = positionsOf(db, vehicle_id, since, until).orderBy('occurred_at', 'desc').limit(limit);
  return (await newest.execute()).reverse();
}

export function positionsBetween(
  db: Database,
  vehicle_id: string,
  since: number,
  until: number,
): Promise<PositionRow[]> {
  return positionsOf(db, vehicle_id, since, until).orderBy('occurred_at').execute();
}

const METERS_PER_DEGREE = 111_320;

/** Times of the first and last position of a vehicle in a box around a place at or after `since` (ms); null: none. */
export async function timesWithin(
  db: Database,
  vehicle_id: string,
  { latitude, longitude }: LatLon,
  meters: number,
  since: number,
): Promise<{ first: number; last: number } | null> {
  const north = meters / METERS_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const row = await db
    .selectFrom('vehicle_position')
    .select(({ fn }) => [fn.min('occurred_at').as('first'), fn.max('occurred_at').as('last')])
    .where('vehicle_id', '=', vehicle_id)
    .where('occurred_at', '>=', since)
    .where('latitude', '>=', latitude - north)
    .where('latitude', '<=', latitude + north)
    .where('longitude', '>=', longitude - east)
    .where('longitude', '<=', longitude + east)
    .executeTakeFirst();
  return row?.first == null || row.last == null ? null : { first: Number(row.first), last: Number(row.last) };
}

export function firstPositionSince(
  db: Database,
  vehicle_id: string,
  since: number,
): Promise<PositionRow | undefined> {
  return positionsOf(db, vehicle_id, since).orderBy('occurred_at').limit(1).executeTakeFirst();
}

export async function purgePositions(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'vehicle_position', ['vehicle_id', 'occurred_at'], sql`occurred_at < ${before}`, pause);
}
