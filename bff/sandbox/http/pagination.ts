/**
 * Paging of all lists: a strict total order, and cursors that refer to a key in that order instead of a record count. Records
 * added or removed between pages shift nothing.
 *
 * A cursor is opaque and signed: it contains the key of a record, the direction to read, and values pinned by the first page
 * (`pinned`, such as a default time window). It is valid for one list with one set of filters.
 */
import { createHash, createHmac } from 'node:crypto';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { invalid } from './problem.ts';

/** Sort key of a record; the last part is unique. Null sorts last. */
export type Key = readonly (string | number | null)[];
export type Direction = 'asc' | 'desc';

/** An ordered list with lazy access. */
export interface Listing<T> {
  readonly total: number;
  /** Direction of each part of the key; ascending by default. */
  readonly directions?: readonly Direction[];
  readonly keyAt: (index: number) => Key;
  readonly itemAt: (index: number) => T;
}

/** Read forward `from` or `after` a key, or backward `until` or `before` it. */
type Side = 'from' | 'after' | 'until' | 'before';
const SIDES: readonly Side[] = ['from', 'after', 'until', 'before'];

type Pinned = Readonly<Record<string, number>>;

export interface Cursor {
  readonly side: Side;
  readonly key: Key;
  readonly pinned: Pinned;
}

/** Protects nothing of value; constant, so that cursors survive a restart. */
const SIGNING_KEY = createHash('sha256').update('cursors of the sandbox').digest();
const SIGNATURE_CHARACTERS = 16;

function signatureOf(text: string, list: string): string {
  return createHmac('sha256', SIGNING_KEY)
    .update(`${list}\n${text}`)
    .digest('base64url')
    .slice(0, SIGNATURE_CHARACTERS);
}

/** Identifies a list: its endpoint and filters, without paging parameters. */
export function listIdentity(endpoint: string, query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== 'cursor' && name !== 'size' && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${endpoint} ${JSON.stringify(filters)}`;
}

/** Serializes a cursor, for lists with their own paging. */
export function sealCursor(list: string, side: Side, key: Key, pinned: Pinned): string {
  const text = Buffer.from(JSON.stringify([side, key, pinned])).toString('base64url');
  return text + signatureOf(text, list);
}

/** Parses the query's cursor, or returns null without one. Throws a 422 for `cursor` when it does not belong to this list. */
export function openCursor(text: string | undefined, list: string): Cursor | null {
  if (text === undefined) return null;
  const body = text.slice(0, -SIGNATURE_CHARACTERS);
  if (text !== body + signatureOf(body, list))
    throw invalid('cursor', text, 'is not a cursor for this list with these filters', 'invalid_cursor');
  const [side, key, pinned] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [
    Side,
    Key,
    Pinned,
  ];
  return { side: SIDES.includes(side) ? side : 'from', key, pinned };
}

function compareParts(a: Key[number], b: Key[number]): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** Compares two keys; parts at the same position have the same type. */
export function compareKeys(a: Key, b: Key, directions: readonly Direction[] = []): number {
  for (let i = 0; i < a.length; i++) {
    const order = compareParts(a[i] ?? null, b[i] ?? null);
    if (order !== 0) return directions[i] === 'desc' ? -order : order;
  }
  return 0;
}

/** Number of records before a key, including the key itself with `withIt`. */
function countBefore<T>({ total, keyAt, directions }: Listing<T>, key: Key, inclusive: boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareKeys(keyAt(middle), key, directions);
    if (order < 0 || (inclusive && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index range (end exclusive) of the page that a cursor requests. */
function rangeOf<T>(listing: Listing<T>, cursor: Cursor | null, size: number): [number, number] {
  if (!cursor) return [0, Math.min(size, listing.total)];
  const { side, key } = cursor;
  // An empty key is the beginning of a list that was empty.
  const start = key.length === 0 ? 0 : countBefore(listing, key, side === 'after' || side === 'until');
  if (side === 'from' || side === 'after') return [start, Math.min(start + size, listing.total)];
  return [Math.max(0, start - size), start];
}

export interface Page<T> {
  readonly items: T[];
  readonly total: number;
  readonly current_page: string;
  readonly current_page_backwards: string;
  readonly previous_page: string | null;
  readonly next_page: string | null;
}

export interface PageRequest {
  /** See `listIdentity`. */
  readonly list: string;
  readonly cursor: Cursor | null;
  readonly size: number | undefined;
  /** Included in every cursor of this page. */
  readonly pinned?: Pinned;
}

/** One page with its cursors. Items are in list order in both directions. */
export function paginate<T>(listing: Listing<T>, request: PageRequest): Page<T> {
  const { list, cursor, size = ASSUMPTIONS.page_size_default, pinned = {} } = request;
  const [first, end] = rangeOf(listing, cursor, size);
  const seal = (side: Side, key: Key) => sealCursor(list, side, key, pinned);
  const empty = first >= end;
  const firstKey = empty ? (cursor?.key ?? []) : listing.keyAt(first);
  const lastKey = empty ? firstKey : listing.keyAt(end - 1);
  return {
    items: Array.from({ length: Math.max(0, end - first) }, (_, i) => listing.itemAt(first + i)),
    total: listing.total,
    current_page: empty && cursor ? seal(cursor.side, cursor.key) : seal('from', firstKey),
    current_page_backwards: empty && cursor ? seal(cursor.side, cursor.key) : seal('until', lastKey),
    previous_page: first > 0 ? seal('before', firstKey) : null,
    next_page: end < listing.total ? seal('after', lastKey) : null,
  };
}

/** A list from records in memory, sorted by key. */
export function listingOf<T>(
  records: Iterable<T>,
  keyOf: (record: T) => Key,
  directions?: readonly Direction[],
): Listing<T> {
  const all = [...records].sort((a, b) => compareKeys(keyOf(a), keyOf(b), directions));
  return {
    total: all.length,
    ...(directions ? { directions } : {}),
    keyAt: (index) => keyOf(all[index] as T),
    itemAt: (index) => all[index] as T,
  };
}

/** The standard page: with cursor and size from the query; filters are already applied. */
export function pageOf<T>(
  endpoint: string,
  query: Readonly<Record<string, unknown>> & {
    readonly cursor?: string | undefined;
    readonly size?: number | undefined;
  },
  listing: Listing<T>,
): Page<T> {
  const list = listIdentity(endpoint, query);
  return paginate(listing, { list, cursor: openCursor(query.cursor, list), size: query.size });
}
