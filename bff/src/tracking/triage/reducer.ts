/**
 * Pure reducer of exceptions: takes the current rows with an observation or a person's action, and returns the new rows with their
 * events; triage.ts adds sequence numbers.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Owner, WakeReason } from '@waypost/contract/api/load-triage';
import {
  type Refusal,
  SNOOZE_MAX_MS,
  type TriageAct,
  type TriageEventKind,
} from '@waypost/contract/api/triage';
import { appointmentsOf, latenessOf } from '@waypost/triage/plan';
import type { Person } from '../../platform/lib/person.ts';
import { pick } from '../../platform/lib/pick.ts';
import type { ExceptionRow } from '../../platform/store/exceptions.ts';

/** The server's view of a load at a moment. */
export interface Observation {
  readonly load_id: string;
  readonly load_ref: string | null;
  /** Null: the load needs no attention. */
  readonly cause: string | null;
  /** Null: the load has left the board, or is back on it and not read yet. */
  readonly basis: Basis | null;
}

/** An exception without its sequence numbers. */
export type Exception = Omit<ExceptionRow, 'version' | 'change' | 'acted_by'>;

/** Details of an event. Times are milliseconds since 1970. */
export interface EventDetail {
  readonly owner?: Owner | null;
  readonly text?: string;
  readonly until?: number | null;
  readonly reason?: string;
  /** Of a call. */
  readonly eta?: { readonly stop_name: string | null; readonly at: string };
  /** Columns of the dispatcher's ETA before the event, for undo. */
  readonly eta_before?: { readonly eta: string | null; readonly eta_seq: number | null };
  /** State before a person's action, for undo. */
  readonly before?: PersonState;
}

export interface ExceptionChange {
  readonly kind: TriageEventKind;
  readonly exception: Exception;
  readonly detail: EventDetail | null;
}

/** Columns set by people's actions. */
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

const NOT_SNOOZED = {
  snoozed_at: null,
  snoozed_until: null,
  snoozed_by_name: null,
  snoozed_basis: null,
} as const;
const NOT_WOKEN = { woke_at: null, woke_because: null } as const;
const NOT_CLOSED = { closed_at: null, closed_by_name: null, closed_reason: null } as const;

const SNOOZE_STATE = Object.keys({ ...NOT_SNOOZED, ...NOT_WOKEN }) as (
  | keyof typeof NOT_SNOOZED
  | keyof typeof NOT_WOKEN
)[];

/**
 * If the same cause returns within this time, the exception continues, and another cause keeps the owner and the notes: a single ping
 * between two gaps, or a drive after a break, is not a new problem.
 */
export const CONTINUES_MS = 60 * 60_000;

/**
 * `last`: the exception that ended last. `newId` generates an id. Returns the changes in order, each with the resulting exception. One that
 * ended because its load left the board is as it was once the load is back with the same cause, however long that took.
 */
export function observe(
  current: Exception | undefined,
  last: Exception | undefined,
  observation: Observation,
  now: number,
  newId: () => string,
): readonly ExceptionChange[] {
  if (current && current.cause === observation.cause) {
    const woken = wakeReasonOf(current, observation.basis, now);
    return woken === null ? [] : [woken];
  }
  const ended = current && endOf(current, observation, now);
  const happened = ended ? [ended] : [];
  if (observation.cause === null) return happened;
  const latest = ended?.exception ?? last;
  const before = latest && now - (latest.ended_at ?? now) < CONTINUES_MS ? latest : undefined;
  const continued =
    latest?.ended_as === 'left'
      ? latest
      : before?.ended_as === 'resolved' && before.closed_at === null
        ? before
        : undefined;
  if (continued?.cause === observation.cause) {
    const exception = { ...continued, ended_at: null, ended_as: null };
    const woken = wakeReasonOf(exception, observation.basis, now);
    return [...happened, { kind: 'returned', exception, detail: null }, ...(woken ? [woken] : [])];
  }
  const opened: Exception = {
    id: newId(),
    load_id: observation.load_id,
    load_ref: observation.load_ref,
    cause: observation.cause,
    opened_at: now,
    ended_at: null,
    ended_as: null,
    owner_sub: before?.owner_sub ?? null,
    owner_name: before?.owner_name ?? null,
    ...NOT_SNOOZED,
    ...NOT_WOKEN,
    ...NOT_CLOSED,
    first_action_at: null,
    notes: before?.notes ?? 0,
    last_note: before?.last_note ?? null,
  };
  return [...happened, { kind: 'opened', exception: opened, detail: null }];
}

function endOf(current: Exception, { cause, basis, load_ref }: Observation, now: number): ExceptionChange {
  const ended_as = basis === null ? 'left' : cause === null ? 'resolved' : 'changed';
  const exception = {
    ...current,
    ...(ended_as !== 'left' && NOT_SNOOZED),
    ended_at: now,
    ended_as,
    load_ref: load_ref ?? current.load_ref,
  } as const;
  return { kind: 'ended', exception, detail: { reason: ended_as } };
}

function wakeReasonOf(current: Exception, basis: Basis | null, now: number): ExceptionChange | null {
  if (current.snoozed_at === null) return null;
  const before = current.snoozed_basis === null ? null : (JSON.parse(current.snoozed_basis) as Basis);
  const because: WakeReason | null =
    current.snoozed_until !== null && current.snoozed_until <= now
      ? 'time'
      : before && basis && basisChange(before, basis);
  if (because === null) return null;
  const exception = { ...current, ...NOT_SNOOZED, woke_at: now, woke_because: because };
  return { kind: 'woke', exception, detail: { reason: because } };
}

