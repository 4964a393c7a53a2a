import type { BoardLoad } from '@waypost/contract/api/board';
import { CLOSE_REASONS, type LoadTriage } from '@waypost/contract/api/load-triage';
import type { LoadStop } from '@waypost/contract/loads';
import { factsOf } from '@waypost/triage/facts';
import { nextStop, stopTiming } from '@waypost/triage/plan';
import { lostTruck, RUNNING_LATE } from '@waypost/triage/testing/states';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, openTriage, stop } from '../../testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from '../../testing/monitors.ts';
import { DEFAULT_PREFS, prefs } from '../../ui/prefs.ts';
import { dockTime, personZone, shortDateTime } from '../../ui/time.ts';
import { CAUSE_WORDS } from './cause-words.ts';
import { estimateWords, nextStopTitle } from './estimate-basis.ts';
import { sentenceOf } from './explain.ts';
import { loadsCsv, loadsGeoJson } from './export-loads.ts';
import { mapLoadOf } from './marker.ts';
import { journeyStatus, nextStopWords } from './next-stop.ts';

const stops = [
  stop({ id: id(1), sequence: 0, estimated_arrival_at: ago(5.5 * HOUR) }),
  stop({ id: id(2), sequence: 1, name: 'Pueblo yard', estimated_arrival_at: ago(HOUR) }),
  stop({ id: id(3), sequence: 2, name: 'Denver DC 1', estimated_arrival_at: ago(-3 * HOUR) }),
];
const at = (
  times: Record<number, { arrived_at?: string; departed_at?: string; planned_arrival_at?: string }>,
) =>
  load({
    stops,
    monitor: loadMonitor(
      monitor({
        stops: journeyStops().map((journey_stop) => ({ ...journey_stop, ...times[journey_stop.sequence] })),
      }),
    ),
  });
const late = at({ 1: { planned_arrival_at: ago(HOUR) } });
const inside = at({ 1: { arrived_at: ago(25 * MINUTE) } });
const facts = (board_load: ReturnType<typeof load>) => factsOf(board_load, { now: NOW, outage: false });

