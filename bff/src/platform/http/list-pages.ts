/** Cursor of a list: continues after the row with this time and id. */
import { invalidField } from './problems.ts';

export interface ListPosition {
  readonly id: string;
  readonly at: number;
}

const CURSOR = /^(\d{1,15})\.([0-9a-fA-F-]{36})$/;

/** Parses the query parameter `cursor`. Throws 422 for anything but the `next_page` of an earlier response. */
export function positionOf(cursor: string): ListPosition {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw invalidField('query.cursor', cursor, 'must be the next_page of an earlier response');
  return { at: Number(at), id };
}

/** Cursor after the last row of a page; null at the end. */
export function nextPage(last: ListPosition | undefined, more: boolean): string | null {
  return last && more ? `${last.at}.${last.id}` : null;
}

interface PageQuery {
  /** The last load of the previous page. */
  readonly cursor?: string | undefined;
  readonly size: number;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next_page: string | null;
}

/** Pages in the order of the items, which may change between pages. Throws 422 if the last load of the previous page is gone. */
export function pageAfter<T extends { readonly load_id: string }>(
  items: readonly T[],
  { cursor, size }: PageQuery,
): Page<T> {
  const last = cursor === undefined ? -1 : items.findIndex(({ load_id }) => load_id === cursor);
  if (cursor !== undefined && last === -1)
    throw invalidField(
      'query.cursor',
      cursor,
      'is a load that is no longer in this list: start again with the first page, or use sort=load_id, which is stable between pages',
    );
  const page = items.slice(last + 1, last + 1 + size);
  const more = last + 1 + size < items.length;
  return { items: page, next_page: more ? (page.at(-1)?.load_id ?? null) : null };
}

/** Pages by load id, an order that is stable while loads are added and removed. Each item belongs to one load. */
export function pageByLoad<T extends { readonly load_id: string }>(
  items: readonly T[],
  { cursor, size }: PageQuery,
): Page<T> {
  const remaining = items
    .filter(({ load_id }) => cursor === undefined || load_id > cursor)
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
  const page = remaining.slice(0, size);
  return { items: page, next_page: remaining.length > size ? (page.at(-1)?.load_id ?? null) : null };
}
