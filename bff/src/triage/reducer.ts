/**
 * How the exception of a load changes: by what is seen of the load, and by what people do. Pure: the rows as they are go in,
 * the rows as they will be and what happened come out; the store numbers it (triage.ts).
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Owner, WakeReason } from '@waypost/contract/api/load-triage';
import {
  type Refusal,
  SNOOZE_MAX_MS,
  type TriageAct,
  type TriageEventKind,
} from '@waypost/contract/api/triage';
import { latenessOf } from '@waypost/triage/plan';
import type { Person } from '../auth/create.ts';
import { pick } from '../lib/pick.ts';
import type { ExceptionRow } from '../store/exceptions.ts';

/** What the server makes of a load at a moment. */
export interface Observation {
  readonly load_id: string;
  readonly load_ref: string | null;
  /** Null: nothing of it needs a person. */
  readonly cause: string | null;
  /** Null: the load has left the board. */
  readonly basis: Basis | null;
}

/** An exception without its numbers. */
export type Exception = Omit<ExceptionRow, 'version' | 'change' | 'acted_by'>;

/** What an event says beside who, when and on what. Times are milliseconds since 1970. */
export interface EventDetail {
  readonly owner?: Owner | null;
  readonly text?: string;
  readonly until?: number | null;
  readonly reason?: string;
  /** How the exception was before a person's act, so that it can be taken back. */
  readonly before?: PersonState;
}

export interface Happened {
  readonly kind: TriageEventKind;
  readonly exception: Exception;
  readonly detail: EventDetail | null;
}

/** What people decide of an exception. */
const PERSON_STATE = [
  'owner_sub',
  'owner_name',
  'snoozed_at',
  'snoozed_until',
  'snoozed_by_name',
  'snoozed_basis',
  'woke_at',
  'woke_because',
  'closed_at',
  'closed_by_name',
  'closed_reason',
] as const satisfies readonly (keyof Exception)[];
type PersonState = Pick<Exception, (typeof PERSON_STATE)[number]>;

const AWAKE = { snoozed_at: null, snoozed_until: null, snoozed_by_name: null, snoozed_basis: null } as const;
const NOT_WOKEN = { woke_at: null, woke_because: null } as const;
const NOT_CLOSED = { closed_at: null, closed_by_name: null, closed_reason: null } as const;

/**
 * The same cause again within this is the same exception, and a new one of the same load keeps its owner and its notes: a
 * truck that pings once between two silences, or drives on after a break, is no new trouble.
 */
export const CONTINUES_MS = 60 * 60_000;

/**
 * @param current the exception that the load has
 * @param last the one that ended last, if within CONTINUES_MS
 * @param newId of an exception that opens
 * @returns what happened, in order; each with the exception as it is then
 */
export function observe(
  current: Exception | undefined,
  last: Exception | undefined,
  seen: Observation,
  now: number,
  newId: () => string,
): readonly Happened[] {
  if (current && current.cause === seen.cause) {
    const woken = wokenBy(current, seen.basis, now);
    return woken === null ? [] : [woken];
  }
  const ended = current && endOf(current, seen, now);
  const happened = ended ? [ended] : [];
  if (seen.cause === null) return happened;
  const before = ended?.exception ?? last;
  if (before && before.ended_as === 'resolved' && before.cause === seen.cause && before.closed_at === null)
    return [
      ...happened,
      { kind: 'returned', exception: { ...before, ended_at: null, ended_as: null }, detail: null },
    ];
  const opened: Exception = {
    id: newId(),
    load_id: seen.load_id,
    load_ref: seen.load_ref,
    cause: seen.cause,
    opened_at: now,
    ended_at: null,
    ended_as: null,
    owner_sub: before?.owner_sub ?? null,
    owner_name: before?.owner_name ?? null,
    ...AWAKE,
    ...NOT_WOKEN,
    ...NOT_CLOSED,
    first_action_at: null,
    notes: before?.notes ?? 0,
    last_note: before?.last_note ?? null,
  };
  return [...happened, { kind: 'opened', exception: opened, detail: null }];
}

function endOf(current: Exception, { cause, basis, load_ref }: Observation, now: number): Happened {
  const ended_as = basis === null ? 'left' : cause === null ? 'resolved' : 'changed';
  const exception = {
    ...current,
    ...AWAKE,
    ended_at: now,
    ended_as,
    load_ref: load_ref ?? current.load_ref,
  } as const;
  return { kind: 'ended', exception, detail: { reason: ended_as } };
}