describe('a load with a monitor', () => {
  it('expects the next stop without a recorded arrival, not the next planned one', () => {
    expect(nextStop(late, NOW)?.name).toBe('Pueblo yard');
    expect(nextStop(load({ stops }), NOW)?.name).toBe('Denver DC 1');
    expect(nextStop(inside, NOW)?.name).toBe('Denver DC 1');
  });

  it('says which stop is next, and where the load goes after it', () => {
    expect(nextStopWords(load({ stops }), NOW)).toMatchObject({
      stop: 'Denver DC 1',
      // Not parted from its stop.
      lead: '→\u00a0',
      destination: null,
    });
    expect(nextStopWords(late, NOW)).toMatchObject({
      stop: 'Pueblo yard',
      lead: 'Stop 2: ',
      destination: 'Denver DC 1',
    });
    const ahead = stops.map((one, n) => ({ ...one, estimated_arrival_at: ago(-(n + 1) * HOUR) }));
    expect(nextStopWords(load({ stops: ahead }), NOW)).toMatchObject({
      lead: 'Pickup: ',
      destination: 'Denver DC 1',
    });
  });

  it('waits at the pickup without a truck, however long ago it was due', () => {
    const unassigned = load({
      stops,
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
    });
    expect(nextStopWords(unassigned, NOW)).toMatchObject({
      lead: 'Pickup: ',
      stop: 'Amarillo DC 4',
      destination: 'Denver DC 1',
      time: '',
    });
  });

  it('says where a load without a truck goes although the pickup has no time, and none of its stops', () => {
    const timeless = (of: readonly LoadStop[]) => of.map((one) => ({ ...one, estimated_arrival_at: null }));
    const unassigned = load({ vehicle_assignment: null, tracking_health: 'unassigned' });
    const [pickup, ...others] = stops.map((one, n) => ({
      ...one,
      estimated_arrival_at: ago(-(n + 1) * HOUR),
    }));
    const first = timeless(pickup ? [pickup] : []);
    expect(nextStopWords({ ...unassigned, stops: [...first, ...others] }, NOW)).toMatchObject({
      lead: 'Stop 2: ',
      stop: 'Pueblo yard',
      destination: 'Denver DC 1',
      time: expect.stringMatching(/^Appt /),
    });
    expect(nextStopWords({ ...unassigned, stops: timeless(stops) }, NOW)).toMatchObject({
      lead: 'Pickup: ',
      destination: 'Denver DC 1',
      time: '',
    });
  });

  it('says where a load goes although none of its stops has a time', () => {
    const timeless = stops.map((one) => ({ ...one, estimated_arrival_at: null }));
    expect(nextStopWords(load({ stops: timeless }), NOW)).toMatchObject({
      stop: 'Denver DC 1',
      lead: '→\u00a0',
      destination: null,
      time: '',
    });
  });

  it('says when a load was delivered, unless it may have been another truck', () => {
    const since = ago(HOUR);
    const leaving = { reason: 'left_destination' as const, since, at: ago(-HOUR), next_load: null };
    const delivered = load({ stops, leaving });
    const time = `Delivered ${dockTime(since, NOW, undefined)}`;
    const done = at({
      0: { departed_at: ago(3 * HOUR) },
      1: { departed_at: ago(2 * HOUR) },
      2: { arrived_at: ago(2 * HOUR), departed_at: since },
    });
    for (const one of [delivered, { ...done, leaving: { ...leaving, reason: 'monitor_completed' as const } }])
      expect(nextStopWords(one, NOW)).toMatchObject({ stop: 'Denver DC 1', lead: '→\u00a0', time, late: '' });
    const inferred = { ...delivered, leaving: { ...leaving, reason: 'next_load' as const } };
    expect(nextStopWords(inferred, NOW)?.time).toBe('Presumed delivered');
    const doubted = { ...delivered, vehicle_assignment: assignment({ agreement: 'disagree' }) };
    expect(nextStopWords(doubted, NOW)?.time).toMatch(/^Appt /);
  });

  it('does not go back to the pickup when its truck is no longer matched', () => {
    const ahead = stops.map((one, n) => ({ ...one, estimated_arrival_at: ago((1 - 2 * n) * 2 * HOUR) }));
    const lost = load({
      stops: ahead,
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
      lost_truck: lostTruck(),
    });
    expect(nextStopWords(lost, NOW)).toMatchObject({ lead: 'Stop 2: ', stop: ahead[1]?.name });
    expect(nextStopWords({ ...lost, lost_truck: null }, NOW)).toMatchObject({ lead: 'Pickup: ', time: '' });
  });

  it('knows early and late arrivals, and the lateness of the next one', () => {
    const [origin, pueblo] = stops as [(typeof stops)[0], (typeof stops)[0]];
    expect(stopTiming(origin, late, NOW)).toEqual({ kind: 'late', by_ms: 0.5 * HOUR });
    expect(stopTiming(pueblo, late, NOW)).toEqual({ kind: 'late', by_ms: HOUR });
    expect(stopTiming(pueblo, load({ stops }), NOW).kind).toBe('past_plan');
  });

  it('says whether it is at a stop and since when, on the way, or late', () => {
    expect(journeyStatus(inside, NOW)).toMatchObject({
      text: 'At Pueblo yard for 25 min',
    });
    expect(journeyStatus(late, NOW)).toMatchObject({ text: 'On the way to Pueblo yard', late_ms: HOUR });
    expect(journeyStatus(load(), NOW)).toBeNull();
    expect(journeyStatus({ monitor: loadMonitor(monitor({ status: 'expired' })) }, NOW)).toBeNull();
  });

  it('names the stop that a truck stands at, with where it goes from there', () => {
    expect(nextStopWords(inside, NOW)).toMatchObject({
      stop: 'At Pueblo yard for 25 min',
      at_stop: true,
      time: '',
      late: '',
    });
  });

  it('derives this in its facts, with the time until which they are valid', () => {
    expect(facts(late)).toMatchObject({ journey: 'on_the_way', lateness: HOUR + MINUTE, cause: 'late' });
    expect(facts(inside)).toMatchObject({ journey: 'at_stop', lateness: null, cause: 'fine' });
    expect(facts(load())).toMatchObject({ journey: null, lateness: null });
    const soon = at({ 1: { planned_arrival_at: ago(-HOUR) } });
    const turn = facts(soon).valid_until;
    expect(turn).toBeLessThanOrEqual(NOW + HOUR);
    const then = { now: NOW + HOUR + 16 * MINUTE, outage: false };
    expect(factsOf(soon, then).lateness).toBe(17 * MINUTE);
  });

  it('shows this on its marker label', () => {
    const label = (board_load: ReturnType<typeof load>) =>
      mapLoadOf(board_load, facts(board_load), NOW)?.label;
    expect([late, inside, load()].map(label)).toEqual(['LD-48213 · late', 'LD-48213 · at stop', 'LD-48213']);
    expect(label(load(RUNNING_LATE))).toBe('LD-48213 · running late');
  });

  it('has a short label with isolated text direction, whatever the reference', () => {
    const label = (load_ref: string) => {
      const board_load = { ...late, load_ref };
      return mapLoadOf(board_load, facts(board_load), NOW)?.label ?? '';
    };
    expect(label('R'.repeat(600))).toMatch(/^R+…R+ · late$/);
    expect(label('R'.repeat(600)).length).toBeLessThan(40);
    expect(label('שילוח 7')).toBe('\u2068שילוח 7\u2069 · late');
  });
});

