/** Loads that left the board, searched in the store: hundreds of thousands of them, none in memory. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { searchText } from './activity.ts';
import type { Database, Tables } from './database.ts';
import type { Pause } from './delete-old.ts';
import { inChunks } from './query.ts';

export type ArchivedLoadRow = Tables['archived_load'];

/** One that is to be archived, with what the board last showed. */
export interface NewArchivedLoad {
  readonly row: Omit<ArchivedLoadRow, 'search'>;
  /** What it is found by, beside what stands in the row. */
  readonly references: readonly (string | null | undefined)[];
  /** Found by their last characters too, as VINs and numbers of loads are told on the phone. */
  readonly numbers: readonly (string | null | undefined)[];
  /** JSON. */
  readonly item: string;
}

export interface ArchivedFilter {
  /** Each must begin a word of the load; capitals and accents do not matter. */
  readonly q?: string | undefined;
  readonly reason?: string | undefined;
  readonly fleet_id?: string | undefined;
  /** From this instant (ms), and before that one. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only those behind this one. */
  readonly after?: Position | undefined;
  readonly limit: number;
}
interface Position {
  readonly at: number;
  readonly id: string;
}

const COLUMNS = [
  'n',
  'load_id',
  'load_ref',
  'reason',
  'since',
  'archived_at',
  'archived_by',
  'archived_by_name',
  'watched_at',
  'origin',
  'destination',
  'vehicle_id',
  'vehicle_name',
  'fleet_id',
  'fleet_ref',
  'fleet_name',
] as const satisfies readonly (keyof ArchivedLoadRow)[];
export type ListedLoadRow = Pick<ArchivedLoadRow, (typeof COLUMNS)[number]>;

/** A word that more loads have than this is looked for newest first, row by row: they are found soon. */
const COMMON = 5_000;
const SEARCHED_AT_ONCE = 2_000;
const LONGEST_WORD = 40;
const MOST_WORDS = 40;
/** Shorter endings are no help. */
const SHORTEST_END = 4;
/** SQLite takes 32,766 values in one statement. */
const ROWS_PER_STATEMENT = 500;
const PURGED_AT_ONCE = 50;

const split = (text: string) => searchText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of what is searched for: `LD-4711` is looked for as `ld4711`, which is how it is kept too. */
const wordsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((part) => split(part).join('').slice(0, LONGEST_WORD))
    .filter((word) => word !== '');

/** Every word by which a load is found: the parts of each text, and each text between spaces without the marks in it. */
export function searchWords({ row, references, numbers }: Omit<NewArchivedLoad, 'item'>): string[] {
  const words = new Set<string>();
  const add = (word: string) => {
    if (word !== '' && words.size < MOST_WORDS) words.add(word.slice(0, LONGEST_WORD));
  };
  const numbered = [row.load_ref, ...numbers].flatMap((text) => (text ? wordsOf(text) : []));
  for (const word of numbered) add(word);
  for (const text of [
    row.load_ref,
    row.load_id,
    row.vehicle_name,
    row.fleet_name,
    row.fleet_ref,
    row.origin,
    row.destination,
    ...references,
  ]) {
    if (!text) continue;
    for (const word of wordsOf(text)) add(word);
    for (const word of split(text)) add(word);
  }
  for (const word of numbered) for (let n = SHORTEST_END; n < word.length; n += 1) add(word.slice(-n));
  return [...words];
}

/** In the transaction that takes them off the board. */
export async function addArchivedLoads(db: Database, loads: readonly NewArchivedLoad[]): Promise<void> {
  if (loads.length === 0) return;
  await removeFromArchive(
    db,
    loads.map(({ row }) => row.load_id),
  );
  for (let i = 0; i < loads.length; i += ROWS_PER_STATEMENT) {
    const some = loads.slice(i, i + ROWS_PER_STATEMENT).map((load) => ({ load, words: searchWords(load) }));
    const rows = some.map(({ load, words }) => ({
      ...load.row,
      search: words.map((one) => ` ${one}`).join(''),
    }));
    await db.insertInto('archived_load').values(rows).execute();
    await db
      .insertInto('archived_load_item')
      .values(some.map(({ load }) => ({ n: load.row.n, item: load.item })))
      .execute();
    const words = some.flatMap(({ load, words }) => words.map((word) => ({ word, n: load.row.n })));
    await inChunks(words, async (values) => {
      await db.insertInto('archived_load_word').values(values).execute();
      return [];
    });
  }
}

/** In the transaction that puts them on the board. */
export async function removeFromArchive(db: Database, load_ids: readonly string[]): Promise<void> {
  const rows = await inChunks(load_ids, (some) =>
    db.selectFrom('archived_load').select(['n', 'search']).where('load_id', 'in', some).execute(),
  );
  await deleteRows(db, rows);
}

async function deleteRows(
  db: Database,
  rows: readonly Pick<ArchivedLoadRow, 'n' | 'search'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const words = rows.flatMap(({ n, search }) =>
    search.split(' ').flatMap((word) => (word === '' ? [] : [{ word, n }])),
  );
  await inChunks(words, async (some) => {
    const values = some.map(({ word, n }) => sql`(${word}, CAST(${n} AS bigint))`);
    await sql`DELETE FROM archived_load_word WHERE (word, n) IN (VALUES ${sql.join(values)})`.execute(db);
    return [];
  });
  for (const table of ['archived_load_item', 'archived_load'] as const)
    await inChunks(rows, async (some) => {
      await db
        .deleteFrom(table)
        .where(
          'n',
          'in',
          some.map(({ n }) => n),
        )
        .execute();
      return [];
    });
}

