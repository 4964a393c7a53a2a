/** Loads that left the board, searched in the database: there may be hundreds of thousands, none are in memory. */
import { type RawBuilder, sql } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import { searchText } from './activity.ts';
import type { Database, Tables } from './database.ts';
import type { Pause } from './delete-old.ts';
import { deleteRowsIn, inChunks, inPages } from './query.ts';
import { inTransaction } from './transaction.ts';

type ArchivedLoadRow = Tables['archived_load'];

export interface NewArchivedLoad {
  readonly row: Omit<ArchivedLoadRow, 'search'>;
  /** Searchable texts besides those in the row. */
  readonly references: readonly (string | null | undefined)[];
  /** Also found by their last characters, the way people quote VINs and load numbers on the phone. */
  readonly numbers: readonly (string | null | undefined)[];
  /** JSON of the load as last shown on the board. */
  readonly item: string;
}

export interface ArchivedFilter {
  /** Words; each must be the beginning of a word of the load. Case and accents are ignored. */
  readonly q?: string | undefined;
  readonly reason?: string | undefined;
  readonly fleet_id?: string | undefined;
  /** Milliseconds, inclusive; `until` is exclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Cursor: only loads after the one with this `n`. */
  readonly after?: number | undefined;
  readonly limit: number;
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

/** Up to this many loads with a word are checked one by one. */
const RARE_MAX = 5_000;
/** For words that very many loads have, only the newest loads are searched first; the rest follows if these do not suffice. */
const NEWEST_COUNT = 1_000;
const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 40;
/** Shorter suffixes do not narrow a search. */
const MIN_SUFFIX_LENGTH = 4;
/** SQLite allows 32,766 values in one statement. */
const ROWS_PER_STATEMENT = 500;
const ROWS_PER_PURGE = 50;
const WORDS_PER_QUERY = 100;

const split = (text: string) => searchText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a search text: `LD-4711` becomes `ld4711`, as it is indexed. */
const searchTermsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((part) => split(part).join('').slice(0, MAX_WORD_LENGTH))
    .filter((word) => word !== '');

/** Filters are indexed as words too; no word of a text starts with `=`. */
const reasonWord = (reason: string) => `=reason:${reason}`;
const fleetWord = (fleet_id: string) => `=fleet:${fleet_id}`;

/** Every word by which a load is found: the parts of each text, and its space-separated words without punctuation. */
function searchWords({ row, references, numbers }: Omit<NewArchivedLoad, 'item'>): string[] {
  const words = new Set<string>([reasonWord(row.reason)]);
  if (row.fleet_id !== null) words.add(fleetWord(row.fleet_id));
  const add = (word: string) => {
    if (word !== '' && words.size < MAX_WORDS) words.add(word.slice(0, MAX_WORD_LENGTH));
  };
  const numbered = [row.load_ref, ...numbers].flatMap((text) => (text ? searchTermsOf(text) : []));
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
    for (const word of searchTermsOf(text)) add(word);
    for (const word of split(text)) add(word);
  }
  for (const word of numbered) for (let n = MIN_SUFFIX_LENGTH; n < word.length; n += 1) add(word.slice(-n));
  return [...words];
}

/** To be called in the transaction that removes these loads from the board. */
export async function addArchivedLoads(db: Database, loads: readonly NewArchivedLoad[]): Promise<void> {
  if (loads.length === 0) return;
  await removeFromArchive(
    db,
    loads.map(({ row }) => row.load_id),
  );
  for (const some of chunksOf(loads, ROWS_PER_STATEMENT)) {
    const chunk = some.map((load) => ({ load, words: searchWords(load) }));
    const rows = chunk.map(({ load, words }) => ({
      ...load.row,
      search: ` ${words.join(' ')} `,
    }));
    await db.insertInto('archived_load').values(rows).execute();
    await db
      .insertInto('archived_load_item')
      .values(chunk.map(({ load }) => ({ n: load.row.n, item: load.item })))
      .execute();
    const words = chunk.flatMap(({ load, words }) => words.map((word) => ({ word, n: load.row.n })));
    await inChunks(words, async (values) => {
      await db.insertInto('archived_load_word').values(values).execute();
      return [];
    });
  }
}

/** To be called in the transaction that adds these loads to the board. */
export async function removeFromArchive(db: Database, load_ids: readonly string[]): Promise<void> {
  const rows = await inChunks(load_ids, (chunk) =>
    db.selectFrom('archived_load').select(['n', 'search']).where('load_id', 'in', chunk).execute(),
  );
  await deleteRows(db, rows);
}

async function deleteRows(
  db: Database,
  rows: readonly Pick<ArchivedLoadRow, 'n' | 'search'>[],
): Promise<void> {
  for (const { n, search } of rows)
    await db
      .deleteFrom('archived_load_word')
      .where('n', '=', n)
      .where('word', 'in', search.trim().split(' '))
      .execute();
  const numbers = rows.map(({ n }) => n);
  await deleteRowsIn(db, 'archived_load_item', 'n', numbers);
  await deleteRowsIn(db, 'archived_load', 'n', numbers);
}

