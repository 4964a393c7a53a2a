/** Load states with the cause that matches each and whether it needs attention; for tests of the rules and of their wording. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { Cause } from '../score.ts';
import { ago, assignment, HOUR, id, MINUTE, openTriage, stop } from './loads.ts';
import { journeyStops, loadMonitor, monitor } from './monitors.ts';

const lateMonitor = monitor({
  stops: journeyStops().map((item) =>
    item.sequence === 1 ? { ...item, planned_arrival_at: ago(HOUR) } : item,
  ),
});
/** Has seen nothing, and the truck is miles from the origin, hours after its planned departure. */
const waitingMonitor = monitor({
  current_stop_sequence: 0,
  stops: journeyStops().map((item) => ({
    ...item,
    arrived_at: null,
    departed_at: null,
    planned_departure_at: item.sequence === 0 ? ago(3 * HOUR) : null,
  })),
});
const WAITING = { monitor: loadMonitor(waitingMonitor) };
export const failed = (kind: string) => ({
  status: null,
  kind,
  message: 'It did not work',
  since: ago(MINUTE),
});
export const start = (ms: number) => [stop({ estimated_departure_at: ago(-ms) })];
export const identifiersSent = (sent: boolean) => ({ sent, by_name: 'Ann', at: ago(HOUR) });
export const noTruck = { tracking_health: 'unassigned', vehicle_assignment: null, last_position: null };
export const lostTruck = (): NonNullable<BoardLoad['lost_truck']> => ({
  vehicle: assignment().vehicle,
  confirmed: true,
  seen_at: ago(2 * MINUTE),
  place: null,
  lost_at: ago(MINUTE),
});

export const LATE_ARRIVAL: PredictedArrival = {
  stop_sequence: 0,
  from: ago(-2 * HOUR),
  likely: ago(-2.5 * HOUR),
  to: ago(-3 * HOUR),
  place_by: 'site',
  way_by: 'corridors',
  meters_to_go: 200_000,
  speed_mps: 26,
  rest: 'none',
  running_late: true,
};
/** Predicted two to three hours from now at a stop that is due in half an hour. */
export const RUNNING_LATE = {
  stops: [stop({ estimated_arrival_at: ago(-0.5 * HOUR) })],
  predicted_arrivals: [LATE_ARRIVAL],
};

/** Confirmed by phone; the load's first stop is reached this many minutes from now. */
const etaOf = (minutes: number) => ({
  stop_sequence: 0,
  at: ago(-minutes * MINUTE),
  by: { sub: 'ann', name: 'Ann' },
  set_at: ago(MINUTE),
});

