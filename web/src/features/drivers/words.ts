/** Operations in words. */
import type { onboardingSources } from '@waypost/contract/api/invitations';
import type { BoardOperation, OperationAttempt } from '@waypost/contract/api/operations';
import type { z } from 'zod';
import { agoText } from '../../ui/time.ts';
import type { Show } from './search.ts';

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
export function deedText({ operation_type, resource }: Pick<BoardOperation, 'operation_type' | 'resource'>) {
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