describe('the next appointment in words', () => {
  const words = (of: Partial<BoardLoad>) => {
    const { stop: name, time, late: by } = nextStopWords(load(of), NOW) ?? {};
    return [name, time, by].map((text) => text?.replace(/\d\d:\d\d \S+?(?=,| |$)/, 'hh:mm'));
  };
  const passed = { stops: [stop({ estimated_arrival_at: ago(HOUR) })], motion: null };

  it('names the stop, the appointment and how late it is', () => {
    expect(words(late)).toEqual(['Pueblo yard', 'Appt hh:mm', '1 h late']);
    expect(words(RUNNING_LATE)).toEqual(['Amarillo DC 4', 'Appt hh:mm', '1 h 30 to 2 h 30 min late']);
    expect(words({ stops: [stop({ estimated_arrival_at: ago(-HOUR) })] })).toEqual([
      'Amarillo DC 4',
      'Appt hh:mm',
      '',
    ]);
  });

  it('says of a stop without a name which one it is, and that its place is not given', () => {
    const bare = [
      stop({ name: null, estimated_arrival_at: ago(-HOUR) }),
      stop({ id: id(2), sequence: 6, name: null, estimated_arrival_at: ago(-9 * HOUR) }),
    ];
    expect(words({ stops: bare })[0]).toBe('Origin, place not given');
    const named = [bare[0], stop({ id: id(2), sequence: 6, name: 'Denver DC 1' })] as LoadStop[];
    expect(nextStopWords(load({ stops: named }), NOW)).toMatchObject({
      lead: '',
      destination: 'Denver DC 1',
    });
    expect(words({ stops: [{ ...bare[0], estimated_arrival_at: null }, bare[1]] as LoadStop[] })[0]).toBe(
      'Destination, place not given',
    );
  });

  const UNKNOWN = 'Appt hh:mm passed; arrival unknown';
  const PASSED = 'Appt hh:mm, 1 h ago';

  it('claims no lateness past an appointment or an estimate without having seen the arrival', () => {
    expect(words({ ...passed, motion: load().motion })).toEqual(['Amarillo DC 4', PASSED, '']);
    const driving = load({ ...passed, motion: load().motion });
    expect(facts(driving).cause).toBe('overdue');
    expect(mapLoadOf(driving, facts(driving), NOW)?.label).toBe('LD-48213 · appt passed');
    const [prediction] = RUNNING_LATE.predicted_arrivals;
    const expired = [{ ...prediction, from: ago(HOUR), to: ago(1) }] as BoardLoad['predicted_arrivals'];
    expect(words({ ...passed, predicted_arrivals: expired })).toEqual(['Amarillo DC 4', PASSED, '']);
  });

  it.each<[string, Partial<BoardLoad>]>([
    ['a possible wrong truck', { vehicle_assignment: assignment({ agreement: 'disagree' }) }],
    ['a truck that changed', { vehicle_changed_at: ago(HOUR) }],
    ['a truck on two loads', { same_truck_loads: [{ load_id: id(2), load_ref: null }] }],
    ['a stale position', { tracking_health: 'stale' }],
    ['no position', { tracking_health: 'no_signal', last_position: null }],
    ['no truck', { tracking_health: 'unassigned', vehicle_assignment: null, last_position: null }],
    ['a clock that is ahead', { clock_ahead_seconds: 600 }],
  ])('claims no lateness with %s', (_doubt, doubt) => {
    // The pickup of a load without a truck is said apart.
    const time = (text: string) => (doubt.vehicle_assignment === null ? '' : text);
    const unknown = ['Amarillo DC 4', time(UNKNOWN), ''];
    expect(words({ ...passed, ...doubt })).toEqual(unknown);
    expect(words({ ...passed, motion: load().motion, ...doubt })).toEqual(unknown);
    expect(words({ ...RUNNING_LATE, ...doubt })).toEqual(['Amarillo DC 4', time('Appt hh:mm'), '']);
    expect(words({ ...late, ...doubt })[2]).toBe('');
    const doubted = load({ ...late, ...doubt });
    expect(facts(doubted).lateness).toBeNull();
    expect(mapLoadOf(doubted, facts(doubted), NOW)?.label ?? '').not.toContain('late');
    expect(stopTiming((stops as [LoadStop, LoadStop])[1], doubted, NOW).kind).toBe('past_plan');
  });

  it.each<[string, Partial<BoardLoad>]>([
    ['if it is the right truck', { vehicle_assignment: assignment({ agreement: 'disagree' }) }],
    ['if it is the right truck', { tracking_health: 'stale', vehicle_changed_at: ago(HOUR) }],
    ['if it is still on its way', { tracking_health: 'stale' }],
    ['if its position is right', { tracking_health: 'unknown' }],
    ['if its position is right', { clock_ahead_seconds: 600 }],
  ])('says of an estimate in place of its lateness: %s', (words, doubt) => {
    expect(estimateWords(load({ ...RUNNING_LATE, ...doubt }), NOW)[1]).toBe(words);
  });

  it('says nothing of the arrival of a load that is delivered', () => {
    const leaving = { reason: 'left_destination', since: ago(HOUR), at: ago(0), next_load: null } as const;
    expect(words({ ...passed, leaving })).toEqual(['Amarillo DC 4', 'Delivered hh:mm', '']);
    expect(words(passed)).toEqual(['Amarillo DC 4', UNKNOWN, '']);
  });
});

