/**
 * Pages of a list, the same way for every list of the service: an order that nothing ties in, cursors that name a place
 * in that order rather than a number of records. Records that are added or go away while somebody pages shift nothing.
 *
 * A cursor is opaque and signed: it holds the key of a record, on which side of it to read, and what the first page has
 * fixed (`pinned`, for example a time window that was a default). It belongs to one list with one set of filters.
 */
import { createHash, createHmac } from 'node:crypto';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { invalid } from './problem.ts';

/** Place of a record in its list's order; the last part is unique. Null comes after every value. */
export type Key = readonly (string | number | null)[];
export type Direction = 'asc' | 'desc';

/** A list in order. Only what a page needs is asked for. */
export interface Listing<T> {
  readonly total: number;
  /** Direction of each part of the key; ascending where none is given. */
  readonly directions?: readonly Direction[];
  readonly keyAt: (index: number) => Key;
  readonly itemAt: (index: number) => T;
}

/** Pages read forwards `from` or `after` a key, or backwards `until` or `before` it. */
type Side = 'from' | 'after' | 'until' | 'before';
const SIDES: readonly Side[] = ['from', 'after', 'until', 'before'];

type Pinned = Readonly<Record<string, number>>;

export interface Cursor {
  readonly side: Side;
  readonly key: Key;
  readonly pinned: Pinned;
}

/** Signs nothing worth forging; the same after every start, so that a cursor outlives the process. */
const SIGNING_KEY = createHash('sha256').update('cursors of the sandbox').digest();
const SIGNATURE_CHARACTERS = 16;

function signatureOf(text: string, list: string): string {
  return createHmac('sha256', SIGNING_KEY)
    .update(`${list}\n${text}`)
    .digest('base64url')
    .slice(0, SIGNATURE_CHARACTERS);
}

/** Identity of a list: its endpoint and the filters as sent, without what only turns pages. */
export function listIdentity(endpoint: string, query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== 'cursor' && name !== 'size' && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${endpoint} ${JSON.stringify(filters)}`;
}

/** A cursor's text, for lists that page by themselves. */
export function sealCursor(list: string, side: Side, key: Key, pinned: Pinned): string {
  const text = Buffer.from(JSON.stringify([side, key, pinned])).toString('base64url');
  return text + signatureOf(text, list);
}

/** The cursor that a query carries, or null. Throws a 422 that names `cursor` when it is none of this list. */
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

/** Order of two keys; the parts of one place are of one kind. */
export function compareKeys(a: Key, b: Key, directions: readonly Direction[] = []): number {
  for (let i = 0; i < a.length; i++) {
    const order = compareParts(a[i] ?? null, b[i] ?? null);
    if (order !== 0) return directions[i] === 'desc' ? -order : order;
  }
  return 0;
}

/** How many records come before a key; the record of that key itself counts when `withIt`. */
function countBefore<T>({ total, keyAt, directions }: Listing<T>, key: Key, withIt: boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareKeys(keyAt(middle), key, directions);
    if (order < 0 || (withIt && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First and last index (excluded) of the page that a cursor asks for. */
function rangeOf<T>(listing: Listing<T>, cursor: Cursor | null, size: number): [number, number] {
  if (!cursor) return [0, Math.min(size, listing.total)];
  const { side, key } = cursor;
  // No key: the beginning of a list that was empty.
  const at = key.length === 0 ? 0 : countBefore(listing, key, side === 'after' || side === 'until');
  if (side === 'from' || side === 'after') return [at, Math.min(at + size, listing.total)];
  return [Math.max(0, at - size), at];
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
  /** Kept in every cursor of this page. */
  readonly pinned?: Pinned;
}

/** One page with its cursors. Items are in the list's order, whichever way they were reached. */
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

/** A list out of a few records in memory, put in order by their keys. */
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

/** The usual page: filters applied already, order by key, cursor and size from the query. */
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
