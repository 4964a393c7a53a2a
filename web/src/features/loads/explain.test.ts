import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeOf } from '@waypost/triage/cause';
import { factsOf } from '@waypost/triage/facts';
import { CAUSES, type Cause } from '@waypost/triage/score';
import { failed, identifiersSent, noTruck, STATES, start } from '@waypost/triage/testing/states';
import { describe, expect, it } from 'vitest';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, stop } from '../../testing/loads.ts';
import { CAUSE_WORDS, OWNER_WORD, type Owner } from './cause-words.ts';
import { scoreText, sentenceOf } from './explain.ts';
import { meaningOf } from './meaning.ts';
import { messageOf } from './messages.ts';

const context = { now: NOW, outage: false };

const OWNERS: Readonly<Record<Cause, Owner>> = {
  read_unauthorized: 'us',
  read_forbidden: 'us',
  read_not_found: 'us',
  read_limited: 'wait',
  read_failed: 'wait',
  read_refused: 'us',
  not_read: 'wait',
  disagree: 'carrier',
  vehicle_changed: 'carrier',
  fine: 'none',
  delivered: 'none',
  same_truck: 'carrier',
  unassigned: 'us',
  unmatched: 'us',
  truck_lost: 'us',
  unassigned_waiting: 'wait',
  none_sent: 'us',
  not_shared: 'fleet',
  no_signal: 'fleet',
  stale_driving: 'carrier',
  stale: 'carrier',
  unconfirmed: 'wait',
  inferred: 'none',
  unknown_assignment: 'provider',
  late_known: 'wait',
  running_late: 'carrier',
  may_be_delivered: 'none',
  overdue: 'carrier',
  monitor_waiting: 'us',
  late: 'carrier',
  unknown: 'provider',
};

it('pings that arrive late are not called missing, until they stop', () => {
  const came = (minutes: number) => ({ seconds: 7200, at: ago(minutes * MINUTE) });
  const said = (minutes: number) => {
    const silent = load({ tracking_health: 'stale', pings_delayed: came(minutes) });
    const facts = factsOf(silent, { now: NOW, outage: false });
    return { ...sentenceOf(silent, facts.cause, NOW), ...facts };
  };
  const { what, why, cause, valid_until } = said(5);
  expect(what).toContain('Pings arrive 2 h late');
  expect(why).toContain('farther along than shown');
  // The list, too, does not say that they stopped.
  expect(cause).toBe('stale');
  expect(valid_until).toBeLessThanOrEqual(NOW + 25 * MINUTE + 1);
  expect(said(45)).toMatchObject({ cause: 'stale_driving' });
  expect(said(45).what).toContain('No pings since');
});

it('matches the README: a row for each cause, in the order of the rules, with its owner', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const table = readme.split('## What the board says of a load')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| (?!Shown|---)(.+?) \| .+? \| (.+?) \| .*\|$/gm)];
  expect(rows.map(([, title, owner]) => [title, owner])).toEqual(
    CAUSES.map((cause) => [CAUSE_WORDS[cause].title, OWNER_WORD[OWNERS[cause]] || 'Nobody']),
  );
});

/** The action for each cause: the message to copy, or the kind of action. */
const ACTIONS: Readonly<Record<Cause, string | null>> = {
  read_unauthorized: 'read_now',
  read_forbidden: 'check_access',
  read_not_found: 'remove',
  read_limited: null,
  read_failed: 'read_now',
  read_refused: 'read_now',
  not_read: null,
  disagree: 'which_truck',
  vehicle_changed: 'truck_changed',
  fine: null,
  delivered: null,
  same_truck: 'one_truck_two_loads',
  unassigned: 'name_truck',
  unmatched: 'check_identifiers',
  truck_lost: 'name_truck',
  unassigned_waiting: null,
  none_sent: 'name_truck',
  not_shared: 'share_location',
  no_signal: 'check_device',
  stale_driving: 'where_is_it',
  stale: 'where_is_it',
  unconfirmed: null,
  inferred: 'confirm_truck',
  unknown_assignment: 'read_now',
  late_known: null,
  running_late: 'running_late',
  may_be_delivered: null,
  overdue: 'still_driving',
  monitor_waiting: 'open_monitor',
  late: 'when_will_it_arrive',
  unknown: 'read_now',
};

describe('from state to sentence to action', () => {
  it('has a test state for each cause', () => {
    expect(new Set(STATES.map(([, , cause]) => cause))).toEqual(new Set(CAUSES));
  });

  it.each(STATES)('%s', (_state, change, cause, attention) => {
    const { owner, what, why, action } = sentenceOf(load(change), cause, NOW);
    expect(owner).toBe(OWNERS[cause]);
    expect(action?.kind === 'message' ? action.message : (action?.kind ?? null)).toBe(ACTIONS[cause]);
    expect(what).not.toBe('');
    expect(why).not.toBe('');
    // Whatever needs attention must offer an action.
    if (attention) expect(action).not.toBeNull();
  });

  it.each(STATES)('%s: the copied message fits the state', (_state, change, cause) => {
    const board_load = load(change);
    const { action } = sentenceOf(board_load, cause, NOW);
    if (action?.kind !== 'message' || action.message === 'check_access') return;
    const text = messageOf(action.message, board_load);
    if (board_load.vehicle_assignment) {
      expect(text).toContain('Truck: Unit 1187');
      expect(text).not.toMatch(/no truck/i);
    } else expect(text).not.toMatch(/this truck|the truck is|Truck:/);
  });

  it('asks whether identifiers were sent while that is unknown, also long before the start', () => {
    for (const hours of [-1, 1, 24]) {
      const board_load = load({ ...noTruck, stops: start(hours * HOUR) });
      expect(sentenceOf(board_load, causeOf(board_load, context), NOW).why).toMatch(
        /identifiers (were )?sent/,
      );
    }
    const none = load({ ...noTruck, identifiers_sent: identifiersSent(false), stops: start(24 * HOUR) });
    expect(sentenceOf(none, causeOf(none, context), NOW).why).toContain('othing to do before');
  });
});

