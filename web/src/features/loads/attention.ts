/**
 * From a load's state to the row of the table that matches, top down: is it an exception, how bad, since when. Pure;
 * sentences are in explain.ts. The tracking answer does not tell whether identifiers were sent with the load: `unmatched` when
 * they were, `none_sent` when they were not, `unassigned` while nobody knows.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { isDelivered } from '../../live/archive-words.ts';
import { CHANGE_WARNS_MS, truckDoubt } from '../../live/doubt.ts';
import type { DeriveFacts, FactsContext, LoadFacts } from '../../live/facts.ts';
import { LATE_GRACE_MS } from '../../live/journey.ts';
import { type HealthKey, healthKey } from '../../ui/health.ts';
import { journeyOfLoad, lateOfLoad, standingOf } from './monitored.ts';
import { nextStop, overdueBy, plannedStart } from './plan.ts';

/** Rows, worst first. The number orders the list; from FINE on nothing needs a person now. */
export const RANK = {
  read_refused: 10,
  read_forbidden: 11,
  read_not_found: 12,
  read_unauthorized: 13,
  read_failed: 14,
  disagree: 20,
  vehicle_changed: 21,
  same_truck: 22,
  unmatched: 30,
  unassigned: 31,
  none_sent: 32,
  no_signal: 40,
  not_shared: 50,
  stale_driving: 60,
  stale: 61,
  late: 70,
  overdue: 71,
  unknown: 80,
  unknown_assignment: 81,
  // From here on: nothing to do now.
  read_limited: 100,
  not_read: 101,
  unassigned_waiting: 102,
  unconfirmed: 103,
  inferred: 104,
  fine: 105,
  delivered: 106,
} as const;
export type Cause = keyof typeof RANK;
const FINE = 100;

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

/** The row of the table that matches. */
export function causeOf(load: BoardLoad, { now, outage }: FactsContext): Cause {
  if (load.read_error) {
    const cause = READ_CAUSES[load.read_error.kind] ?? 'read_failed';
    // In an outage the last known state stays what it was; the failed read is told once, above the list.
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
      if (lateOfLoad(load, now) !== null) return 'late';
      if (overdueBy(load, now) !== null) return 'overdue';
      if (assignment?.source === 'inferred') return 'inferred';
      if (assignment?.source !== 'declared') return 'unknown_assignment';
      if (assignment.agreement === 'agree') return 'fine';
      return assignment.agreement === null ? 'unconfirmed' : 'unknown_assignment';
    default:
      return 'unknown';
  }
}

/** When the cause began, as far as anything tells. */
function sinceOf(load: BoardLoad, cause: Cause): number | null {
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
function lateSince(load: BoardLoad): number | null {
  const planned = journeyOfLoad(load)?.next?.planned_arrival_at;
  return planned ? Date.parse(planned) : null;
}

/** The moments at which time alone may change a load's row. */
function* turningPoints(load: BoardLoad): Generator<number> {
  if (load.vehicle_changed_at) yield Date.parse(load.vehicle_changed_at) + CHANGE_WARNS_MS;
  const start = load.tracking_health === 'unassigned' ? plannedStart(load) : null;
  if (start !== null) yield start - START_SOON_MS;
  const arrivals = [
    ...load.stops.map(({ estimated_arrival_at }) => estimated_arrival_at),
    journeyOfLoad(load)?.next?.planned_arrival_at,
  ];
  for (const planned of arrivals) {
    if (!planned) continue;
    yield Date.parse(planned);
    yield Date.parse(planned) + LATE_GRACE_MS + 1;
  }
}

/** Everything the board keeps beside a load. Given to the store at the composition root. */
export const factsOf: DeriveFacts = (load, context): LoadFacts => {
  const cause = causeOf(load, context);
  const doubt = truckDoubt(load, context.now);
  const health: HealthKey = doubt ? 'check' : healthKey(load.tracking_health);
  const arrival = nextStop(load, context.now)?.estimated_arrival_at;
  const standing = standingOf(load, context.now);
  let valid_until = Number.POSITIVE_INFINITY;
  for (const at of turningPoints(load)) if (at > context.now && at < valid_until) valid_until = at;
  return {
    health,
    doubt,
    cause,
    attention: RANK[cause] < FINE,
    rank: RANK[cause],
    since: sinceOf(load, cause),
    next_arrival: arrival ? Date.parse(arrival) : null,
    journey: standing?.kind ?? null,
    late_since: standing?.late_ms == null ? null : lateSince(load),
    valid_until,
  };
};

/** A cause as kept in facts, known again as one of ours. */
export function isCause(cause: string): cause is Cause {
  return Object.hasOwn(RANK, cause);
}
