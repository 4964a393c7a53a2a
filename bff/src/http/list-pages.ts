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

/** Pages by load id, an order that is stable while loads are added and removed. Each item belongs to one load. */
export function pageByLoad<T extends { readonly load_id: string }>(
  items: readonly T[],
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): { readonly items: readonly T[]; readonly next_page: string | null } {
  const remaining = items
    .filter(({ load_id }) => cursor === undefined || load_id > cursor)
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
  const page = remaining.slice(0, size);
  return { items: page, next_page: remaining.length > size ? (page.at(-1)?.load_id ?? null) : null };
}
