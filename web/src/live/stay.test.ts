import { describe, expect, it } from 'vitest';
import { ago, HOUR, MINUTE, NOW } from '../testing/loads.ts';
import { dwellOf, lateness, latenessText } from './stay.ts';
import { stayCost, stayText } from './stay-words.ts';

describe('a stay', () => {
  it('runs while the truck is inside, and stands once it has left', () => {
    const inside = { arrived_at: ago(25 * MINUTE), departed_at: null, arrived_at_start: false };
    expect(dwellOf(inside, true, NOW)).toEqual({ ms: 25 * MINUTE, running: true });
    expect(dwellOf({ ...inside, departed_at: ago(5 * MINUTE) }, true, NOW)).toEqual({
      ms: 20 * MINUTE,
      running: false,
    });
  });
  it('is not guessed without an arrival, nor after the watch has ended inside', () => {
    expect(
      dwellOf({ arrived_at: null, departed_at: ago(0), arrived_at_start: false }, false, NOW),
    ).toBeNull();
    expect(
      dwellOf({ arrived_at: ago(HOUR), departed_at: null, arrived_at_start: false }, false, NOW),
    ).toBeNull();
  });
  it('is not reckoned where the truck was when tracking started: it may have come long before', () => {
    const stop = { arrived_at: ago(HOUR), departed_at: null, arrived_at_start: true };
    const terms = { free_minutes: 30, detention_rate: '75', detention_currency: 'USD' };
    expect(dwellOf(stop, true, NOW)).toBeNull();
    expect(dwellOf({ ...stop, departed_at: ago(0) }, false, NOW)).toBeNull();
    expect(stayText(stop, true, NOW)).toBe('Duration unknown: at origin when tracking started');
    expect(stayCost({ ...stop, ...terms, departed_at: ago(0) }, false, NOW)).toBeNull();
  });
  it('is none when the departure lies before the arrival, and never negative', () => {
    expect(
      dwellOf({ arrived_at: ago(0), departed_at: ago(HOUR), arrived_at_start: false }, false, NOW),
    ).toBeNull();
    expect(
      dwellOf({ arrived_at: ago(-2_000), departed_at: null, arrived_at_start: false }, true, NOW)?.ms,
    ).toBe(0);
  });
  it('says early and late in words', () => {
    expect(latenessText(lateness(ago(HOUR), ago(48 * MINUTE)) ?? 0)).toBe('12 min late');
    expect(latenessText(-65 * MINUTE)).toBe('1 h 5 min early');
    expect(latenessText(59_000)).toBe('on time');
    expect(lateness(null, ago(0))).toBeNull();
  });
});
