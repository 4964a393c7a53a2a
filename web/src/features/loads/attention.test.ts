import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it } from 'vitest';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, stop } from '../../testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from '../../testing/monitors.ts';
import { type Cause, causeOf, factsOf, RANK } from './attention.ts';
import { sentenceOf } from './explain.ts';
import { messageOf } from './messages.ts';

const lateMonitor = monitor({
  stops: journeyStops().map((one) => (one.sequence === 1 ? { ...one, planned_arrival_at: ago(HOUR) } : one)),
});
const calm = { now: NOW, outage: false };
const failed = (kind: string) => ({ status: null, kind, message: 'It did not work', since: ago(MINUTE) });
const start = (ms: number) => [stop({ estimated_departure_at: ago(-ms) })];

const said = (sent: boolean) => ({ sent, by_name: 'Ann', at: ago(HOUR) });
const noTruck = { tracking_health: 'unassigned', vehicle_assignment: null, last_position: null };

/** The table "from state to sentence to action", row by row: state, row that matches, exception or not, who acts. */
const ROWS: readonly (readonly [
  state: string,
  change: Partial<BoardLoad>,
  cause: Cause,
  attention: boolean,
  owner: string,
])[] = [
  ['read refused with 401', { read_error: failed('unauthorized') }, 'read_unauthorized', true, 'us'],
  ['read refused with 403', { read_error: failed('forbidden') }, 'read_forbidden', true, 'us'],
  ['load not known (404)', { read_error: failed('not_found') }, 'read_not_found', true, 'us'],
  ['read limited (429)', { read_error: failed('rate_limited') }, 'read_limited', false, 'wait'],
  ['read failed with 5xx', { read_error: failed('service_error') }, 'read_failed', true, 'wait'],
  ['read timed out', { read_error: failed('timeout') }, 'read_failed', true, 'wait'],
  ['service unreachable', { read_error: failed('unreachable') }, 'read_failed', true, 'wait'],
  ['answer not understood', { read_error: failed('unexpected_answer') }, 'read_refused', true, 'us'],
  ['read refused with 422', { read_error: failed('refused') }, 'read_refused', true, 'us'],
  ['not implemented (501)', { read_error: failed('not_implemented') }, 'read_refused', true, 'us'],
  ['a kind of failure nobody knows', { read_error: failed('gremlins') }, 'read_failed', true, 'wait'],
  [
    'a failed read outranks disagree',
    { read_error: failed('forbidden'), vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'read_forbidden',
    true,
    'us',
  ],
  [
    'delivered, however late its plan says it is',
    {
      leaving: { reason: 'left_destination', since: ago(HOUR), at: ago(-HOUR), next_load: null },
      stops: [stop({ estimated_arrival_at: ago(5 * HOUR) })],
    },
    'delivered',
    false,
    'none',
  ],
  ['never read', { tracking_health: null, read_at: null }, 'not_read', false, 'wait'],
  [
    'live and disagree',
    { vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'disagree',
    true,
    'carrier',
  ],
  [
    'stale and disagree',
    { tracking_health: 'stale', vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'disagree',
    true,
    'carrier',
  ],
  [
    'a new value and disagree',
    { tracking_health: 'quantum', vehicle_assignment: assignment({ agreement: 'disagree' }) },
    'disagree',
    true,
    'carrier',
  ],
  [
    'vehicle changed 11 h ago',
    { previous_vehicle_id: id(7), vehicle_changed_at: ago(11 * HOUR) },
    'vehicle_changed',
    true,
    'carrier',
  ],
  [
    'vehicle changed 12 h ago',
    { previous_vehicle_id: id(7), vehicle_changed_at: ago(12 * HOUR) },
    'fine',
    false,
    'none',
  ],
  [
    'one truck on two loads',
    { same_truck_loads: [{ load_id: id(2), load_ref: 'LD-2' }] },
    'same_truck',
    true,
    'carrier',
  ],
  [
    'vehicle changed, and none now',
    {
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
      previous_vehicle_id: id(7),
      vehicle_changed_at: ago(HOUR),
    },
    'unassigned',
    true,
    'us',
  ],
  [
    'unassigned, identifiers sent, starts tomorrow',
    { ...noTruck, identifiers_sent: said(true), stops: start(24 * HOUR) },
    'unmatched',
    true,
    'us',
  ],
  [
    'unassigned, none sent, starts tomorrow',
    { ...noTruck, identifiers_sent: said(false), stops: start(24 * HOUR) },
    'unassigned_waiting',
    false,
    'wait',
  ],
  [
    'unassigned, none sent, start passed',
    { ...noTruck, identifiers_sent: said(false), stops: start(-HOUR) },
    'none_sent',
    true,
    'us',
  ],
  [
    'unassigned, no plan',
    { tracking_health: 'unassigned', vehicle_assignment: null },
    'unassigned',
    true,
    'us',
  ],
  [
    'unassigned, start passed',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(-HOUR) },
    'unassigned',
    true,
    'us',
  ],
  [
    'unassigned, starts in 119 min',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(119 * MINUTE) },
    'unassigned',
    true,
    'us',
  ],
  [
    'unassigned, starts in 3 h',
    { tracking_health: 'unassigned', vehicle_assignment: null, stops: start(3 * HOUR) },
    'unassigned_waiting',
    false,
    'wait',
  ],
  ['not shared', { tracking_health: 'not_shared', last_position: null }, 'not_shared', true, 'fleet'],
  ['no signal', { tracking_health: 'no_signal', last_position: null }, 'no_signal', true, 'fleet'],
  ['stale while driving', { tracking_health: 'stale' }, 'stale_driving', true, 'carrier'],
  [
    'stale while standing',
    {
      tracking_health: 'stale',
      motion: { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(9 * HOUR) },
    },
    'stale',
    true,
    'carrier',
  ],
  ['stale, motion unknown', { tracking_health: 'stale', motion: null }, 'stale', true, 'carrier'],
  ['live, agree', {}, 'fine', false, 'none'],
  [
    'live, declared, not yet confirmed',
    { vehicle_assignment: assignment({ agreement: null }) },
    'unconfirmed',
    false,
    'wait',
  ],
  [
    'live, inferred',
    { vehicle_assignment: assignment({ source: 'inferred', agreement: null }) },
    'inferred',
    false,
    'none',
  ],
  [
    'live, an agreement nobody knows',
    { vehicle_assignment: assignment({ agreement: 'perhaps' }) },
    'unknown_assignment',
    true,
    'provider',
  ],
  [
    'live, a source nobody knows',
    { vehicle_assignment: assignment({ source: 'guessed' }) },
    'unknown_assignment',
    true,
    'provider',
  ],
  ['live without an assignment', { vehicle_assignment: null }, 'unknown_assignment', true, 'provider'],
  [
    'live, still driving after its last estimate',
    { stops: [stop({ estimated_arrival_at: ago(HOUR) })] },
    'overdue',
    true,
    'carrier',
  ],
  ['live, late by what its monitor has seen', { monitor: loadMonitor(lateMonitor) }, 'late', true, 'carrier'],
  [
    'late and silent: the silence comes first',
    { tracking_health: 'stale', monitor: loadMonitor(lateMonitor) },
    'stale_driving',
    true,
    'carrier',
  ],
  [
    'live, its monitor cancelled',
    { monitor: loadMonitor({ ...lateMonitor, status: 'cancelled' }) },
    'fine',
    false,
    'none',
  ],
  [
    'arrived at its last stop by its monitor, and moving in the yard',
    {
      stops: [stop({ sequence: 2, estimated_arrival_at: ago(HOUR) })],
      monitor: loadMonitor(
        monitor({ stops: journeyStops().map((one) => ({ ...one, arrived_at: ago(2 * HOUR) })) }),
      ),
    },
    'fine',
    false,
    'none',
  ],
  ['unknown', { tracking_health: 'unknown' }, 'unknown', true, 'provider'],
  ['a value nobody knows', { tracking_health: 'quantum' }, 'unknown', true, 'provider'],
];

describe('from state to sentence to action', () => {
  it.each(ROWS)('%s', (_state, change, cause, attention, owner) => {
    const it = load(change);
    expect(causeOf(it, calm)).toBe(cause);
    expect(factsOf(it, calm).attention).toBe(attention);
    const sentence = sentenceOf(it, cause, NOW);
    expect(sentence.owner).toBe(owner);
    expect(sentence.what).not.toBe('');
    expect(sentence.why).not.toBe('');
    // What needs a person has one thing to do.
    if (attention) expect(sentence.action).not.toBeNull();
  });

  it.each(ROWS)('%s: the message that is copied fits it', (_state, change, cause) => {
    const it = load(change);
    const { action } = sentenceOf(it, cause, NOW);
    if (action?.kind !== 'message' || action.message === 'check_access') return;
    const text = messageOf(action.message, it);
    if (it.vehicle_assignment) {
      expect(text).toContain('Truck: Unit 1187');
      expect(text).not.toMatch(/no truck/i);
    } else expect(text).not.toMatch(/this truck|the truck is|Truck:/);
  });

  it('asks whether identifiers were sent while nobody knows, also long before the start', () => {
    for (const hours of [-1, 1, 24]) {
      const it = load({ ...noTruck, stops: start(hours * HOUR) });
      expect(sentenceOf(it, causeOf(it, calm), NOW).why).toMatch(/identifiers (were )?sent/);
    }
    const none = load({ ...noTruck, identifiers_sent: said(false), stops: start(24 * HOUR) });
    expect(sentenceOf(none, causeOf(none, calm), NOW).why).toContain('othing to do before');
  });

  it('covers every row', () => {
    expect(new Set(ROWS.map(([, , cause]) => cause))).toEqual(new Set(Object.keys(RANK)));
  });

  it('orders: our reads, the wrong truck, no truck, no signal, not shared, silent, overdue, unknown', () => {
    const order = [
      'read_failed',
      'disagree',
      'vehicle_changed',
      'unassigned',
      'no_signal',
      'not_shared',
      'stale_driving',
      'stale',
      'late',
      'overdue',
      'unknown',
      'fine',
    ] as const;
    expect(order.map((cause) => RANK[cause])).toEqual(
      order.map((cause) => RANK[cause]).toSorted((a, b) => a - b),
    );
  });

  it('does not blame single loads for an outage: their last known state stands', () => {
    const it = load({ read_error: failed('unreachable'), tracking_health: 'no_signal', last_position: null });
    expect(causeOf(it, { now: NOW, outage: true })).toBe('no_signal');
    expect(factsOf(load({ read_error: failed('timeout') }), { now: NOW, outage: true }).attention).toBe(
      false,
    );
  });

  it('keeps what the outage does not explain: a load that the service refuses us', () => {
    expect(causeOf(load({ read_error: failed('forbidden') }), { now: NOW, outage: true })).toBe(
      'read_forbidden',
    );
  });

  it('flags the truck whatever the health, for as long as the warning lasts', () => {
    const changed = load({ tracking_health: 'stale', vehicle_changed_at: ago(HOUR) });
    expect(factsOf(changed, calm).health).toBe('check');
    const facts = factsOf(changed, calm);
    expect(facts.valid_until).toBe(NOW + 11 * HOUR);
    expect(factsOf(changed, { now: facts.valid_until, outage: false }).health).toBe('stale');
  });

  it('says again what it said when nothing but a turning point has passed', () => {
    const waiting = load({ tracking_health: 'unassigned', vehicle_assignment: null, stops: start(3 * HOUR) });
    const facts = factsOf(waiting, calm);
    expect(facts.valid_until).toBe(NOW + HOUR);
    expect(factsOf(waiting, { now: facts.valid_until, outage: false }).attention).toBe(true);
  });
});

describe('sentences', () => {
  it('tell where and how long ago a silent truck was seen', () => {
    const { what } = sentenceOf(load({ tracking_health: 'stale' }), 'stale', NOW);
    expect(what).toBe('No pings since 20:28, 12 mi W of Amarillo, TX');
  });
  it('stay sentences when a clock is ahead, whatever they join the age to', () => {
    const ahead = { last_position: { latitude: 35, longitude: -102, occurred_at: ago(-30 * MINUTE) } };
    const unknown = sentenceOf(load({ tracking_health: 'unknown', ...ahead }), 'unknown', NOW);
    expect(unknown.why).toBe('The tracking service says “unknown”; last position 30 min ahead of our clock.');
    expect(sentenceOf(load({ tracking_health: 'stale', ...ahead }), 'stale', NOW).what).toMatch(
      /^No pings since a time 30 min ahead of our clock, /,
    );
    const changed = load({ vehicle_changed_at: ago(-7_000), read_at: ago(-7_000) });
    expect(sentenceOf(changed, 'vehicle_changed', NOW).what).toBe('The truck changed 7 s ahead of our clock');
    expect(sentenceOf(changed, 'read_failed', NOW).why).toContain('updated 7 s ahead of our clock.');
  });
  it('promise no confirmation, since matching does not cover every fleet', () => {
    const { why } = sentenceOf(
      load({ vehicle_assignment: assignment({ agreement: null }) }),
      'unconfirmed',
      NOW,
    );
    expect(why).toBe('It may be confirmed once it has been at the origin. Some fleets are not covered.');
  });
  it('show an unknown value as it came', () => {
    expect(sentenceOf(load({ tracking_health: 'quantum' }), 'unknown', NOW).why).toContain('“quantum”');
  });
  it('ask the carrier to confirm a truck that was matched from location, not for a missing one', () => {
    const inferred = load({ vehicle_assignment: assignment({ source: 'inferred', agreement: null }) });
    const { action } = sentenceOf(inferred, 'inferred', NOW);
    expect(action).toMatchObject({ kind: 'message', message: 'confirm_truck' });
    expect(messageOf('confirm_truck', inferred)).toMatch(/matched this truck .* by its location/);
  });
  it('put truck, VIN and place into the message for the carrier', () => {
    const { action } = sentenceOf(load(), 'disagree', NOW);
    expect(action).toMatchObject({ kind: 'message', to: 'the carrier', message: 'which_truck' });
    const text = messageOf('which_truck', load());
    for (const part of ['LD-48213', 'Unit 1187', '1FUJGLDR5CSBM1234', 'TX 4KD8812', 'Amarillo'])
      expect(text).toContain(part);
  });
  it('offer to remove a load that the service does not know', () => {
    expect(sentenceOf(load({ read_error: failed('not_found') }), 'read_not_found', NOW).action).toEqual({
      kind: 'remove',
      label: 'Remove',
    });
  });
});
