/**
 * Finds the row of the table "from state to sentence to action" that matches a load's state: what is wrong, and since when. The
 * first matching row wins. Pure; the page supplies the sentences. The tracking response does not say whether identifiers were
 * sent with the load: `unmatched` if they were, `none_sent` if not, `unassigned` while unknown, `truck_lost` if there was a truck.
 */
import type { BoardLoad, ServiceStatus } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { truckDoubt } from './doubt.ts';
import { graceOf } from './late-limits.ts';
import { journeyOfLoad, passedOriginOfLoad } from './monitored.ts';
import { lateByEta, lateWithoutEta, overdueBy, plannedStart, runningLate } from './plan.ts';
import type { Cause } from './score.ts';

export interface CauseContext {
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
  /** The service as a whole cannot be read. A failed read is then not an exception of the load: one banner reports it for all. */
  readonly outage: boolean;
}

export const isServiceUnavailable = (state: ServiceStatus['state']): boolean =>
  state === 'paused' || state === 'down' || state === 'unauthorized';

/** A load without a truck can wait until this long before its start. */
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
/** Failures that can affect the whole service; during an outage the banner reports them, not the load. */
const OUTAGE_CAUSES: ReadonlySet<Cause> = new Set(['read_failed', 'read_limited', 'read_unauthorized']);

/** Archive reasons that mean delivered, whether observed or inferred. */
const DELIVERED_REASONS: ReadonlySet<string> = new Set<ArchiveReason>([
  'monitor_completed',
  'left_destination',
  'next_load',
]);
/** `leaving` is missing in cached lists from earlier versions. */
export const isDelivered = (leaving: { readonly reason: string } | null | undefined): boolean =>
  leaving != null && DELIVERED_REASONS.has(leaving.reason);

/** After a later silence it counts as silent. */
export const STILL_DELAYED_MS = 30 * 60_000;

/** Pings that arrive late, rather than not at all, say nothing about a stop on the way. @param now the server's clock */
export const hasDelayedPings = ({ pings_delayed }: Pick<BoardLoad, 'pings_delayed'>, now: number): boolean =>
  pings_delayed != null && now - Date.parse(pings_delayed.at) <= STILL_DELAYED_MS;

export function causeOf(load: BoardLoad, { now, outage }: CauseContext): Cause {
  if (load.read_error) {
    const cause = READ_CAUSES[load.read_error.kind] ?? 'read_failed';
    // During an outage, keep the last known state; the banner reports the failed read.
    if (!(outage && OUTAGE_CAUSES.has(cause))) return cause;
  }
  if (load.tracking_health === null) return 'not_read';
  const assignment = load.vehicle_assignment;
  const doubt = truckDoubt(load, now);
  if (doubt) return doubt.reason;
  if (isDelivered(load.leaving)) return 'delivered';
  switch (load.tracking_health) {
    case 'unassigned': {
      // What had a truck is under way, and its identifiers were right.
      if (load.lost_truck) return 'truck_lost';
      // Identifiers that match nothing now will not match later, so do not wait for the start.
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
      return load.motion?.moving && !hasDelayedPings(load, now) ? 'stale_driving' : 'stale';
    case 'live':
      if (load.clock_ahead_seconds) return 'unknown';
      if ((lateByEta(load, now) ?? 0) > graceOf(load)) return 'late_known';
      if (lateWithoutEta(load, now) !== null) return 'late';
      // Stays one exception until arrival, even past the appointment: the problem is the same, and the estimate says more.
      if (runningLate(load, now)) return 'running_late';
      if (load.possible_delivery) return 'may_be_delivered';
      if (overdueBy(load, now) !== null) return 'overdue';
      if (passedOriginOfLoad(load)) return 'monitor_waiting';
      if (assignment?.source === 'inferred') return 'inferred';
      if (assignment?.source !== 'declared') return 'unknown_assignment';
      if (assignment.agreement === 'agree') return 'fine';
      return assignment.agreement === null ? 'unconfirmed' : 'unknown_assignment';
    default:
      return 'unknown';
  }
}

/** When the cause began, milliseconds since 1970; null when unknown. */
export function sinceOf(load: BoardLoad, cause: Cause): number | null {
  const at = cause.startsWith('read_')
    ? load.read_error?.since
    : cause === 'vehicle_changed'
      ? load.vehicle_changed_at
      : cause === 'truck_lost'
        ? load.lost_truck?.lost_at
        : cause === 'stale' || cause === 'stale_driving' || cause === 'unknown'
          ? load.last_position?.occurred_at
          : null;
  if (at) return Date.parse(at);
  if (cause === 'late') return lateSince(load);
  return cause === 'unassigned' || cause === 'none_sent' ? plannedStart(load) : null;
}

/** Planned time of the arrival that the load's monitor still expects, milliseconds since 1970. */
export function lateSince(load: BoardLoad): number | null {
  const planned = journeyOfLoad(load)?.next?.planned_arrival_at;
  return planned ? Date.parse(planned) : null;
}