describe('a stop in another time zone', () => {
  beforeEach(() => prefs.adopt({ ...DEFAULT_PREFS, time_zone: 'America/Chicago' }));
  afterEach(() => prefs.adopt(DEFAULT_PREFS));
  // 20:30 UTC is 14:30 in Chicago.
  const [ahead, over] = [ago(-2 * HOUR), ago(HOUR)].map((at) => [stop({ estimated_arrival_at: at })]);
  const stop_zones = { 0: 'America/Los_Angeles' };
  const eta = { stop_sequence: 0, by: { sub: 'maria', name: 'Maria Ruiz' }, set_at: ago(MINUTE) };

  it.each<[string, Partial<BoardLoad>, string, string]>([
    ['ahead', { stops: ahead }, 'Appt 14:30 PST', '16:30 CST your time'],
    [
      'passed',
      { stops: over, motion: null },
      'Appt 11:30 PST passed; arrival unknown',
      '13:30 CST your time',
    ],
    ['passed by a truck that drives', { stops: over }, 'Appt 11:30 PST, 1 h ago', '13:30 CST your time'],
    [
      'with an ETA by phone',
      { stops: ahead, dispatcher_eta: { ...eta, at: ago(-3 * HOUR) } },
      'Appt 14:30 PST · ETA 15:30 PST (Maria)',
      '16:30 CST your time',
    ],
    [
      'in a zone with the same clock',
      { stops: ahead, stop_zones: { 0: 'America/Winnipeg' } },
      'Appt 16:30',
      '',
    ],
    ['of unknown place', { stops: ahead, stop_zones: { 7: 'America/Denver' } }, 'Appt 16:30 CST', ''],
  ])("has its appointment in the dock's time: %s", (_when, change, time, own_time) => {
    expect(nextStopWords(load({ stop_zones, ...change }), NOW)).toMatchObject({ time, own_time });
  });

  it('has our estimate and the details on hover in the same time', () => {
    const due = load({ ...RUNNING_LATE, stop_zones });
    const from = RUNNING_LATE.predicted_arrivals[0]?.from ?? '';
    const to = RUNNING_LATE.predicted_arrivals[0]?.to ?? '';
    const estimate = `ETA ${shortDateTime(from, NOW, stop_zones[0])} to ${dockTime(to, NOW, stop_zones[0])}`;
    expect(estimate).toMatch(/ PST$/);
    expect(nextStopTitle(due, NOW)).toMatch(/^Appt at .* PST \(.* CST your time\)\./);
    expect(nextStopTitle(due, NOW)).toContain(estimate);
    expect(sentenceOf(due, 'running_late', NOW).why).toMatch(new RegExp(`^Appt .* PST\\. ${estimate}\\.`));
  });

  it('is exported with its time at the dock, and its zone', () => {
    const due = load({ stops: ahead, stop_zones });
    const [head, line] = loadsCsv([{ load: due, facts: facts(due) }], NOW).split('\r\n');
    expect(head).toContain('estimated_arrival_at,appointment_at_dock,dock_time_zone,');
    expect(line).toContain(`${ago(-2 * HOUR)},2026-11-20T14:30,America/Los_Angeles,`);
  });
});

