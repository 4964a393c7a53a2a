/**
 * Facts derived from a load and cached with it, for counts, sorting and filters in browser and server. Recomputed when the load
 * changes, when `valid_until` passes, and when an outage begins or ends.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { type CauseContext, causeOf, lateSince, START_SOON_MS, STILL_DELAYED_MS, sinceOf } from './cause.ts';
import { type TruckDoubt, truckDoubt, VEHICLE_CHANGE_WARNING_MS, waitsForTruck } from './doubt.ts';
import { type HealthKey, healthKey } from './health.ts';
import { graceOf, limitsOf } from './late-limits.ts';
import { expectedLateness, latenessAt, middleOf, passedAppointmentAt } from './lateness.ts';
import { journeyOfLoad, type MonitoredState, monitoredState } from './monitored.ts';
import { nextStop, nextStopTimes, plannedStart, runningLate, YARD_MS } from './plan.ts';
import { type Cause, DEFAULT_RULES, type Score, type ScoreRules, scoreOf } from './score.ts';

export interface LoadFacts {
  /** The service's `tracking_health`, or `check` when the truck itself is in doubt. */
  readonly health: HealthKey;
  readonly doubt: TruckDoubt | null;
  /** Matching row of the table from state to sentence (cause.ts). */
  readonly cause: Cause;
  /** An exception that nobody has snoozed or closed. */
  readonly attention: boolean;
  /** Null without an exception. */
  readonly triage: 'open' | 'snoozed' | 'closed' | null;
  /** Urgency for a person; the highest of a cause determines where its loads are listed (rank.ts). */
  readonly score: Score;
  /** When the cause began, milliseconds since 1970. Null when unknown. */
  readonly since: number | null;
  /** Progress according to an active monitor; null without one. */
  readonly journey: MonitoredState | null;
  /** The appointment at risk, milliseconds since 1970; null when unknown. */
  readonly appointment_at: number | null;
  /**
   * How late it is, in milliseconds, by the middle of the interval at the end of this minute, so that loads can be compared; null
   * when not known to be late.
   */
  readonly lateness: number | null;
  /**
   * Since when it is overdue, so that loads can be compared, milliseconds since 1970: by its lateness, by the earliest arrival of an estimate
   * that is no exception yet, otherwise by a passed appointment without a known arrival. Null while it is neither, and at a stop.
   */
  readonly overdue_since: number | null;
  /**
   * No exception, and yet not all right: even an early arrival by our estimate is late, or the appointment has passed and nobody knows
   * of an arrival.
   */
  readonly may_be_late: boolean;
  /** Time after which these facts may no longer hold even if nothing changes. */
  readonly valid_until: number;
}

export interface FactsContext extends CauseContext {
  /** The team's rules; default rules otherwise. */
  readonly rules?: ScoreRules;
}

const MINUTE_MS = 60_000;

export type DeriveFacts = (load: BoardLoad, context: FactsContext) => LoadFacts;

export const factsOf: DeriveFacts = (load, context): LoadFacts => {
  const { now, rules = DEFAULT_RULES } = context;
  const cause = causeOf(load, context);
  const doubt = truckDoubt(load, now);
  const next = nextStop(load, now);
  const next_arrival = next?.estimated_arrival_at ? Date.parse(next.estimated_arrival_at) : null;
  const appointment_at = appointmentOf(load, cause, next_arrival, now);
  const minute_end = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  const late_now = latenessAt(load, now);
  const late = late_now && latenessAt(load, minute_end);
  const lateness = late && middleOf(late);
  const journey = monitoredState(load);
  const expected =
    journey === 'at_stop'
      ? null
      : expectedLateness(load, now, late_now) && expectedLateness(load, minute_end);
  const score = scoreOf(cause, appointment_at, now, rules, { lateness, limits: limitsOf(load) });
  let valid_until = late || expected ? Math.min(score.valid_until, minute_end) : score.valid_until;
  for (const at of changeTimes(load)) if (at > now && at < valid_until) valid_until = at;
  const triage = score.severity < rules.attention ? null : triageOf(load, cause, now);
  const passed_at = journey === 'at_stop' ? null : passedAppointmentAt(load, now, next);
  return {
    health: healthOf(load, cause, now),
    doubt,
    cause,
    attention: triage === 'open',
    triage,
    score,
    since: sinceOf(load, cause),
    journey,
    appointment_at,
    lateness,
    overdue_since: expected ? minute_end - (lateness ?? expected.from_ms) : passed_at,
    may_be_late: triage === null && (expected ? expected.from_ms > 0 : passed_at !== null),
    valid_until,
  };
};

/** What every count and color shows: a truck in doubt, or one whose position cannot be trusted, is not live. */
export const healthOf = (load: BoardLoad, cause: Cause, now: number): HealthKey =>
  truckDoubt(load, now) ? 'check' : cause === 'unknown' ? 'unknown' : healthKey(load.tracking_health);

/**
 * Appointment at risk, milliseconds since 1970: the pickup while no truck is assigned, the stop it is late for, otherwise the
 * next stop.
 */
function appointmentOf(
  load: BoardLoad,
  cause: Cause,
  next_arrival: number | null,
  now: number,
): number | null {
  if (load.tracking_health === 'unassigned' && !load.lost_truck) return plannedStart(load) ?? next_arrival;
  if (cause === 'running_late') {
    const planned = runningLate(load, now)?.stop.estimated_arrival_at;
    return planned ? Date.parse(planned) : next_arrival;
  }
  return cause === 'late' ? (lateSince(load) ?? next_arrival) : next_arrival;
}

/** It is known and somebody deals with it, until the ETA has passed. */
export const isSilencedByEta = (cause: string): boolean => cause === 'late_known';

/** A snooze or close applies only to the cause it was set for; any other cause is open. */
function triageOf({ triage }: BoardLoad, cause: Cause, now: number): 'open' | 'snoozed' | 'closed' {
  if (isSilencedByEta(cause) && !(triage?.cause === cause && triage.closed)) return 'snoozed';
  // `triage` is missing in cached lists from earlier versions.
  if (!triage || triage.cause !== cause) return 'open';
  if (triage.closed) return 'closed';
  const until = triage.snooze?.until;
  return triage.snooze && (until == null || Date.parse(until) > now) ? 'snoozed' : 'open';
}

/** Times at which facts other than the score may change without new data. */
function changeTimes(load: BoardLoad): number[] {
  const times = nextStopTimes(load);
  const add = (at: string | null | undefined, later = 0) => void (at && times.push(Date.parse(at) + later));
  add(load.vehicle_changed_at, VEHICLE_CHANGE_WARNING_MS);
  add(load.pings_delayed?.at, STILL_DELAYED_MS + 1);
  add(load.triage?.snooze?.until);
  add(load.dispatcher_eta?.at);
  add(load.no_arrival_before);
  const start = waitsForTruck(load) ? plannedStart(load) : null;
  if (start !== null) times.push(start - START_SOON_MS, start);
  const grace = graceOf(load);
  const addDue = (planned: string | null | undefined) => {
    if (!planned) return;
    const over = Date.parse(planned) + grace + 1;
    times.push(over, over + YARD_MS);
  };
  for (const { estimated_arrival_at } of load.stops) addDue(estimated_arrival_at);
  addDue(journeyOfLoad(load)?.next?.planned_arrival_at);
  return times;
}
