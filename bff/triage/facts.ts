/**
 * What is worked out of a load and kept beside it, so that counts, order and filters need no second look; by the browser and by
 * the server. Worked out anew when the load changes, when time makes it untrue (`valid_until`), and when an outage begins or ends.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { type CauseContext, causeOf, lateSince, START_SOON_MS, sinceOf } from './cause.ts';
import { CHANGE_WARNS_MS, type TruckDoubt, truckDoubt } from './doubt.ts';
import { type HealthKey, healthKey } from './health.ts';
import { LATE_GRACE_MS } from './journey.ts';
import { journeyOfLoad, lateOfLoad, type Standing, standingOf } from './monitored.ts';
import { nextStop, plannedStart, runningLate, YARD_MS } from './plan.ts';
import { type Cause, DEFAULT_RULES, type Score, type ScoreRules, scoreOf } from './score.ts';

export interface LoadFacts {
  /** The service's `tracking_health`, or `check` when the truck itself is in doubt. */
  readonly health: HealthKey;
  /** Why its truck is in doubt; null when it is not. */
  readonly doubt: TruckDoubt | null;
  /** Row of the table from state to sentence that matches (cause.ts). */
  readonly cause: Cause;
  /** True when a person should look at it now: an exception that nobody has snoozed or closed. */
  readonly attention: boolean;
  /** What people made of its exception; null: it has none. */
  readonly triage: 'open' | 'snoozed' | 'closed' | null;
  /** How much it needs a person now: the order of the worst first. */
  readonly score: Score;
  /** When it got so, as far as known: the order among equal scores, oldest first. Milliseconds since 1970; null: unknown. */
  readonly since: number | null;
  /** The next stop by plan: its estimated arrival; null when the plan names none. */
  readonly next_arrival: number | null;
  /** Where the load stands by its monitor, while one watches; null when none does. */
  readonly journey: Standing | null;
  /** When the arrival was planned that its monitor still expects though it is overdue; null: not late, or nobody knows. */
  readonly late_since: number | null;
  /** From this moment on these facts may be untrue though nothing changed. */
  readonly valid_until: number;
}

export interface FactsContext extends CauseContext {
  /** The team's; without it the default ones. */
  readonly rules?: ScoreRules;
}

export type DeriveFacts = (load: BoardLoad, context: FactsContext) => LoadFacts;

export const factsOf: DeriveFacts = (load, context): LoadFacts => {
  const { now, rules = DEFAULT_RULES } = context;
  const cause = causeOf(load, context);
  const doubt = truckDoubt(load, now);
  const arrival = nextStop(load, now)?.estimated_arrival_at;
  const next_arrival = arrival ? Date.parse(arrival) : null;
  const score = scoreOf(cause, appointmentOf(load, cause, next_arrival), now, rules);
  let valid_until = score.valid_until;
  for (const at of turningPoints(load)) if (at > now && at < valid_until) valid_until = at;
  const triage = score.severity < rules.attention ? null : triageOf(load, cause, now);
  return {
    health: doubt ? 'check' : cause === 'unknown' ? 'unknown' : healthKey(load.tracking_health),
    doubt,
    cause,
    attention: triage === 'open',
    triage,
    score,
    since: sinceOf(load, cause),
    next_arrival,
    journey: standingOf(load),
    late_since: lateOfLoad(load, now) === null ? null : lateSince(load),
    valid_until,
  };
};

/** The appointment that a cause endangers, milliseconds since 1970: the pickup while there is no truck, the stop that it is late to, else the next one. */
function appointmentOf(load: BoardLoad, cause: Cause, next_arrival: number | null): number | null {
  if (load.tracking_health === 'unassigned') return plannedStart(load) ?? next_arrival;
  if (cause === 'running_late') {
    const planned = runningLate(load)?.stop.estimated_arrival_at;
    return planned ? Date.parse(planned) : next_arrival;
  }
  return cause === 'late' ? (lateSince(load) ?? next_arrival) : next_arrival;
}

/** A snooze or close applies only to the cause it was set for; any other cause is open. */
function triageOf({ triage }: BoardLoad, cause: Cause, now: number): 'open' | 'snoozed' | 'closed' {
  // A list of an earlier version, as an earlier visit has left it, has no such field.
  if (!triage || triage.cause !== cause) return 'open';
  if (triage.closed) return 'closed';
  const until = triage.snooze?.until;
  return triage.snooze && (until == null || Date.parse(until) > now) ? 'snoozed' : 'open';
}

/** The moments at which time alone may change what is worked out of a load, apart from its score. */
function* turningPoints(load: BoardLoad): Generator<number> {
  if (load.vehicle_changed_at) yield Date.parse(load.vehicle_changed_at) + CHANGE_WARNS_MS;
  if (load.triage?.snooze?.until) yield Date.parse(load.triage.snooze.until);
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
    yield Date.parse(planned) + LATE_GRACE_MS + YARD_MS + 1;
  }
}