export async function listArchivedLoads(db: Database, filter: ArchivedFilter): Promise<ListedLoadRow[]> {
  const { limit } = filter;
  const range = await rangeOf(db, filter);
  const terms = termsOf(filter);
  if (terms.length === 0) return rowsOf(db, range, sql``, limit);
  const all = sql` AND ${sql.join(terms.map(inRow), sql` AND `)}`;
  const rare = await rarest(db, terms, range);
  if (rare !== null) return rowsAmong(db, await numbersOf(db, [rare], range), all, limit);
  if (terms.length === 1 && terms[0]?.exact)
    return rowsAmong(db, await numbersOf(db, terms, range, limit), all, limit);
  const end = await endOfNewest(db, range);
  const newest = await rowsOf(db, end === null ? range : { ...range, from: end }, all, limit);
  if (end === null || newest.length === limit) return newest;
  const left = limit - newest.length;
  const older = await numbersOf(db, terms, { ...range, before: end }, left);
  return [...newest, ...(await rowsAmong(db, older, all, left))];
}

export const archivedLoadPages = (
  db: Database,
  filter: Omit<ArchivedFilter, 'after' | 'limit'>,
  size: number,
): AsyncGenerator<ListedLoadRow[]> =>
  inPages(size, (last) => listArchivedLoads(db, { ...filter, after: last && Number(last.n), limit: size }));

/** Each with the JSON of the load as last shown on the board. */
export async function archivedWithItems(
  db: Database,
  load_ids: readonly string[],
): Promise<(ListedLoadRow & { readonly item: string })[]> {
  return inChunks(load_ids, (chunk) =>
    db
      .selectFrom('archived_load')
      .innerJoin('archived_load_item', 'archived_load_item.n', 'archived_load.n')
      .select(COLUMNS.map((column) => `archived_load.${column}` as const))
      .select('archived_load_item.item')
      .where('load_id', 'in', chunk)
      .execute(),
  );
}

export async function archivedLoadsOf(db: Database, load_ids: readonly string[]): Promise<ListedLoadRow[]> {
  return inChunks(load_ids, (chunk) =>
    db.selectFrom('archived_load').select(COLUMNS).where('load_id', 'in', chunk).execute(),
  );
}

/** Loads that left the board after change number `after`, up to `until`, in this order. */
export async function archivedLoadsBetween(
  db: Database,
  after: number,
  until: number,
): Promise<ListedLoadRow[]> {
  return db
    .selectFrom('archived_load')
    .select(COLUMNS)
    .where('n', '>', after)
    .where('n', '<=', until)
    .orderBy('n')
    .execute();
}

/** Last board state of those loads whose vehicle passes `isWanted`. */
export async function archivedItems(
  db: Database,
  load_ids: readonly string[],
  isWanted: (vehicle_id: string) => boolean,
): Promise<{ load_id: string; vehicle_id: string; item: string }[]> {
  const rows = (await archivedLoadsOf(db, load_ids)).flatMap(({ n, load_id, vehicle_id }) =>
    vehicle_id !== null && isWanted(vehicle_id) ? [{ n, load_id, vehicle_id }] : [],
  );
  const items = await inChunks(
    rows.map(({ n }) => n),
    (chunk) => db.selectFrom('archived_load_item').selectAll().where('n', 'in', chunk).execute(),
  );
  const byNumber = new Map(items.map(({ n, item }) => [Number(n), item]));
  return rows.flatMap(({ n, load_id, vehicle_id }) => {
    const item = byNumber.get(Number(n));
    return item === undefined ? [] : [{ load_id, vehicle_id, item }];
  });
}

export async function purgeArchivedLoads(db: Database, before: number, pause: Pause = {}): Promise<void> {
  while (!pause.signal?.aborted) {
    const rows = await db
      .selectFrom('archived_load')
      .select(['n', 'search', 'load_id'])
      .where('archived_at', '<', before)
      .limit(ROWS_PER_PURGE)
      .execute();
    if (rows.length === 0) return;
    await inTransaction(db, async (store) => {
      await deleteRows(store, rows);
      const load_ids = rows.map(({ load_id }) => load_id);
      await deleteRowsIn(store, 'load_list_load', 'load_id', load_ids);
    });
  }
}

/** Range of change numbers `n`. They grow as loads are archived, so a time range maps to one. */
interface Range {
  readonly from: number;
  readonly before: number;
}

interface Term {
  readonly word: string;
  /** False: matches the beginning of a word. */
  readonly exact: boolean;
}

