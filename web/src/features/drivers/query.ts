/** Which operations are shown, and in which order. Pure. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { SHOWS, type Show, type Sort } from './search.ts';
import { deedText, placeText, showOf, statusText, subjectText } from './words.ts';

export const createdAt = ({ created_at }: BoardOperation): string => created_at ?? '';

/** Newest first; of the same moment, in a fixed order. */
export function newestFirst(a: BoardOperation, b: BoardOperation): number {
  return createdAt(b).localeCompare(createdAt(a)) || a.id.localeCompare(b.id);
}

function haystack(operation: BoardOperation): string {
  return [
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
  ]
    .join(' ')
    .toLowerCase();
}

/** Every word must be found somewhere; capitals do not matter. */
export function matches(operation: BoardOperation, q: string | undefined): boolean {
  const words = q?.toLowerCase().split(/\s+/) ?? [];
  if (words.length === 0) return true;
  const text = haystack(operation);
  return words.every((word) => text.includes(word));
}

export function countsOf(operations: readonly BoardOperation[]): Readonly<Record<Show, number>> {
  const counts = Object.fromEntries(SHOWS.map((show) => [show, 0])) as Record<Show, number>;
  for (const operation of operations) counts[showOf(operation)] += 1;
  return counts;
}

const ORDER: Readonly<Record<Sort, (a: BoardOperation, b: BoardOperation) => number>> = {
  newest: newestFirst,
  subject: (a, b) => subjectText(a).localeCompare(subjectText(b)) || newestFirst(a, b),
  fleet: (a, b) => placeText(a).localeCompare(placeText(b)) || newestFirst(a, b),
  status: (a, b) => SHOWS.indexOf(showOf(a)) - SHOWS.indexOf(showOf(b)) || newestFirst(a, b),
};

export const sorted = (operations: readonly BoardOperation[], sort: Sort = 'newest') =>
  operations.toSorted(ORDER[sort]);