export const STATES: readonly (readonly [
  state: string,
  change: Partial<BoardLoad>,
  cause: Cause,
  attention: boolean,
])[] = [
  ['read refused with 401', { read_error: failed('unauthorized') }, 'read_unauthorized', true],
  ['read refused with 403', { read_error: failed('forbidden') }, 'read_forbidden', true],
  ['load not known (404)', { read_error: failed('not_found') }, 'read_not_found', true],
  ['read limited (429)', { read_error: failed('rate_limited') }, 'read_limited', false],
  ['read failed with 5xx', { read_error: failed('service_error') }, 'read_failed', true],
  ['read timed out', { read_error: failed('timeout') }, 'read_failed', true],
  ['service unreachable', { read_error: failed('unreachable') }, 'read_failed', true],
  ['response not understood', { read_error: failed('unexpected_answer') }, 'read_refused', true],
  ['read refused with 422', { read_error: failed('refused') }, 'read_refused', true],
  ['not implemented (501)', { read_error: failed('not_implemented') }, 'read_refused', true],
  ['an unknown kind of failure', { read_error: failed('gremlins') }, 'read_failed', true],
  [
    'a failed read outranks disagree',
    { read_error: failed('forbidden'), vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'read_forbidden',
    true,
  ],
  ['never read', { tracking_health: null, read_at: null }, 'not_read', false],
  ['live and disagree', { vehicle_assignment: assignment({ agreement: 'disagree' }) }, 'disagree', true],
  [
    'stale and disagree',
    { tracking_health: 'stale', vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'disagree',
    true,
  ],
  [
    'a new value and disagree',
    { tracking_health: 'quantum', vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'disagree',
    true,
  ],
  [
    'vehicle changed 11 h ago',
    { previous_vehicle_id: id(7), vehicle_changed_at: ago(11 * HOUR) },
    'vehicle_changed',
    true,
  ],
  [
    'vehicle changed 12 h ago',
    { previous_vehicle_id: id(7), vehicle_changed_at: ago(12 * HOUR) },
    'fine',
    false,
  ],
  [
    'the same truck on two loads',
    { same_truck_loads: [{ load_id: id(2), load_ref: 'LD-2' }] },
    'same_truck',
    true,
  ],
  [
    'vehicle changed, then removed',
    {
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
      previous_vehicle_id: id(7),
      vehicle_changed_at: ago(HOUR),
    },
    'unassigned',
    true,
  ],
  [
    'unassigned, identifiers sent, starts tomorrow',
    { ...noTruck, identifiers_sent: identifiersSent(true), stops: start(24 * HOUR) },
    'unmatched',
    true,
  ],
  [
    'its truck is no longer matched',
    { ...noTruck, identifiers_sent: identifiersSent(true), lost_truck: lostTruck(), stops: start(-HOUR) },
    'truck_lost',
    true,
  ],
  [
    'unassigned, none sent, starts tomorrow',
    { ...noTruck, identifiers_sent: identifiersSent(false), stops: start(24 * HOUR) },
    'unassigned_waiting',
    false,
  ],
  [
    'unassigned, none sent, start passed',
    { ...noTruck, identifiers_sent: identifiersSent(false), stops: start(-HOUR) },
    'none_sent',
    true,
  ],
  ['unassigned, no plan', { tracking_health: 'unassigned', vehicle_assignment: null }, 'unassigned', true],
  [
    'unassigned, start passed',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(-HOUR) },
    'unassigned',
    true,
  ],
  [
    'unassigned, starts in 119 min',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(119 * MINUTE) },
    'unassigned',
    true,
  ],
  [
    'unassigned, starts in 3 h',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(3 * HOUR) },
    'unassigned_waiting',
    false,
  ],
  ['not shared', { tracking_health: 'not_shared', last_position: null }, 'not_shared', true],
  ['no signal', { tracking_health: 'no_signal', last_position: null }, 'no_signal', true],
  ['stale while driving', { tracking_health: 'stale' }, 'stale_driving', true],
  [
    'stale while parked',
    {
      tracking_health: 'stale',
      motion: { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(9 * HOUR) },
    },
    'stale',
    true,
  ],
  ['stale, motion unknown', { tracking_health: 'stale', motion: null }, 'stale', true],
  ['live, agree', {}, 'fine', false],
  [
    'delivered, regardless of its plan',
    {
      leaving: { reason: 'left_destination', since: ago(HOUR), at: ago(-HOUR), next_load: null },
      stops: [stop({ estimated_arrival_at: ago(5 * HOUR) })],
    },
    'delivered',
    false,
  ],
  [
    'live, declared, not yet confirmed',
    { vehicle_assignment: assignment({ agreement: null }) },
    'unconfirmed',
    false,
  ],
  [
    'live, inferred',
    { vehicle_assignment: assignment({ source: 'inferred', agreement: null }) },
    'inferred',
    false,
  ],
  [
    'live, an unknown agreement',
    { vehicle_assignment: assignment({ agreement: 'perhaps' }) },
    'unknown_assignment',
    true,
  ],
  [
    'live, an unknown source',
    { vehicle_assignment: assignment({ source: 'guessed' }) },
    'unknown_assignment',
    true,
  ],
  ['live without an assignment', { vehicle_assignment: null }, 'unknown_assignment', true],
  [
    'live, still driving after its last estimate',
    { stops: [stop({ estimated_arrival_at: ago(HOUR) })] },
    'overdue',
    true,
  ],
  [
    'live, still driving after its last estimate, but it stopped nearby around that time',
    {
      stops: [stop({ estimated_arrival_at: ago(HOUR) })],
      possible_delivery: { from: ago(HOUR), to: ago(10 * MINUTE), place_by: 'city' },
    },
    'may_be_delivered',
    false,
  ],
  [
    'stale after a possible delivery: silence takes precedence',
    {
      tracking_health: 'stale',
      motion: null,
      possible_delivery: { from: null, to: ago(2 * HOUR), place_by: 'city' },
    },
    'stale',
    true,
  ],
  ['live, its monitor waits at a stop that the truck has left', WAITING, 'monitor_waiting', true],
  ['its monitor waits, and it is predicted late', { ...WAITING, ...RUNNING_LATE }, 'running_late', true],
  [
    'its monitor waits for another truck',
    { ...WAITING, monitor: loadMonitor({ ...waitingMonitor, vehicle_id: id(999) }) },
    'fine',
    false,
  ],
  ['live, predicted late', RUNNING_LATE, 'running_late', true],
  [
    'late by the ETA that a dispatcher confirmed',
    { ...RUNNING_LATE, dispatcher_eta: etaOf(120) },
    'late_known',
    false,
  ],
  [
    'predicted late and late by its monitor: the observation takes precedence',
    { ...RUNNING_LATE, monitor: loadMonitor(lateMonitor) },
    'late',
    true,
  ],
  [
    'predicted late with a passed appointment: the same exception until it arrives',
    { ...RUNNING_LATE, stops: [stop({ estimated_arrival_at: ago(HOUR) })] },
    'running_late',
    true,
  ],
  [
    'not predicted late, but the appointment has passed',
    {
      stops: [stop({ estimated_arrival_at: ago(HOUR) })],
      predicted_arrivals: [{ ...LATE_ARRIVAL, running_late: false }],
    },
    'overdue',
    true,
  ],
  [
    'predicted late and stale: silence takes precedence',
    { ...RUNNING_LATE, tracking_health: 'stale' },
    'stale_driving',
    true,
  ],
  [
    'parked too far away to have arrived when its appointment passed',
    {
      stops: [stop({ estimated_arrival_at: ago(HOUR) })],
      motion: { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(HOUR) },
      no_arrival_before: ago(-2 * HOUR),
    },
    'overdue',
    true,
  ],
  ['live, late by its monitor', { monitor: loadMonitor(lateMonitor) }, 'late', true],
  [
    'late and stale: silence takes precedence',
    { tracking_health: 'stale', monitor: loadMonitor(lateMonitor) },
    'stale_driving',
    true,
  ],
  [
    'live, its monitor cancelled',
    { monitor: loadMonitor({ ...lateMonitor, status: 'cancelled' }) },
    'fine',
    false,
  ],
  [
    'arrived at its last stop by its monitor, moving in the yard',
    {
      stops: [stop({ sequence: 2, estimated_arrival_at: ago(HOUR) })],
      monitor: loadMonitor(
        monitor({ stops: journeyStops().map((item) => ({ ...item, arrived_at: ago(2 * HOUR) })) }),
      ),
    },
    'fine',
    false,
  ],
  ['unknown', { tracking_health: 'unknown' }, 'unknown', true],
  ['an unknown value', { tracking_health: 'quantum' }, 'unknown', true],
];