/** Newest first. */
export async function listArchivedLoads(db: Database, filter: ArchivedFilter): Promise<ListedLoadRow[]> {
  const words = wordsOf(filter.q ?? '');
  if (words.length === 0) return select(db, sql`archived_load`, filter, [], filter.limit);
  const rare = await rarest(db, words);
  if (rare.count <= COMMON) {
    const found = sql`(
      WITH found AS MATERIALIZED (SELECT DISTINCT n FROM archived_load_word WHERE ${begins(rare.word)})
      SELECT a.* FROM found CROSS JOIN archived_load a WHERE a.n = found.n) AS a`;
    return select(db, found, filter, words, filter.limit);
  }
  const rows: ListedLoadRow[] = [];
  for (let { after } = filter; ; ) {
    const last = await endOfSlice(db, { ...filter, after });
    const slice = { ...filter, after, last };
    rows.push(...(await select(db, sql`archived_load`, slice, words, filter.limit - rows.length)));
    if (!last || rows.length === filter.limit) return rows;
    after = last;
    await setImmediate();
  }
}

/** All that match, a page at a time, newest first. */
export async function* archivedLoadPages(
  db: Database,
  filter: Omit<ArchivedFilter, 'after' | 'limit'>,
  size: number,
): AsyncGenerator<ListedLoadRow[]> {
  for (let after: Position | undefined; ; ) {
    const rows = await listArchivedLoads(db, { ...filter, after, limit: size });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = { at: last.archived_at, id: last.load_id };
    await setImmediate();
  }
}

export async function archivedLoad(
  db: Database,
  load_id: string,
): Promise<(ListedLoadRow & { readonly item: string }) | undefined> {
  return db
    .selectFrom('archived_load')
    .innerJoin('archived_load_item', 'archived_load_item.n', 'archived_load.n')
    .select(COLUMNS.map((column) => `archived_load.${column}` as const))
    .select('archived_load_item.item')
    .where('load_id', '=', load_id)
    .executeTakeFirst();
}

/** Those of these loads that are in the archive. */
export async function archivedLoadsOf(db: Database, load_ids: readonly string[]): Promise<ListedLoadRow[]> {
  return inChunks(load_ids, (some) =>
    db.selectFrom('archived_load').select(COLUMNS).where('load_id', 'in', some).execute(),
  );
}

/** Forgets what was archived before `before` (ms). */
export async function purgeArchivedLoads(db: Database, before: number, pause: Pause = {}): Promise<void> {
  while (!pause.signal?.aborted) {
    const rows = await db
      .selectFrom('archived_load')
      .select(['n', 'search'])
      .where('archived_at', '<', before)
      .limit(PURGED_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute((store) => deleteRows(store, rows));
    await setImmediate();
  }
}

/** The word that the fewest loads have, and how many; one more than COMMON stands for many. */
async function rarest(db: Database, words: readonly string[]): Promise<{ word: string; count: number }> {
  const counted: { word: string; count: number }[] = [];
  for (const word of words) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM
      (SELECT 1 FROM archived_load_word WHERE ${begins(word)} LIMIT ${COMMON + 1}) AS counted`.execute(db);
    counted.push({ word, count: Number(rows[0]?.count ?? 0) });
  }
  counted.sort((a, b) => a.count - b.count);
  return counted[0] as { word: string; count: number };
}

/** The last character of Unicode ends the range of words with one beginning. */
const begins = (word: string) => sql<boolean>`word >= ${word} AND word < ${`${word}\u{10FFFF}`}`;

function conditions(filter: Omit<ArchivedFilter, 'limit'>): RawBuilder<unknown>[] {
  const { reason, fleet_id, since, until, after } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (reason !== undefined) all.push(sql`reason = ${reason}`);
  if (fleet_id !== undefined) all.push(sql`fleet_id = ${fleet_id}`);
  if (since !== undefined) all.push(sql`archived_at >= ${since}`);
  if (until !== undefined) all.push(sql`archived_at < ${until}`);
  // The first condition says nothing new, but it is the one that an index can begin at.
  if (after) all.push(sql`archived_at <= ${after.at}`, behind(after));
  return all;
}

const behind = ({ at, id }: Position) =>
  sql<boolean>`(archived_at < ${at} OR (archived_at = ${at} AND load_id > ${id}))`;

const where = (all: readonly RawBuilder<unknown>[]) =>
  all.length === 0 ? sql`` : sql`WHERE ${sql.join([...all], sql` AND `)}`;

async function select(
  db: Database,
  from: RawBuilder<unknown>,
  filter: Omit<ArchivedFilter, 'limit'> & { readonly last?: Position | undefined },
  words: readonly string[],
  limit: number,
): Promise<ListedLoadRow[]> {
  const all = conditions(filter);
  if (filter.last) all.push(sql`archived_at >= ${filter.last.at}`, sql`NOT ${behind(filter.last)}`);
  // Words are letters and digits alone: nothing in them is a pattern.
  for (const word of words) all.push(sql`search LIKE ${`% ${word}%`}`);
  const { rows } = await sql<ListedLoadRow>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM ${from} ${where(all)}
    ORDER BY archived_at DESC, load_id LIMIT ${limit}`.execute(db);
  return rows;
}

async function endOfSlice(
  db: Database,
  filter: Omit<ArchivedFilter, 'limit'>,
): Promise<Position | undefined> {
  const { rows } = await sql<{ archived_at: number; load_id: string }>`
    SELECT archived_at, load_id FROM archived_load ${where(conditions(filter))}
    ORDER BY archived_at DESC, load_id LIMIT 1 OFFSET ${SEARCHED_AT_ONCE - 1}`.execute(db);
  const [last] = rows;
  return last && { at: last.archived_at, id: last.load_id };
}
