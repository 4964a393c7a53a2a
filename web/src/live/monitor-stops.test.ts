import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { ago, HOUR, MINUTE, NOW } from '../testing/loads.ts';
import {
  detentionAt,
  detentionOf,
  dwellOf,
  freeUntil,
  knownArrival,
  knownDeparture,
  lateness,
  latenessText,
  moneyText,
  stayCost,
  stayText,
} from './monitor-stops.ts';

describe('dwell time', () => {
  it('runs while the truck is inside, and is fixed once it has left', () => {
    const inside = { arrived_at: ago(25 * MINUTE), departed_at: null, arrived_at_start: false };
    expect(dwellOf(inside, true, NOW)).toEqual({ ms: 25 * MINUTE, running: true });
    expect(dwellOf({ ...inside, departed_at: ago(5 * MINUTE) }, true, NOW)).toEqual({
      ms: 20 * MINUTE,
      running: false,
    });
  });
  it('is null without an arrival, and when tracking ended inside the stop', () => {
    expect(
      dwellOf({ arrived_at: null, departed_at: ago(0), arrived_at_start: false }, false, NOW),
    ).toBeNull();
    expect(
      dwellOf({ arrived_at: ago(HOUR), departed_at: null, arrived_at_start: false }, false, NOW),
    ).toBeNull();
  });
  it('is null where tracking started, because the truck may have arrived long before', () => {
    const stop = { arrived_at: ago(HOUR), departed_at: null, arrived_at_start: true };
    const terms = {
      free_minutes: 30,
      detention_rate: '75',
      detention_currency: 'USD',
      planned_arrival_at: null,
    };
    expect(dwellOf(stop, true, NOW)).toBeNull();
    expect(dwellOf({ ...stop, departed_at: ago(0) }, false, NOW)).toBeNull();
    expect(stayText(stop, true, NOW)).toBe('Duration unknown: at origin when tracking started');
    expect(stayCost({ ...stop, ...terms, departed_at: ago(0) }, false, NOW)).toBeNull();
  });
  it('is null at the center of a city, which is no dock, and so is detention', () => {
    const stop = {
      arrived_at: ago(5 * HOUR),
      departed_at: ago(HOUR),
      arrived_at_start: false,
      city_center: 'Atlanta, GA',
    };
    const terms = {
      free_minutes: 30,
      detention_rate: '75',
      detention_currency: 'USD',
      planned_arrival_at: null,
    };
    expect(dwellOf(stop, false, NOW)).toBeNull();
    expect(stayText(stop, false, NOW)).toBe('not evidence: city center, not the dock');
    const around = { ...stop, city_center: null, around_truck: true } as const;
    expect([dwellOf(around, false, NOW), knownArrival(around), knownDeparture(around)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(stayText(around, false, NOW)).toBe('not evidence: where tracking began, not a stop');
    expect(stayCost({ ...stop, ...terms }, false, NOW)).toBeNull();
  });
  it('is null when the departure precedes the arrival, and never negative', () => {
    expect(
      dwellOf({ arrived_at: ago(0), departed_at: ago(HOUR), arrived_at_start: false }, false, NOW),
    ).toBeNull();
    expect(
      dwellOf({ arrived_at: ago(-2_000), departed_at: null, arrived_at_start: false }, true, NOW)?.ms,
    ).toBe(0);
  });
  it('is, as lateness, the difference of the minutes shown, whatever the seconds', () => {
    const planned = '2026-11-20T07:30:00Z';
    const [arrived_at, departed_at] = ['2026-11-20T07:13:40Z', '2026-11-20T08:34:20Z'];
    const stop = { arrived_at, departed_at, arrived_at_start: false };
    expect(latenessText(lateness(planned, arrived_at) ?? 0)).toBe('17 min early');
    expect(stayText(stop, false, NOW)).toBe('Stayed 1 h 21 min');
    expect(latenessText(lateness(planned, '2026-11-20T07:30:59Z') ?? 1)).toBe('on time');
  });
  it('is compared with the plan as early, late or on time', () => {
    expect(latenessText(lateness(ago(HOUR), ago(48 * MINUTE)) ?? 0)).toBe('12 min late');
    expect(latenessText(-65 * MINUTE)).toBe('1 h 5 min early');
    expect(latenessText(0)).toBe('on time');
    expect(lateness(null, ago(0))).toBeNull();
  });
});

const terms = (free_minutes: number | null, detention_rate: string | null, detention_currency = 'USD') => ({
  free_minutes,
  detention_rate,
  detention_currency: detention_rate === null ? null : detention_currency,
});
const arrived = (time: string) => ({
  arrived_at: `2026-11-20T${time}Z`,
  departed_at: null,
  arrived_at_start: false,
});
const amount = (rate: string, minutes: number, currency?: string) =>
  detentionOf(terms(0, rate, currency), minutes * 60_000)?.amount;

describe('detention', () => {
  it('is null where no free time is set', () => {
    expect(detentionOf(terms(null, null), 9e9)).toBeNull();
  });
  it('counts whole minutes after the free time, rounded down', () => {
    const at = (ms: number) => detentionOf(terms(120, '75'), ms);
    expect(at(120 * 60_000 + 59_999)).toMatchObject({ minutes: 0, amount: '0.00' });
    expect(at(121 * 60_000)).toMatchObject({ minutes: 1, amount: '1.25' });
    expect(moneyText(at(180 * 60_000) ?? { amount: null, currency: null })).toBe('USD 75.00');
  });
  it('has no amount without a rate', () => {
    expect(detentionOf(terms(30, null), 3600_000)).toEqual({
      minutes: 30,
      amount: null,
      currency: null,
    });
  });
  it.each([
    ['62.50', 1, 'USD', '1.04'],
    ['0.30', 1, 'USD', '0.01'],
    ['0.29', 1, 'USD', '0.00'],
    ['75', 47, 'JPY', '59'],
    ['10.0001', 60, 'KWD', '10.000'],
    ['10.0005', 60, 'KWD', '10.001'],
    ['9999999.9999', 20_160, 'USD', '3359999999.97'],
    ['75', 60, 'QQQ', '75.00'],
  ])('costs %s an hour for %i minutes in %s: %s, half up', (rate, minutes, currency, expected) => {
    expect(amount(rate, minutes, currency)).toBe(expected);
  });
  it('is within half a cent of the exact amount, and never decreases with time', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(9_999), fc.nat(20_000), (integer, fraction, minutes) => {
        const rate = `${integer}.${String(fraction).padStart(4, '0')}`;
        const cents = BigInt((amount(rate, minutes) ?? '').replace('.', ''));
        // In units of 1/600,000.
        const exact = BigInt(`${integer}${String(fraction).padStart(4, '0')}`) * BigInt(minutes);
        const error = cents * 6000n - exact;
        expect(error > -3000n && error <= 3000n).toBe(true);
        expect(BigInt((amount(rate, minutes + 1) ?? '').replace('.', ''))).toBeGreaterThanOrEqual(cents);
      }),
    );
  });
  it('starts free time at the appointment of a truck that is early, else at the arrival', () => {
    const counted = (appointment: string | null, now: string) => {
      const planned_arrival_at = appointment && `2026-11-20T${appointment}Z`;
      const stop = { ...arrived('05:12:30'), ...terms(60, '75'), planned_arrival_at };
      const at = Date.parse(`2026-11-20T${now}Z`);
      return [detentionAt(stop, true, at)?.minutes, stayText(stop, true, at), stayCost(stop, true, at)];
    };
    const stayed = 'Inside for 1 h 18 min';
    expect(counted('05:30:00', '06:30:10')).toEqual([0, stayed, expect.stringMatching(/^free until /)]);
    expect(counted('05:30:00', '06:50:00')).toEqual([
      20,
      'Inside for 1 h 38 min',
      '20 min over 60 min free time from the appt: USD 25.00',
    ]);
    for (const appointment of ['05:00:00', null])
      expect(counted(appointment, '06:30:10')).toEqual([
        18,
        stayed,
        '18 min over 60 min free time: USD 22.50',
      ]);
    expect(counted('08:00:00', '06:30:10')[0]).toBe(0);
  });
  it('computes when the free time ends', () => {
    const stay = { ...arrived('10:00:40'), planned_arrival_at: null };
    expect(freeUntil({ ...stay, ...terms(90, null) })).toBe(Date.parse('2026-11-20T11:30:00Z'));
    expect(freeUntil({ ...stay, ...terms(null, null) })).toBeNull();
  });
});