const silentFor = (minutes: number) => ({
  latitude: 35.19,
  longitude: -102.08,
  occurred_at: ago(minutes * MINUTE),
});
const parked = { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(9 * HOUR) };
/** Parked, so that a passed appointment alone does not make it overdue. */
const dueAt = (minutes: number) => ({
  stops: [stop({ estimated_arrival_at: ago(minutes * MINUTE) })],
  motion: parked,
});
const failedWith = (kind: string) => (minutes: number) => ({ read_error: failed(kind), ...dueAt(minutes) });

/**
 * A load of each cause that is worse the more minutes it has: later, quieter, or with an appointment that is longer ago. The
 * minutes are at least `MIN_MINUTES`, so that it is late at all.
 */
export const MIN_MINUTES = 30;
export const WORSE: Readonly<Record<Cause, (minutes: number) => Partial<BoardLoad>>> = {
  disagree: (minutes) => ({ vehicle_assignment: assignment({ agreement: 'disagree' }), ...dueAt(minutes) }),
  vehicle_changed: (minutes) => ({
    previous_vehicle_id: id(7),
    vehicle_changed_at: ago(HOUR),
    ...dueAt(minutes),
  }),
  same_truck: (minutes) => ({ same_truck_loads: [{ load_id: id(2), load_ref: 'LD-2' }], ...dueAt(minutes) }),
  unmatched: (minutes) => ({ ...noTruck, identifiers_sent: identifiersSent(true), ...dueAt(minutes) }),
  truck_lost: (minutes) => ({ ...noTruck, lost_truck: lostTruck(), ...dueAt(minutes) }),
  unassigned: (minutes) => ({ ...noTruck, ...dueAt(minutes) }),
  none_sent: (minutes) => ({ ...noTruck, identifiers_sent: identifiersSent(false), ...dueAt(minutes) }),
  // The pickup is far ahead, but less so with more minutes.
  unassigned_waiting: (minutes) => ({ ...noTruck, ...dueAt(minutes - 100_000) }),
  read_refused: failedWith('refused'),
  read_forbidden: failedWith('forbidden'),
  read_unauthorized: failedWith('unauthorized'),
  read_failed: failedWith('timeout'),
  read_not_found: failedWith('not_found'),
  read_limited: failedWith('rate_limited'),
  not_read: (minutes) => ({ tracking_health: null, read_at: null, ...dueAt(minutes) }),
  stale_driving: (minutes) => ({ tracking_health: 'stale', last_position: silentFor(minutes) }),
  stale: (minutes) => ({ tracking_health: 'stale', motion: parked, last_position: silentFor(minutes) }),
  no_signal: (minutes) => ({
    tracking_health: 'no_signal',
    last_position: null,
    triage: openTriage({ cause: 'no_signal', opened_at: ago(HOUR) }),
    ...dueAt(minutes),
  }),
  not_shared: (minutes) => ({ tracking_health: 'not_shared', last_position: null, ...dueAt(minutes) }),
  late_known: (minutes) => ({
    stops: [stop({ estimated_arrival_at: ago(HOUR) })],
    dispatcher_eta: etaOf(minutes),
  }),
  late: (minutes) => ({
    monitor: loadMonitor(
      monitor({
        stops: journeyStops().map((item) =>
          item.sequence === 1 ? { ...item, planned_arrival_at: ago(minutes * MINUTE) } : item,
        ),
      }),
    ),
  }),
  // Due now; the width of the interval must not matter, only its middle.
  running_late: (minutes) => ({
    stops: [stop({ estimated_arrival_at: ago(0) })],
    predicted_arrivals: [
      {
        ...LATE_ARRIVAL,
        from: ago(-(minutes - (minutes % MIN_MINUTES)) * MINUTE),
        to: ago(-(minutes + (minutes % MIN_MINUTES)) * MINUTE),
      },
    ],
  }),
  overdue: (minutes) => ({
    stops: [stop({ estimated_arrival_at: ago(minutes * MINUTE) })],
    last_position: silentFor(0),
  }),
  monitor_waiting: (minutes) => ({ ...WAITING, ...dueAt(minutes) }),
  unknown: (minutes) => ({ tracking_health: 'unknown', ...dueAt(minutes) }),
  unknown_assignment: (minutes) => ({ vehicle_assignment: null, ...dueAt(minutes) }),
  unconfirmed: (minutes) => ({ vehicle_assignment: assignment({ agreement: null }), ...dueAt(minutes) }),
  may_be_delivered: (minutes) => ({
    ...dueAt(minutes),
    possible_delivery: { from: ago(HOUR), to: ago(10 * MINUTE), place_by: 'city' },
  }),
  inferred: (minutes) => ({
    vehicle_assignment: assignment({ source: 'inferred', agreement: null }),
    ...dueAt(minutes),
  }),
  fine: dueAt,
  delivered: (minutes) => ({
    ...dueAt(minutes),
    leaving: { reason: 'left_destination', since: ago(HOUR), at: ago(-HOUR), next_load: null },
  }),
};