describe('an export', () => {
  const rowOf = (of: Partial<BoardLoad>) => {
    const one = load({ triage: openTriage(), ...of });
    return JSON.parse(loadsGeoJson([{ load: one, facts: facts(one) }], NOW)).features[0].properties;
  };

  it('has no time of the last update, because the page hears of no update without a change', () => {
    expect(rowOf({ read_at: ago(HOUR) })).not.toHaveProperty('read_at');
  });

  it('has no estimate of a truck in doubt', () => {
    expect(rowOf(RUNNING_LATE).predicted_arrival_to).toBe(RUNNING_LATE.predicted_arrivals[0]?.to);
    const doubted = rowOf({ ...RUNNING_LATE, vehicle_assignment: assignment({ agreement: 'disagree' }) });
    expect(doubted).toMatchObject({ predicted_arrival_to: null, late_minutes_to: null });
  });

  it.each([HOUR, -HOUR])("has a dispatcher's ETA, also once it has passed: in %i ms", (ms) => {
    const at = ago(-ms);
    const dispatcher_eta = { stop_sequence: 0, at, by: { sub: 'ann', name: 'Ann' }, set_at: ago(2 * HOUR) };
    expect(rowOf({ stops: [stop({ name: 'Denver DC 4' })], dispatcher_eta })).toMatchObject({
      dispatcher_eta: at,
      dispatcher_eta_stop: 'Denver DC 4',
      dispatcher_eta_by: 'Ann',
    });
  });

  it('has the time zone of its sentences', () => {
    expect(rowOf({ tracking_health: 'stale' })).toMatchObject({ local_time_zone: personZone() });
  });

  it('has the stop that the row names: without a truck the pickup', () => {
    const unassigned = {
      stops,
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
    };
    expect(rowOf(unassigned)).toMatchObject({ next_stop: stops[0]?.name, next_stop_sequence: 0 });
  });

  it('claims no lateness of a truck that nobody has seen arrive, in the words of the row', () => {
    const passed_at = ago(HOUR);
    expect(rowOf({ stops: [stop({ estimated_arrival_at: passed_at })] })).toMatchObject({
      exception: CAUSE_WORDS.overdue.title,
      late_minutes_from: null,
      late_minutes_to: null,
      appointment_passed_at: passed_at,
    });
  });

  const exported = (triage: Partial<LoadTriage>) => {
    const stale = load({
      tracking_health: 'stale',
      motion: null,
      triage: openTriage({ cause: 'stale', ...triage }),
    });
    return JSON.parse(loadsGeoJson([{ load: stale, facts: facts(stale) }], NOW)).features[0].properties;
  };

  it('has cause and severity of a snoozed exception as of an open one, and until when it is snoozed', () => {
    const open = exported({});
    expect(open).toMatchObject({ exception_state: 'open', snoozed_until: null, needs_attention: 'yes' });
    const { exception, why, severity } = open;
    expect([exception, severity]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
    const snoozed = exported({ snooze: { until: ago(-HOUR), by_name: 'Ann', at: ago(0) } });
    expect(snoozed).toMatchObject({ exception, why, severity, needs_attention: 'no' });
    expect(snoozed).toMatchObject({ exception_state: 'snoozed', snoozed_until: ago(-HOUR) });
  });

  it('has neither of a closed one', () => {
    const closed = { reason: CLOSE_REASONS[0], by_name: 'Ann', at: ago(0) };
    expect(exported({ closed })).toMatchObject({
      exception: null,
      severity: null,
      exception_state: 'closed',
    });
  });
});

describe("a load with a dispatcher's ETA", () => {
  const due = stop({ estimated_arrival_at: ago(-30 * MINUTE) });
  const withEta = (minutes: number, more: Partial<BoardLoad> = {}) =>
    load({
      ...RUNNING_LATE,
      stops: [due],
      dispatcher_eta: {
        stop_sequence: 0,
        at: ago(-minutes * MINUTE),
        by: { sub: 'maria', name: 'Maria Ruiz' },
        set_at: ago(MINUTE),
      },
      ...more,
    });
  const of = (...args: Parameters<typeof withEta>) => nextStopWords(withEta(...args), NOW);

  it('shows it with its lateness, whatever is known of the position', () => {
    const words = {
      time: expect.stringMatching(/^Appt \S+ \S+ · ETA .* \(.*Maria.*\)$/),
      late: '1 h 40 min late',
    };
    expect(of(130)).toMatchObject(words);
    expect(of(130, { tracking_health: 'stale' })).toMatchObject(words);
    expect(nextStopTitle(withEta(130), NOW)).toMatch(
      /^Appt at .*1 h 40 min late\..*ETA confirmed by phone by .*Maria Ruiz/,
    );
  });

  it('shows it beside the appointment when it is on time', () => {
    expect(of(20)).toMatchObject({
      time: expect.stringMatching(/^Appt \S+ \S+ · ETA .*Maria.*\)$/),
      late: '',
    });
  });

  it('says that it passed', () => {
    const passed = { time: expect.stringMatching(/^Appt \S+ \S+ · ETA \S+ \S+ passed$/) };
    expect(of(-5)).toMatchObject(passed);
    expect(of(-5, { predicted_arrivals: [] })).toMatchObject(passed);
    // Past its appointment, on which nothing else is known.
    const over = { stops: [stop({ estimated_arrival_at: ago(HOUR) })], predicted_arrivals: [] };
    expect(of(-5, over)).toMatchObject(passed);
    expect(of(-5, { ...over, motion: null })).toMatchObject(passed);
    expect(nextStopTitle(withEta(-5), NOW)).toMatch(/Maria.*'s ETA .* passed/);
  });
});
