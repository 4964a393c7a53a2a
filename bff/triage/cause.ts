/**
 * From a load's state to the row of the table "from state to sentence to action" that matches, top down: what is wrong, and since
 * when. Pure; the sentences are the page's. The tracking answer does not say whether identifiers were sent with the load:
 * `unmatched` when they were, `none_sent` when they were not, `unassigned` while nobody knows.
 */
import type { BoardLoad, Leaving, ServiceStatus } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { truckDoubt } from './doubt.ts';
import { journeyOfLoad, lateOfLoad } from './monitored.ts';
import { overdueBy, plannedStart, runningLate } from './plan.ts';
import type { Cause } from './score.ts';

export interface CauseContext {
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
  /**
   * True while the service as a whole cannot be read. Then a failed read is no exception of one load: all share one
   * cause, and one banner says it.
   */
  readonly outage: boolean;
}

/** True in the states in which the service as a whole cannot be read. */
export const isServiceOut = (state: ServiceStatus['state']): boolean =>
  state === 'paused' || state === 'down' || state === 'unauthorized';

/** Before its start a load without a truck waits; this close to it, somebody should look. */
export const START_SOON_MS = 2 * 3600_000;

const READ_CAUSES: Readonly<Record<string, Cause>> = {
  unauthorized: 'read_unauthorized',
  forbidden: 'read_forbidden',
  not_found: 'read_not_found',
  rate_limited: 'read_limited',
  service_error: 'read_failed',
  timeout: 'read_failed',
  unreachable: 'read_failed',
  refused: 'read_refused',
  not_implemented: 'read_refused',
  unexpected_answer: 'read_refused',
};
/** What the whole service can fail with: during an outage these are the banner's, not the load's. */
const SHARED: ReadonlySet<Cause> = new Set(['read_failed', 'read_limited', 'read_unauthorized']);

/** Reasons to leave the board that say that the load was delivered, however sure that is. */
const DELIVERED: ReadonlySet<ArchiveReason> = new Set(['monitor_completed', 'left_destination', 'next_load']);
/** A list of an earlier version, as an earlier visit has left it, has no such field. */
export const isDelivered = (leaving: Leaving | null | undefined): boolean =>
  leaving != null && DELIVERED.has(leaving.reason);

/** The row of the table that matches. */
export function causeOf(load: BoardLoad, { now, outage }: CauseContext): Cause {
  if (load.read_error) {
    const cause = READ_CAUSES[load.read_error.kind] ?? 'read_failed';
    // In an outage the last known state stays what it was; the failed read is said once, above the list.
    if (!(outage && SHARED.has(cause))) return cause;
  }
  if (load.tracking_health === null) return 'not_read';
  const assignment = load.vehicle_assignment;
  const doubt = truckDoubt(load, now);
  if (doubt) return doubt.reason;
  if (isDelivered(load.leaving)) return 'delivered';
  switch (load.tracking_health) {
    case 'unassigned': {
      // What was sent and matches nothing will match nothing later either: that does not wait for the start.
      if (load.identifiers_sent?.sent) return 'unmatched';
      const start = plannedStart(load);
      if (start !== null && start - now > START_SOON_MS) return 'unassigned_waiting';
      return load.identifiers_sent ? 'none_sent' : 'unassigned';
    }
    case 'not_shared':
      return 'not_shared';
    case 'no_signal':
      return 'no_signal';
    case 'stale':
      return load.motion?.moving ? 'stale_driving' : 'stale';
    case 'live':
      if (load.clock_ahead_seconds) return 'unknown';
      if (lateOfLoad(load, now) !== null) return 'late';
      // One exception until it arrives: what it does after the appointment is the same trouble, and we know more of it.
      if (runningLate(load)) return 'running_late';
      if (load.possible_delivery) return 'may_be_delivered';
      if (overdueBy(load, now) !== null) return 'overdue';
      if (assignment?.source === 'inferred') return 'inferred';
      if (assignment?.source !== 'declared') return 'unknown_assignment';
      if (assignment.agreement === 'agree') return 'fine';
      return assignment.agreement === null ? 'unconfirmed' : 'unknown_assignment';
    default:
      return 'unknown';
  }
}

/** When the cause began, as far as it is known. */
export function sinceOf(load: BoardLoad, cause: Cause): number | null {
  const at = cause.startsWith('read_')
    ? load.read_error?.since
    : cause === 'vehicle_changed'
      ? load.vehicle_changed_at
      : cause === 'stale' || cause === 'stale_driving' || cause === 'unknown'
        ? load.last_position?.occurred_at
        : null;
  if (at) return Date.parse(at);
  if (cause === 'late') return lateSince(load);
  return cause === 'unassigned' || cause === 'none_sent' ? plannedStart(load) : null;
}

/** When the arrival was planned that the load's monitor still expects. */
export function lateSince(load: BoardLoad): number | null {
  const planned = journeyOfLoad(load)?.next?.planned_arrival_at;
  return planned ? Date.parse(planned) : null;
}
