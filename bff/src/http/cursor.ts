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
