import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.ts';
import { bandOf, CAUSES, type Cause, DEFAULT_RULES, scoreOf } from './score.ts';
import { ago, assignment, HOUR, load, MINUTE, NOW, stop } from './testing/loads.ts';
import { noTruck, RUNNING_LATE, start } from './testing/states.ts';

const calm = { now: NOW, outage: false };
const due = (hours: number) => [stop({ estimated_arrival_at: ago(-hours * HOUR) })];
const anyCause = fc.constantFrom<Cause>(...CAUSES);
const anyTime = fc.integer({ min: -72 * 60, max: 72 * 60 }).map((minutes) => NOW + minutes * MINUTE);

describe('severity of a late load', () => {
  const limits = { late: 15, high: 60, critical: 180 };
  it.each([
    ['running_late', 20, 'watch'],
    ['running_late', 60, 'high'],
    ['running_late', 180, 'critical'],
    ['late', 20, 'high'],
    ['late', 200, 'critical'],
    ['overdue', 59, 'watch'],
    ['overdue', 61, 'high'],
    // Lateness does not make other causes worse.
    ['unknown', 500, 'watch'],
  ] as const)('%s by %s min is %s', (cause, minutes, band) => {
    const late = { lateness: minutes * MINUTE, limits };
    expect(bandOf(scoreOf(cause, NOW, NOW, DEFAULT_RULES, late))).toBe(band);
  });

  it('follows the limits of the company', () => {
    const strict = { late_limits: { late: 5, high: 10, critical: 120 } };
    // Predicted two to three hours from now, due in half an hour.
    expect(bandOf(factsOf(load(RUNNING_LATE), calm).score)).toBe('high');
    expect(bandOf(factsOf(load({ ...RUNNING_LATE, ...strict }), calm).score)).toBe('critical');
  });
});

describe('severity near an appointment', () => {
  it.each([
    ['unassigned', 2, 'high'],
    ['unassigned', 0.5, 'critical'],
    ['none_sent', -1, 'critical'],
    ['stale', 9, 'watch'],
    ['stale', 7, 'high'],
    ['no_signal', -30, 'high'],
    ['not_shared', 7, 'high'],
    ['read_failed', 0.5, 'watch'],
  ] as const)('%s with an appointment in %s h is %s', (cause, hours, band) => {
    expect(bandOf(scoreOf(cause, NOW + hours * HOUR, NOW))).toBe(band);
  });
});

describe('score of an exception', () => {
  it('lists the causes by severity, worst first', () => {
    const severities = CAUSES.map((cause) => DEFAULT_RULES.severity[cause]);
    expect(severities).toEqual(severities.toSorted((a, b) => b - a));
  });

  it.each([
    [30, 0.5],
    [24, 0.5],
    [23, 0.7],
    [8, 0.85],
    [5, 1],
    [1.5, 1.3],
    [0, 1.3],
    [-1, 1.6],
    [-3, 1.8],
    [-300, 1.8],
  ])('with an appointment in %s h counts %s times', (hours, urgency) => {
    const score = scoreOf('disagree', NOW + hours * HOUR, NOW);
    expect(score).toMatchObject({ severity: 90, urgency, total: Math.round(90 * urgency) });
  });

  it('returns severity, urgency and the appointment behind it', () => {
    const it = load({ vehicle_assignment: assignment({ agreement: 'disagree' }), stops: due(1) });
    expect(factsOf(it, calm).score).toEqual({
      total: 117,
      severity: 90,
      urgency: 1.3,
      appointment_at: NOW + HOUR,
      valid_until: NOW + HOUR + 1,
    });
  });

  it('uses the pickup while no truck is assigned, even if it has passed', () => {
    const stops = [...start(-HOUR), stop({ sequence: 1, estimated_arrival_at: ago(-20 * HOUR) })];
    expect(factsOf(load({ ...noTruck, stops }), calm).score.appointment_at).toBe(NOW - HOUR);
  });

  it('ranks a load that is late now above a wrong truck of the day after tomorrow', () => {
    expect(scoreOf('late', NOW - HOUR, NOW).total).toBeGreaterThan(
      scoreOf('disagree', NOW + 40 * HOUR, NOW).total,
    );
  });

  it('is constant for causes that need no action', () => {
    expect(factsOf(load({ stops: due(1) }), calm).score).toMatchObject({ total: 0, appointment_at: null });
  });

  it('never falls over time, and does not change before `valid_until`', () => {
    fc.assert(
      fc.property(anyCause, anyTime, fc.nat(72 * 60), (cause, appointment, minutes) => {
        const [now, later] = [scoreOf(cause, appointment, NOW), NOW + minutes * MINUTE];
        const then = scoreOf(cause, appointment, later);
        expect(then.total).toBeGreaterThanOrEqual(now.total);
        if (later < now.valid_until) expect(then).toEqual(now);
        else expect(then.total).toBeGreaterThan(now.total);
      }),
    );
  });

  it("applies a team's rules", () => {
    const rules = {
      ...DEFAULT_RULES,
      severity: { ...DEFAULT_RULES.severity, inferred: 20 },
      urgency: [{ below_ms: Number.POSITIVE_INFINITY, factor: 2 }],
    };
    const it = load({
      vehicle_assignment: assignment({ source: 'inferred', agreement: null }),
      stops: due(1),
    });
    expect(factsOf(it, calm).attention).toBe(false);
    expect(factsOf(it, { ...calm, rules })).toMatchObject({ attention: true, score: { total: 40 } });
  });
});
