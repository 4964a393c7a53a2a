import { newestFirst } from '@waypost/contract/api/driver-rows';
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation, OperationAttempt } from '@waypost/contract/api/operations';
import { emailText } from '../../ui/email-text.ts';
import { capital } from '../../ui/readable-name.ts';
import { natural, sorting } from '../../ui/resource-list/query.ts';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import { SHOWS, type Show } from './search.ts';

const plain = (name: string) => name.replaceAll('_', ' ');

/** A failed operation that was sent again needs no more attention. */
export function filterOf({ status, repeated_as }: Pick<BoardOperation, 'status' | 'repeated_as'>): Show {
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

export function statusText(operation: Pick<BoardOperation, 'status' | 'repeated_as'>): string {
  const show = filterOf(operation);
  return show === 'other' ? `“${operation.status}”` : SHOW_WORD[show];
}

export const subjectText = ({ subject }: Pick<BoardOperation, 'subject'>): string =>
  subject === null ? 'No name' : emailText(subject);

/** `Create user`, `Update vehicle`. */
export function operationTypeText({
  operation_type,
  resource,
}: Pick<BoardOperation, 'operation_type' | 'resource'>) {
  return capital(plain([operation_type ?? 'write', resource ?? 'record'].join(' ')));
}

/** `Blue Mesa Haulage · CARRIER-1000 · Milemarker`; else the connection id. */
export function placeText({
  fleet_name,
  fleet_ref,
  source_name,
  connection_id,
}: Pick<BoardOperation, 'fleet_name' | 'fleet_ref' | 'source_name' | 'connection_id'>): string {
  const known = [fleet_name, fleet_ref, source_name].filter((part) => part !== null);
  return known.length > 0 ? known.join(' · ') : (connection_id ?? 'Unknown connection');
}

/** `Success, 201`, `Provider unavailable, 503`. The interface does not list the values, so they are shown as received. */
export function attemptText({ status, error_type, response_status_code }: OperationAttempt): string {
  const what = capital(plain(error_type ?? status ?? 'no status'));
  return response_status_code == null ? what : `${what}, ${response_status_code}`;
}

/** Every word must match, ignoring case. */
export function matches(operation: BoardOperation, q: string | undefined): boolean {
  const texts = [
    subjectText(operation),
    operation.user_email,
    emailText(operation.user_email ?? ''),
    placeText(operation),
    operationTypeText(operation),
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
  for (const operation of operations) counts[filterOf(operation)] += 1;
  return counts;
}

export type Sort = 'created' | 'subject' | 'fleet' | 'status';

const KEYS: Readonly<Record<Sort, (operation: BoardOperation) => string | number>> = {
  created: ({ created_at }) => created_at ?? '',
  subject: (operation) => natural(subjectText(operation)),
  fleet: (operation) => natural(placeText(operation)),
  status: (operation) => SHOWS.indexOf(filterOf(operation)),
};

/** @param sort a column, descending with a leading minus; anything else means what failed first, then newest */
export const { sortOf, sorted: sortOperations } = sorting(KEYS, 'status', newestFirst);
