import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

describe('rate limit', () => {
  it('admits its number of requests, then returns the delay', () => {
    const limit = new RateLimit(3, 1000);
    expect([1, 2, 3].map(() => limit.take(0))).toEqual([0, 0, 0]);
    expect(limit.take(0)).toBe(1);
  });

  it('refills over time, never above its capacity', () => {
    const limit = new RateLimit(2, 1000);
    limit.take(0);
    limit.take(0);
    expect(limit.take(499)).toBe(1);
    expect(limit.take(999)).toBe(0);
    expect([1, 2, 3].map(() => limit.take(1_000_000))).toEqual([0, 0, 1]);
  });

  it('rounds delays of more than a second up to whole seconds', () => {
    const limit = new RateLimit(2, 60_000);
    limit.take(0);
    limit.take(0);
    expect(limit.take(0)).toBe(30);
  });

  it('tolerates a clock that steps back', () => {
    const limit = new RateLimit(1, 1000);
    expect(limit.take(5000)).toBe(0);
    expect(limit.take(1000)).toBe(1);
    expect(limit.take(2000)).toBe(0);
  });
});
