import type { ArrivalRecord, PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { WORSE } from '@waypost/triage/testing/states';
import { expect, it } from 'vitest';
import { load, stop as loadStop } from '../../testing/loads.ts';
import { predictedBasis } from './estimate-basis.ts';
import { lateStop } from './next-stop.ts';
import { passedEtaText, predictedAt } from './predicted.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
const PREDICTION: PredictedArrival = {
  stop_sequence: 1,
  from: at(140),
  likely: at(180),
  to: at(220),
  place_by: 'monitor',
  way_by: 'corridors',
  meters_to_go: 341_181,
  speed_mps: 22.8,
  rest: 'none',
};
const RECORD: ArrivalRecord = {
  of: 'all',
  arrivals: 20,
  cases: 50,
  hits: 41,
  time_factor: 1,
  width_factor: 1,
};
const of = (more: Partial<PredictedArrival> = {}, seen = -2) =>
  load({
    last_position: { latitude: 35, longitude: -101, occurred_at: at(seen) },
    predicted_arrivals: [{ ...PREDICTION, ...more }],
  });
const stop = (planned: number | null, sequence = 1) => ({
  sequence,
  estimated_arrival_at: planned === null ? null : at(planned),
});

it.each([
  [300, 'on_time', 'on time'],
  [180, 'at_risk', 'in time, or up to 40 min late'],
  [170, 'at_risk', 'up to 50 min late'],
  [100, 'late', 'probably 40 min to 2 h late'],
  [null, 'no_appointment', ''],
] as const)(
  'with an appointment in %s minutes, an arrival in 140 to 220 is %s',
  (planned, punctuality, lateness) => {
    expect(predictedAt(of(), stop(planned), NOW)).toMatchObject({ punctuality, lateness });
  },
);

it('is not only probably late where its monitor has seen no arrival by then', () => {
  const late = { ...of(), monitor: WORSE.late(24 * 60).monitor ?? null };
  expect(predictedAt(late, stop(-60), NOW)?.lateness).toBe('3 h 20 to 4 h 40 min late');
});

it.each([
  [0, 91, 111, 'probably 1 h 31 to 1 h 51 min late'],
  [0, 92, 382, 'probably 1 h 32 to 6 h 22 min late'],
  [137, 140, 1_000, 'probably 3 min to 14 h 23 min late'],
  [140, 140, 143, 'up to 3 min late'],
  [0, 1_570, 1_590, 'probably 1 d 2 h late'],
])('is late by what its ETA is after the appointment: %s, %s to %s', (planned, from, to, lateness) => {
  const range = { from: at(from), to: at(to), likely: at(to) };
  expect(predictedAt(of(range), stop(planned), NOW)?.lateness).toBe(lateness);
});

it('is an interval with the basis of the estimate', () => {
  const predicted = predictedAt(of({ rest: 'before' }), stop(300), NOW);
  expect(predicted?.eta).toMatch(/^ETA \S.* to \S.*$/);
  expect(predictedBasis(of({ rest: 'before' }), stop(300), NOW)).toBe(
    "Our estimate: 212 mi to go to its monitor's circle, 51 mph from door to door, stops included, as is usual, a 10-hour rest on the way. No arrivals counted yet",
  );
});

it.each([
  ['truck', 'all', '51 mph from door to door as this truck has driven'],
  ['fleet', 'fleet', '51 mph from door to door by the last arrivals of its fleet'],
  ['fleet', 'all', '51 mph from door to door by the last arrivals here'],
] as const)('says where its speed comes from: %s, %s', (speed_by, counted, words) => {
  expect(predictedBasis(of({ speed_by, record: { ...RECORD, of: counted } }), stop(300), NOW)).toContain(
    words,
  );
});

it.each([
  [{ hits: 41 }, 'Right in 41 of the last 50 here'],
  [{ hits: 41, of: 'fleet' }, 'Right in 41 of the last 50 of its fleet'],
  [{ hits: 30, width_factor: 1.6 }, 'Right in 30 of the last 50 here, so it was made wider'],
  [{ hits: 49, width_factor: 0.7 }, 'Right in 49 of the last 50 here, so it was made narrower'],
  [{ hits: null, arrivals: 4 }, '4 arrivals counted, too few to say how often it is right'],
] as const)('claims a rate only if it was counted: %j', (counted, words) => {
  expect(predictedBasis(of({ record: { ...RECORD, ...counted } }), stop(300), NOW)).toMatch(
    new RegExp(`no long rest\\. ${words}$`),
  );
});

it('says when only the city is known, and when no corridor leads there', () => {
  const basis = predictedBasis(of({ place_by: 'city', way_by: 'great_circle' }), stop(300), NOW);
  expect(basis).toContain(
    'in a straight line, with an allowance for roads to the city in its name, not to the dock',
  );
});

it('starts no earlier than now, and is null for another stop, or from an outdated position', () => {
  const later = NOW + 200 * MINUTE;
  expect(predictedAt(of({}, 150), stop(100), later)?.lateness).toBe('probably 1 h 40 min to 2 h late');
  expect(predictedAt(of(), stop(300, 2), NOW)).toBeNull();
  expect(predictedAt(of({}, -241), stop(300), NOW)).toBeNull();
});

it('says when the truck should have arrived once the interval has passed, and nothing about lateness', () => {
  const passed = predictedAt(of({}, 150), stop(100), NOW + 220 * MINUTE);
  expect(passed?.eta).toMatch(/^Should have arrived by \d\d?:\d\d.*, not seen at the stop$/);
  expect(passed).toMatchObject({ punctuality: 'no_appointment', lateness: '' });
});

it('lists the stop that will be late rather than one at risk', () => {
  const stops = [
    loadStop({ sequence: 1, name: 'Amarillo', estimated_arrival_at: at(180) }),
    loadStop({ sequence: 2, name: 'Tulsa', estimated_arrival_at: at(100) }),
  ];
  const both = { ...of(), stops, predicted_arrivals: [PREDICTION, { ...PREDICTION, stop_sequence: 2 }] };
  expect(lateStop(both, NOW)).toMatchObject({ name: 'Tulsa', late: 'probably 40 min to 2 h late' });
  const slow = { ...PREDICTION, likely: at(181) };
  expect(lateStop({ ...both, predicted_arrivals: [slow] }, NOW)?.late).toBe('up to 40 min late');
  // More likely in time than late.
  expect(lateStop({ ...both, predicted_arrivals: [PREDICTION] }, NOW)).toBeNull();
  expect(lateStop({ ...both, predicted_arrivals: [] }, NOW)).toBeNull();
});

const eta = (minutes: number) => ({
  dispatcher_eta: {
    stop_sequence: 1,
    at: at(minutes),
    by: { sub: 'maria', name: 'Maria Ruiz' },
    set_at: at(-5),
  },
});

it("is the dispatcher's while that is ahead, said to be hers, with our estimate as its basis", () => {
  const load_with_eta = { ...of(), ...eta(200) };
  expect(predictedAt(load_with_eta, stop(100), NOW)).toMatchObject({
    punctuality: 'late',
    eta: expect.stringMatching(/^ETA \d\d?:\d\d.* \(.*Maria.*\)$/),
    lateness: '1 h 40 min late',
  });
  expect(predictedBasis(load_with_eta, stop(100), NOW)).toMatch(
    /^ETA confirmed by phone by .*Maria Ruiz.*, 5 min ago\. Our estimate: .* to /,
  );
  expect(predictedAt(load_with_eta, stop(200), NOW)).toMatchObject({
    punctuality: 'on_time',
    lateness: 'on time',
  });
  expect(predictedAt(load_with_eta, stop(null), NOW)).toMatchObject({
    punctuality: 'no_appointment',
    lateness: '',
  });
  expect(predictedAt(load_with_eta, stop(100, 2), NOW)).toBeNull();
});

it("is ours again once the dispatcher's has passed, which is said", () => {
  const passed = { ...of(), ...eta(-10) };
  expect(predictedBasis(passed, stop(100), NOW)).toMatch(/^Our estimate/);
  expect(passedEtaText(passed, 1, NOW)).toMatch(/Maria.*'s ETA .* passed$/);
  expect(passedEtaText(passed, 2, NOW)).toBeNull();
  expect(passedEtaText({ ...of(), ...eta(10) }, 1, NOW)).toBeNull();
});