async function rangeOf(db: Database, { since, until, after }: ArchivedFilter): Promise<Range> {
  const firstAt = async (at: number | undefined, none: number) => {
    if (at === undefined) return none;
    const row = await db
      .selectFrom('archived_load')
      .select('n')
      .where('archived_at', '>=', at)
      .orderBy('archived_at')
      .orderBy('n')
      .limit(1)
      .executeTakeFirst();
    return Number(row?.n ?? Number.MAX_SAFE_INTEGER);
  };
  const before = await firstAt(until, Number.MAX_SAFE_INTEGER);
  return { from: await firstAt(since, 0), before: Math.min(before, after ?? before) };
}

function termsOf({ q, reason, fleet_id }: ArchivedFilter): Term[] {
  const exact = [
    ...(reason === undefined ? [] : [reasonWord(reason)]),
    ...(fleet_id === undefined ? [] : [fleetWord(fleet_id)]),
  ];
  return [
    ...exact.map((word) => ({ word, exact: true })),
    ...searchTermsOf(q ?? '').map((word) => ({ word, exact: false })),
  ];
}

/** Condition on the word table. The last Unicode character ends the range of words with a common prefix. */
const hasTerm = ({ word, exact }: Term, { from, before }: Range) =>
  sql`${exact ? sql`word = ${word}` : sql`word >= ${word} AND word < ${`${word}\u{10FFFF}`}`} AND n >= ${from} AND n < ${before}`;

/** Condition on a row. Words contain no LIKE wildcard except the underscore in a reason, which matches itself. */
const inRow = ({ word, exact }: Term) => sql`search LIKE ${exact ? `% ${word} %` : `% ${word}%`}`;

/** The term that the fewest loads have; null when every term is common. */
async function rarest(db: Database, terms: readonly Term[], range: Range): Promise<Term | null> {
  let best: { readonly term: Term; readonly count: number } | null = null;
  for (const term of terms) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM
      (SELECT 1 FROM archived_load_word WHERE ${hasTerm(term, range)} LIMIT ${RARE_MAX + 1}) AS counted`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (best === null || count < best.count) best = { term, count };
  }
  return best !== null && best.count <= RARE_MAX ? best.term : null;
}

/** Change numbers of the newest loads that have all terms. */
async function numbersOf(
  db: Database,
  terms: readonly Term[],
  range: Range,
  limit = RARE_MAX,
): Promise<number[]> {
  const parts = terms.map((term) => sql`SELECT n FROM archived_load_word WHERE ${hasTerm(term, range)}`);
  // A load may have several words with the same prefix; INTERSECT removes duplicates by itself.
  const once = terms.length === 1 ? sql`DISTINCT` : sql``;
  const { rows } = await sql<{ n: number }>`
    SELECT ${once} n FROM (${sql.join(parts, sql` INTERSECT `)}) AS found ORDER BY n DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ n }) => Number(n));
}

const listed = sql.join(COLUMNS.map((column) => sql.ref(column)));

async function rowsOf(
  db: Database,
  { from, before }: Range,
  and: RawBuilder<unknown>,
  limit: number,
): Promise<ListedLoadRow[]> {
  const { rows } = await sql<ListedLoadRow>`
    SELECT ${listed} FROM archived_load WHERE n >= ${from} AND n < ${before}${and}
    ORDER BY n DESC LIMIT ${limit}`.execute(db);
  return rows;
}

async function rowsAmong(
  db: Database,
  numbers: readonly number[],
  and: RawBuilder<unknown>,
  limit: number,
): Promise<ListedLoadRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<ListedLoadRow>`
    SELECT ${listed} FROM archived_load WHERE n IN (${sql.join([...numbers])})${and}
    ORDER BY n DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Lowest change number among the newest loads of a range; null when the range has no more than these. */
async function endOfNewest(db: Database, { from, before }: Range): Promise<number | null> {
  const row = await db
    .selectFrom('archived_load')
    .select('n')
    .where('n', '>=', from)
    .where('n', '<', before)
    .orderBy('n', 'desc')
    .offset(NEWEST_COUNT - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.n);
}

/** Archived loads whose number may be one of these texts or contain one; the caller compares the numbers. */
export async function archivedCandidatesByNumber(
  db: Database,
  texts: readonly string[],
): Promise<Pick<ArchivedLoadRow, 'load_id' | 'load_ref' | 'archived_at' | 'reason'>[]> {
  // The longest word of a number is the most selective.
  const words = texts.flatMap((text) => searchTermsOf(text).sort((a, b) => b.length - a.length)[0] ?? []);
  const found = await inChunks(
    [...new Set(words)],
    (chunk) =>
      db
        .selectFrom('archived_load_word')
        .select(['word', 'n'])
        .where('word', 'in', chunk)
        .orderBy('n', 'desc')
        .limit(RARE_MAX)
        .execute(),
    WORDS_PER_QUERY,
  );
  return inChunks([...new Set(found.map(({ n }) => n))], (chunk) =>
    db
      .selectFrom('archived_load')
      .select(['load_id', 'load_ref', 'archived_at', 'reason'])
      .where('n', 'in', chunk)
      .execute(),
  );
}