/**
 * Acts that add to a load without changing what somebody else has decided: allowed whatever has happened to its exception, and also
 * without one.
 */
const ADDITIONS: ReadonlySet<TriageEventKind> = new Set(['note', 'call', 'clear_eta']);
export const isAddition = ({ kind }: { readonly kind: TriageEventKind }): boolean => ADDITIONS.has(kind);

export interface ActContext {
  readonly act: TriageAct;
  readonly by: Person;
  /** For assign: the new owner. For offer: the person it is meant for. */
  readonly owner: Owner | null;
  readonly now: number;
  /** State of the load, for a snooze. */
  readonly basis: Basis;
  /** Detail of a call, or of clearing its ETA. */
  readonly detail?: EventDetail;
}

/** Result of an action; null: no change. Notes are counted by the database. */
export function applyAct(
  current: Exception,
  { act, by, owner, now, basis, detail }: ActContext,
): ExceptionChange | { readonly refused: Refusal } | null {
  const before = pick(current, PERSON_STATE);
  const happened = (change: Partial<Exception>, detail: EventDetail = {}): ExceptionChange => ({
    kind: act.kind,
    exception: {
      ...current,
      ...NOT_WOKEN,
      ...change,
      first_action_at: current.first_action_at ?? now,
    },
    detail: { ...detail, before },
  });
  if (current.closed_at !== null && act.kind !== 'reopen' && !isAddition(act)) return { refused: 'closed' };
  switch (act.kind) {
    case 'assign':
      if ((owner?.sub ?? null) === current.owner_sub) return null;
      return happened({ owner_sub: owner?.sub ?? null, owner_name: owner?.name ?? null }, { owner });
    case 'note':
      return happened({ notes: current.notes + 1 }, { text: act.text });
    case 'call':
    case 'clear_eta':
      return happened({}, detail);
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
      return current.snoozed_at === null ? null : happened(NOT_SNOOZED);
    case 'close': {
      const closed = { ...NOT_SNOOZED, closed_at: now, closed_by_name: by.name, closed_reason: act.reason };
      return happened(closed, { reason: act.reason, ...(act.text === undefined ? {} : { text: act.text }) });
    }
    case 'reopen':
      return current.closed_at === null ? null : happened(NOT_CLOSED);
    case 'offer':
      // Does not change the exception: somebody else has to accept.
      return current.owner_sub === by.sub
        ? {
            kind: 'offer',
            exception: current,
            detail: { owner, ...(act.text === undefined ? {} : { text: act.text }), before },
          }
        : { refused: 'not_yours' };
    case 'decline':
      // The load stays with its owner.
      return { kind: 'decline', exception: current, detail: { before } };
  }
}

/**
 * State before a person's action, except `first_action_at`, which remains. `woke`: the snooze may have ended by itself since, and does not
 * return.
 */
export const restore = (current: Exception, before: PersonState, woke: boolean): Exception => ({
  ...current,
  ...before,
  ...(woke && pick(current, SNOOZE_STATE)),
});

/** The owner before a person's action, of the exception that has taken over owner and notes since. */
export const restoreOwner = (current: Exception, before: PersonState): Exception => ({
  ...current,
  ...pick(before, ['owner_sub', 'owner_name']),
});

// A snooze ends early when one of these differs from its state at the snooze:
// - the cause: the exception itself ends, and another one opens without a snooze;
// - the position state, i.e. the service's tracking health, but no new positions, and not driving or parking;
// - the truck: another vehicle is assigned, or none;
// - the appointments: a stop was added or removed, or its estimated arrival changed; or one has passed of a load that was not known to
//   be late when it was snoozed;
// - the lateness: it has grown enough to inform the receiver.

/** A snooze ends when the load is this much later than when it was snoozed. */
export const LATENESS_WAKE_MS = 30 * 60_000;

interface Basis {
  readonly position: string;
  readonly truck: string;
  readonly appointment: string;
  /** How many appointments have passed. Missing in snoozes of earlier versions. */
  readonly passed?: number;
  /** Milliseconds; null: not known to be late. Missing in snoozes of earlier versions. */
  readonly late_ms?: number | null;
}

/** `now`: milliseconds since 1970. */
export function basisOf(load: BoardLoad, now: number): Basis {
  const { tracking_health, vehicle_assignment, stops } = load;
  return {
    position: tracking_health ?? '',
    truck: vehicle_assignment?.vehicle.id ?? '',
    appointment: stops
      .map(({ id, estimated_arrival_at }) => `${id} ${estimated_arrival_at ?? ''}`)
      .sort()
      .join('\n'),
    passed: appointmentsOf(stops).filter(
      ({ estimated_arrival_at }) => estimated_arrival_at !== null && Date.parse(estimated_arrival_at) <= now,
    ).length,
    late_ms: latenessOf(load, now),
  };
}

/** What has changed; null: nothing. */
function basisChange(before: Basis, now: Basis): Exclude<WakeReason, 'time'> | null {
  if (before.truck !== now.truck) return 'truck';
  if (before.position !== now.position) return 'position';
  const has_passed =
    before.late_ms == null &&
    before.passed !== undefined &&
    now.passed !== undefined &&
    now.passed > before.passed;
  if (before.appointment !== now.appointment || has_passed) return 'appointment';
  const is_later =
    before.late_ms != null && now.late_ms != null && now.late_ms - before.late_ms >= LATENESS_WAKE_MS;
  return is_later ? 'lateness' : null;
}
