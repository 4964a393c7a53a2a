/** Which operations are shown, and in which order. Pure. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation } from '@waypost/contract/api/operations';
import {
  hasWords,
  natural,
  type SortOrder,
  sortOrder,
  sortRows,
  wordsOf,
} from '../../ui/resource-list/query.ts';
import { SHOWS, type Show } from './search.ts';
import { deedText, placeText, showOf, statusText, subjectText } from './words.ts';

export const createdAt = ({ created_at }: BoardOperation): string => created_at ?? '';

/** Newest first; of the same moment, in a fixed order. */
export function newestFirst(a: BoardOperation, b: BoardOperation): number {
  return createdAt(b).localeCompare(createdAt(a)) || a.id.localeCompare(b.id);
}

/** Every word must be found somewhere; capitals do not matter. */
export function matches(operation: BoardOperation, q: string | undefined): boolean {
  const texts = [
    subjectText(operation),
    placeText(operation),
    deedText(operation),
    statusText(operation),
    outcomeOf(operation).say,
    operation.partner_ref,
    operation.created_by_name,
    operation.last_attempt?.error_type,
    operation.last_attempt?.error_details,
    operation.last_attempt?.response_status_code,
    operation.source_id,
    operation.id,
    operation.resource_id,
  ];
  return hasWords(texts, wordsOf(q));
}

export function countsOf(operations: readonly BoardOperation[]): Readonly<Record<Show, number>> {
  const counts = Object.fromEntries(SHOWS.map((show) => [show, 0])) as Record<Show, number>;
  for (const operation of operations) counts[showOf(operation)] += 1;
  return counts;
}

export type Sort = 'created' | 'subject' | 'fleet' | 'status';

const KEYS: Readonly<Record<Sort, (operation: BoardOperation) => string | number>> = {
  created: createdAt,
  subject: (operation) => natural(subjectText(operation)),
  fleet: (operation) => natural(placeText(operation)),
  status: (operation) => SHOWS.indexOf(showOf(operation)),
};

/** @param sort a column, `-` before it for the other way round; anything else: newest first */
export const sortOf = (sort: string | undefined): SortOrder<Sort> => sortOrder(sort, KEYS, '-created');

export function sorted(operations: readonly BoardOperation[], sort?: string): readonly BoardOperation[] {
  const { by, descending } = sortOf(sort);
  return sortRows(operations, KEYS[by], descending, newestFirst);
}
