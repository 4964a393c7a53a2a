/** Where a list continues: after the row of this time and id. */
import { invalidField } from './problems.ts';

export interface ListPosition {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const CURSOR = /^(\d{1,15})\.([0-9a-fA-F-]{36})$/;

/** Reads the query parameter `cursor`. Throws 422 for what is no `next_page` of ours. */
export function positionOf(cursor: string): ListPosition {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw invalidField('query.cursor', cursor, 'must be the next_page of an earlier response');
  return { at: Number(at), id };
}

/** `next_page` behind the last row of a page; null when there are no more than these. */
export function nextPage(last: ListPosition | undefined, more: boolean): string | null {
  return last && more ? `${last.at}.${last.id}` : null;
}

/** Lists of loads page by page, in an order that loads which come and go between two pages do not change. */

/** @param items of one load each */
export function pageByLoad<T extends { readonly load_id: string }>(
  items: readonly T[],
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): { readonly items: readonly T[]; readonly next_page: string | null } {
  const behind = items
    .filter(({ load_id }) => cursor === undefined || load_id > cursor)
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
  const page = behind.slice(0, size);
  return { items: page, next_page: behind.length > size ? (page.at(-1)?.load_id ?? null) : null };
}
