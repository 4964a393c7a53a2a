/** Operations in words. */
import type { onboardingSources } from '@waypost/contract/api/invitations';
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation, OperationAttempt } from '@waypost/contract/api/operations';
import type { z } from 'zod';
import {
  hasWords,
  natural,
  type SortOrder,
  sortOrder,
  sortRows,
  wordsOf,
} from '../../ui/resource-list/query.ts';
import { agoText } from '../../ui/time.ts';
import { SHOWS, type Show } from './search.ts';

/** Which operations are shown, and in which order. Pure. */
const plain = (name: string) => name.replaceAll('_', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where it is in the filter. A failed one that was sent again needs nobody any more. */
export function showOf({ status, repeated_as }: Pick<BoardOperation, 'status' | 'repeated_as'>): Show {
  if (status === 'failed') return repeated_as === null ? 'failed' : 'again';
  if (status === 'success') return 'success';
  return status === 'pending' || status === null || status === undefined ? 'pending' : 'other';
}

export const SHOW_WORD: Readonly<Record<Show, string>> = {
  failed: 'Failed',
  pending: 'Pending',
  success: 'Success',
  again: 'Sent again',
  other: 'Unknown',
};

/** A status that nobody knows is shown as it came. */
export function statusText(operation: Pick<BoardOperation, 'status' | 'repeated_as'>): string {
  const show = showOf(operation);
  return show === 'other' ? capital(plain(operation.status ?? '')) : SHOW_WORD[show];
}

/** `jdoe`, or what it is when nobody is named. */
export const subjectText = ({ subject }: Pick<BoardOperation, 'subject'>): string => subject ?? 'No name';

/** `Create user`, `Update vehicle`. */
export function activityText({
  operation_type,
  resource,
}: Pick<BoardOperation, 'operation_type' | 'resource'>) {
  return capital(plain([operation_type ?? 'write', resource ?? 'record'].join(' ')));
}

/** `Blue Mesa Haulage · CARRIER-1000 · Milemarker`; the id of the connection where nothing else is known. */
export function placeText({
  fleet_name,
  fleet_ref,
  source_name,
  connection_id,
}: Pick<BoardOperation, 'fleet_name' | 'fleet_ref' | 'source_name' | 'connection_id'>): string {
  const known = [fleet_name, fleet_ref, source_name].filter((part) => part !== null);
  return known.length > 0 ? known.join(' · ') : (connection_id ?? 'Unknown connection');
}

/** `Success, 201`, `Provider unavailable, 503`: values are not shown by the interface, so they are shown as they came. */
export function attemptText({ status, error_type, response_status_code }: OperationAttempt): string {
  const what = capital(plain(error_type ?? status ?? 'no status'));
  return response_status_code == null ? what : `${what}, ${response_status_code}`;
}

const EVENTS = {
  active: 'live events',
  pending: 'live events (setting up)',
  by_hand: 'live events, once an administrator registers our address',
  none: 'no live events yet',
} as const;

/** How operations come to be known, in one line. @param now the server's clock */
export function sourceWords(sources: z.output<typeof onboardingSources>, now: number): string {
  const { events, reads, last_event_at, last_read_at, read_problem } = sources;
  const parts: string[] = [EVENTS[events] + (last_event_at ? ` (last ${agoText(last_event_at, now)})` : '')];
  if (reads === 'yes') parts.push(`checks${last_read_at ? ` (last ${agoText(last_read_at, now)})` : ''}`);
  if (reads === 'no') parts.push('no checks available');
  const problem = read_problem ? `; last check failed: ${read_problem}` : '';
  return `Updates: ${parts.join(', ')}${problem}`;
}

const createdAt = ({ created_at }: BoardOperation): string => created_at ?? '';

/** Newest first; of the same moment, in a fixed order. */
export function newestFirst(a: BoardOperation, b: BoardOperation): number {
  return createdAt(b).localeCompare(createdAt(a)) || a.id.localeCompare(b.id);
}

/** Every word must be found somewhere; capitals do not matter. */
export function matches(operation: BoardOperation, q: string | undefined): boolean {
  const texts = [
    subjectText(operation),
    placeText(operation),
    activityText(operation),
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