function wokenBy(current: Exception, basis: Basis | null, now: number): Happened | null {
  if (current.snoozed_at === null) return null;
  const before = current.snoozed_basis === null ? null : (JSON.parse(current.snoozed_basis) as Basis);
  const because: WakeReason | null =
    current.snoozed_until !== null && current.snoozed_until <= now
      ? 'time'
      : before && basis && basisChange(before, basis);
  if (because === null) return null;
  const exception = { ...current, ...AWAKE, woke_at: now, woke_because: because };
  return { kind: 'woke', exception, detail: { reason: because } };
}

interface Acting {
  readonly act: TriageAct;
  readonly by: Person;
  /** Of assign: whose it becomes. */
  readonly owner: Owner | null;
  readonly now: number;
  /** Of the load, for a snooze. */
  readonly basis: Basis;
}

/** What an act makes of an exception; null: it is so already. A note is counted by the store. */
export function applyAct(
  current: Exception,
  { act, by, owner, now, basis }: Acting,
): Happened | { readonly refused: Refusal } | null {
  const before = pick(current, PERSON_STATE);
  const happened = (change: Partial<Exception>, detail: EventDetail = {}): Happened => ({
    kind: act.kind,
    exception: {
      ...current,
      ...NOT_WOKEN,
      ...change,
      first_action_at: current.first_action_at ?? now,
    },
    detail: { ...detail, before },
  });
  if (current.closed_at !== null && act.kind !== 'reopen' && act.kind !== 'note')
    return { refused: 'closed' };
  switch (act.kind) {
    case 'assign':
      if ((owner?.sub ?? null) === current.owner_sub) return null;
      return happened({ owner_sub: owner?.sub ?? null, owner_name: owner?.name ?? null }, { owner });
    case 'note':
      return happened({ notes: current.notes + 1 }, { text: act.text });
    case 'snooze': {
      const until = act.until === null ? null : Math.min(Date.parse(act.until), now + SNOOZE_MAX_MS);
      return happened(
        {
          snoozed_at: now,
          snoozed_until: until,
          snoozed_by_name: by.name,
          snoozed_basis: JSON.stringify(basis),
        },
        { until },
      );
    }
    case 'wake':
      return current.snoozed_at === null ? null : happened(AWAKE);
    case 'close': {
      const closed = { ...AWAKE, closed_at: now, closed_by_name: by.name, closed_reason: act.reason };
      return happened(closed, { reason: act.reason, ...(act.text === undefined ? {} : { text: act.text }) });
    }
    case 'reopen':
      return current.closed_at === null ? null : happened(NOT_CLOSED);
    case 'offer':
      // It changes nothing of the exception: somebody else has still to act on it.
      return current.owner_sub === by.sub
        ? { kind: 'offer', exception: current, detail: { before } }
        : { refused: 'not_yours' };
  }
}

/** The exception as it was before an act of a person; `first_action_at` stays: somebody had looked. */
export const takeBack = (current: Exception, before: PersonState): Exception => ({ ...current, ...before });

// What a snooze lasts on. It ends by itself when one of these is not what it was when the exception was snoozed:
// - the cause (then the exception itself ends, and another one opens, which is not snoozed);
// - the position state: the tracking health that the service gives; not each new position, and not driving or parked;
// - the truck: another vehicle is assigned, or none;
// - the appointments: a stop was added or removed, or the estimated arrival of one was moved;
// - the lateness: it has grown by what a receiver must be told.

/** So much later than when it was snoozed is news. */
export const LATER_MS = 30 * 60_000;

interface Basis {
  readonly position: string;
  readonly truck: string;
  readonly appointment: string;
  /** Milliseconds; null: not known to be late. Snoozes of earlier versions do not have it. */
  readonly late_ms?: number | null;
}

/** @param now milliseconds since 1970 */
export function basisOf(load: BoardLoad, now: number): Basis {
  const { tracking_health, vehicle_assignment, stops } = load;
  return {
    position: tracking_health ?? '',
    truck: vehicle_assignment?.vehicle.id ?? '',
    appointment: stops
      .map(({ id, estimated_arrival_at }) => `${id} ${estimated_arrival_at ?? ''}`)
      .sort()
      .join('\n'),
    late_ms: latenessOf(load, now),
  };
}

/** What has changed; null: nothing. */
function basisChange(before: Basis, now: Basis): Exclude<WakeReason, 'time'> | null {
  if (before.truck !== now.truck) return 'truck';
  if (before.position !== now.position) return 'position';
  if (before.appointment !== now.appointment) return 'appointment';
  const is_later = before.late_ms != null && now.late_ms != null && now.late_ms - before.late_ms >= LATER_MS;
  return is_later ? 'lateness' : null;
}
