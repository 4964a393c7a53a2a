/** A load that somebody has, as it is handed over to the next shift. */

import type { HandoverOffer } from '@waypost/contract/api/shift-report';
import { HANDOVER_CHANGES, type HandoverItem, OFFER_LASTS_MS } from '@waypost/contract/api/triage';
import { toIso } from '../lib/time.ts';
import type { ExceptionEventRow, ExceptionRow } from '../store/exceptions.ts';
import type { EventDetail } from './reducer.ts';
import { toNote, toTriageEvent } from './triage-response.ts';

const ownerOf = ({ detail }: ExceptionEventRow): string | null =>
  (JSON.parse(detail ?? '{}') as EventDetail).owner?.sub ?? null;

/**
 * @param events of the load that were not taken back, oldest first
 * @param now milliseconds since 1970
 */
export function toHandoverItem(
  row: ExceptionRow,
  events: readonly ExceptionEventRow[],
  now: number,
): HandoverItem {
  const { load_id, owner_sub, owner_name } = row;
  const sub = owner_sub ?? '';
  const taken = events.findLastIndex((event) => event.kind === 'assign' && ownerOf(event) === sub);
  const since = events.slice(taken + 1);
  const offered = since.findLast((event) => event.kind === 'offer' && event.sub === sub);
  const offered_at = offered && now - offered.at < OFFER_LASTS_MS ? offered.at : null;
  const changes = since.filter(({ kind }) => kind !== 'note' && kind !== 'offer' && kind !== 'undo');
  // An exception keeps the notes of the one before, whose cause it took the place of.
  const notes = events.filter(({ kind, exception_id }) => kind === 'note' && exception_id !== null);
  return {
    load_id,
    owner: { sub, name: owner_name ?? '' },
    taken_at: toIso(events[taken]?.at),
    offered_at: toIso(offered_at),
    changes: changes.slice(-HANDOVER_CHANGES).reverse().map(toTriageEvent),
    notes: row.notes === 0 ? [] : notes.slice(-row.notes).map(toNote),
  };
}

/** What others than `sub` offer to the next shift, the last offer first. */
export function toOffers(items: readonly HandoverItem[], sub: string): HandoverOffer[] {
  const offers = new Map<string, HandoverOffer>();
  for (const { owner, offered_at } of items) {
    if (offered_at === null || owner.sub === sub) continue;
    const before = offers.get(owner.sub);
    const later = before && before.offered_at > offered_at ? before.offered_at : offered_at;
    offers.set(owner.sub, { owner, loads: (before?.loads ?? 0) + 1, offered_at: later });
  }
  return [...offers.values()].sort((a, b) => (a.offered_at < b.offered_at ? 1 : -1));
}
