/** Converts exceptions and their events to API responses. */
import type { CallOutcome, LastCall, LoadTriage } from '@waypost/contract/api/load-triage';
import type { MachineException } from '@waypost/contract/api/machine';
import type { HandoverOffer } from '@waypost/contract/api/shift-report';
import { type HandoverItem, OFFER_LIFETIME_MS, type TriageEvent } from '@waypost/contract/api/triage';
import { isSilencedByEta } from '@waypost/triage/facts';
import { toIso } from '../../platform/lib/time.ts';
import type { ExceptionEventRow, ExceptionRow } from '../../platform/store/exceptions.ts';
import type { LoadCallRow } from '../../platform/store/load-calls.ts';
import type { LoadCalls } from '../board/board.ts';
import type { EventDetail } from './reducer.ts';

export const detailOf = ({ detail }: ExceptionEventRow) => JSON.parse(detail ?? '{}') as EventDetail;

export function toLoadTriage(row: ExceptionRow): LoadTriage {
  const { owner_sub, owner_name, snoozed_at, closed_at, closed_reason, woke_at, woke_because } = row;
  return {
    exception_id: row.id,
    cause: row.cause,
    opened_at: toIso(row.opened_at),
    owner: owner_sub === null ? null : { sub: owner_sub, name: owner_name ?? '' },
    snooze:
      snoozed_at === null
        ? null
        : { until: toIso(row.snoozed_until), by_name: row.snoozed_by_name ?? '', at: toIso(snoozed_at) },
    woke: woke_at === null || woke_because === null ? null : { because: woke_because, at: toIso(woke_at) },
    closed:
      closed_at === null || closed_reason === null
        ? null
        : { reason: closed_reason, by_name: row.closed_by_name ?? '', at: toIso(closed_at) },
    notes: row.notes,
    last_note: row.last_note === null ? null : (JSON.parse(row.last_note) as LoadTriage['last_note']),
    version: row.version,
    change: row.change,
  };
}

export function exceptionState({ cause, closed, snooze }: LoadTriage): MachineException['state'] {
  if (closed !== null) return 'closed';
  return snooze === null && !isSilencedByEta(cause) ? 'open' : 'snoozed';
}

export function toNote(event: ExceptionEventRow): NonNullable<LoadTriage['last_note']> {
  const { text = '' } = detailOf(event);
  return { text, by_name: event.name ?? '', at: toIso(event.at) };
}

export function toLastCall(event: ExceptionEventRow): LastCall {
  const { text = null, reason } = detailOf(event);
  return { outcome: reason as CallOutcome, by_name: event.name ?? '', at: toIso(event.at), text };
}

export const toLoadCalls = ({ last_call, eta }: Pick<LoadCallRow, 'last_call' | 'eta'>): LoadCalls => ({
  last_call: last_call === null ? null : (JSON.parse(last_call) as LoadCalls['last_call']),
  dispatcher_eta: eta === null ? null : (JSON.parse(eta) as LoadCalls['dispatcher_eta']),
});

export function toTriageEvent(event: ExceptionEventRow): TriageEvent {
  const { owner, text, until, reason, eta } = detailOf(event);
  const { seq, act_id, exception_id, kind, cause } = event;
  return {
    seq,
    act_id,
    exception_id,
    at: toIso(event.at),
    by: event.sub === null ? null : { sub: event.sub, name: event.name ?? '' },
    kind,
    cause,
    owner: owner ?? null,
    text: text ?? null,
    until: toIso(until),
    reason: reason ?? null,
    ...(eta && { eta }),
    undone: event.undone_at !== null,
  };
}

// Handover of assigned loads to the next shift.
const NO_CHANGE: ReadonlySet<string> = new Set(['note', 'offer', 'decline', 'undo']);

/** `events`: the load's events that were not undone, oldest first. `now`: milliseconds since 1970. */
export function toHandoverItem(
  row: ExceptionRow,
  events: readonly ExceptionEventRow[],
  now: number,
): HandoverItem {
  const { load_id, owner_sub, owner_name } = row;
  const sub = owner_sub ?? '';
  const taken = events.findLastIndex(
    (event) => event.kind === 'assign' && (detailOf(event).owner?.sub ?? null) === sub,
  );
  const since = events.slice(taken + 1);
  const offered = since.findLastIndex((event) => event.kind === 'offer' && event.sub === sub);
  const offer = since[offered];
  const last_change = since.findLast(({ kind }) => !NO_CHANGE.has(kind));
  return {
    load_id,
    owner: { sub, name: owner_name ?? '' },
    offer:
      offer && now - offer.at < OFFER_LIFETIME_MS ? toHandoverOffer(offer, since.slice(offered + 1)) : null,
    taken_over: takenOver(events.slice(0, taken + 1)),
    last_change: last_change ? toTriageEvent(last_change) : null,
  };
}

/** @param events up to the one with which the owner got the load */
function takenOver(events: readonly ExceptionEventRow[]): HandoverItem['taken_over'] {
  const [offer, taken] = events.filter(({ kind }) => kind === 'assign' || kind === 'offer').slice(-2);
  if (offer?.kind !== 'offer' || offer.sub === null || !taken) return null;
  if (taken.at - offer.at >= OFFER_LIFETIME_MS) return null;
  const from = { sub: offer.sub, name: offer.name ?? '' };
  return { at: toIso(taken.at), from, text: detailOf(offer).text ?? null };
}

/** @param later events of the same owner */
function toHandoverOffer(
  event: ExceptionEventRow,
  later: readonly ExceptionEventRow[],
): HandoverItem['offer'] {
  // Offers of earlier versions name no person and have no note.
  const { owner = null, text = null } = detailOf(event);
  const declined = later.some(({ kind, sub }) => kind === 'decline' && sub === owner?.sub);
  return { at: toIso(event.at), to: owner, text, declined };
}

/** Offers of others than `sub`: those meant for `sub` first, then those to whoever comes next; the latest first. */
export function toOffers(items: readonly HandoverItem[], sub: string): HandoverOffer[] {
  const offers = new Map<string, HandoverOffer>();
  for (const { owner, offer } of items) {
    if (offer === null || owner.sub === sub) continue;
    const { to, at, declined } = offer;
    if (declined && to?.sub === sub) continue;
    const key = JSON.stringify([owner.sub, to?.sub]);
    const before = offers.get(key);
    const offered_at = before && before.offered_at > at ? before.offered_at : at;
    offers.set(key, { owner, to, loads: (before?.loads ?? 0) + 1, offered_at });
  }
  const rank = ({ to }: HandoverOffer) => (to === null ? 1 : to.sub === sub ? 0 : 2);
  return [...offers.values()].sort((a, b) => rank(a) - rank(b) || (a.offered_at < b.offered_at ? 1 : -1));
}