describe('sentences', () => {
  it('say where and how long ago a silent truck was seen', () => {
    const { what } = sentenceOf(load({ tracking_health: 'stale' }), 'stale', NOW);
    expect(what).toBe('No pings since 20:28, 12 mi W of Amarillo, TX');
  });
  it('stay grammatical when a clock is ahead', () => {
    const ahead = { last_position: { latitude: 35, longitude: -102, occurred_at: ago(-30 * MINUTE) } };
    const unknown = sentenceOf(load({ tracking_health: 'unknown', ...ahead }), 'unknown', NOW);
    expect(unknown.why).toBe(
      'The tracking service reports “unknown”; last position 30 min ahead of our clock.',
    );
    expect(sentenceOf(load({ tracking_health: 'stale', ...ahead }), 'stale', NOW).what).toMatch(
      /^No pings since a time 30 min ahead of our clock, /,
    );
    const changed = load({ vehicle_changed_at: ago(-7_000), read_at: ago(-7_000) });
    expect(sentenceOf(changed, 'vehicle_changed', NOW).what).toBe('The truck changed 7 s ahead of our clock');
    expect(sentenceOf(changed, 'read_failed', NOW).why).toContain('updated 7 s ahead of our clock.');
  });
  it('promise no confirmation, because matching does not cover every fleet', () => {
    const { why } = sentenceOf(
      load({ vehicle_assignment: assignment({ agreement: null }) }),
      'unconfirmed',
      NOW,
    );
    expect(why).toBe('It may be confirmed once it has been at the origin. Some fleets are not covered.');
  });
  it('say that the truck has been at the origin once its monitor or the tracking service has seen it there', () => {
    const been = load({
      vehicle_assignment: assignment({ agreement: null }),
      stops: [stop({ arrived_at: ago(HOUR) })],
    });
    expect(sentenceOf(been, 'unconfirmed', NOW).why).toMatch(/^It has been at the origin, /);
  });
  it('say of a clock that runs ahead nothing that its age contradicts', () => {
    const ahead = load({ clock_ahead_seconds: 300 });
    const { why } = sentenceOf(ahead, 'unknown', NOW);
    expect(why).toBe("Its device's clock is 5 min ahead, so its position is older than its time says.");
    expect(meaningOf(ahead)).toBe('A truck is assigned. The clock of its device is wrong.');
  });
  it('leave values that only an administrator understands to the facts of the truck', () => {
    const partly = load({ vehicle_assignment: assignment({ agreement: 'partly' }) });
    expect(sentenceOf(partly, 'unknown_assignment', NOW).why).toBe(
      'The truck was named with the load, and whether its route confirms it is unclear.',
    );
  });
  it('address the carrier while the fleet is not known', () => {
    for (const cause of ['no_signal', 'not_shared'] as const)
      expect(sentenceOf(load(), cause, NOW).action).toMatchObject({ kind: 'message', to: 'the carrier' });
  });
  it('show an unknown value verbatim', () => {
    expect(sentenceOf(load({ tracking_health: 'quantum' }), 'unknown', NOW).why).toContain('“quantum”');
  });
  it('ask the carrier to confirm a truck matched by location, not for a missing one', () => {
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
  it('name pickup and delivery in the message for the carrier, with their appointments', () => {
    const stops = [
      stop({ name: 'Amarillo DC 2', estimated_arrival_at: ago(HOUR) }),
      stop({ id: id(402), sequence: 1, name: 'Denver DC 5', estimated_arrival_at: null }),
    ];
    expect(messageOf('name_truck', load({ ...noTruck, stops }))).toMatch(
      /^Load .?LD-48213.?\nPickup: .?Amarillo DC 2.?, .* 20\d\d.*\nDelivery: .?Denver DC 5.?\nWe see no truck/,
    );
  });
  it('offer to remove a load that the service does not know', () => {
    expect(sentenceOf(load({ read_error: failed('not_found') }), 'read_not_found', NOW).action).toEqual({
      kind: 'remove',
      label: 'Remove',
    });
  });
});

describe('the priority of a load', () => {
  const wrong = { vehicle_assignment: assignment({ agreement: 'disagree' }) };
  const textOf = (change: Parameters<typeof load>[0]) =>
    scoreText(factsOf(load(change), { now: NOW, outage: false }), NOW);

  it('is shown with its parts', () => {
    expect(textOf({ ...wrong, stops: [stop({ estimated_arrival_at: ago(-HOUR) })] })).toBe(
      'Priority 117: severity 90 × 1.3, appointment in 1 h',
    );
    expect(textOf({ ...wrong, stops: [stop({ estimated_arrival_at: ago(3 * HOUR) })] })).toBe(
      'Priority 162: severity 90 × 1.8, appointment passed 3 h ago',
    );
    expect(textOf(wrong)).toBe('Priority 90: severity 90, no appointment known');
    expect(textOf({})).toBe('');
  });
});
