import { describe, expect, it } from 'vitest';
import { fixedWindows, type Quota, tokenBucket } from '../../testing/quotas.ts';
import { AdaptiveRateLimiter } from './adaptive-rate-limiter.ts';

/** Sends at the allowed pace until `wanted` requests were accepted. */
function send(pace: AdaptiveRateLimiter, limit: Quota, wanted: number, start: number) {
  let [now, through, refused] = [start, 0, 0];
  while (through < wanted) {
    pace.raise(now);
    pace.sent(now);
    const wait = limit(now);
    if (wait === null) {
      through += 1;
      pace.accepted(now);
    } else {
      refused += 1;
      const until = now + wait * 1000 + 100;
      pace.refused(now, until);
      now = until;
    }
    now += 1000 / pace.rps;
  }
  return { seconds: (now - start) / 1000, refused, end: now };
}

describe('the pace', () => {
  it.each([
    ['a store', tokenBucket, 1.06],
    ['windows', fixedWindows, 1.2],
  ] as const)('comes to what %s lets through, whatever it is, with few refusals', (_, limit, most) => {
    for (const perSecond of [2, 3, 5, 8, 13, 20, 30]) {
      const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 10, now: 0 });
      const quota = limit(perSecond);
      const first = send(pace, quota, 300, 0);
      const then = send(pace, quota, 3000, first.end);
      expect(then.seconds, `${perSecond} a second`).toBeLessThan((3000 / perSecond) * most);
      expect(first.refused + then.refused, `${perSecond} a second`).toBeLessThan(16);
    }
  });

  it('doubles each second while nothing is refused, up to the maximum', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 10, now: 0 });
    const paces = [1, 2, 3].map((second) => {
      for (let n = 0; n < 50; n += 1) pace.sent(second * 1000 - 1);
      pace.raise(second * 1000);
      return pace.rps;
    });
    expect(paces).toEqual([20, 40, 50]);
  });

  it('learns nothing from an unused pace', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 10, now: 0 });
    for (let second = 1; second < 10; second += 1) {
      pace.sent(second * 1000 - 1);
      pace.raise(second * 1000);
    }
    expect(pace.rps).toBe(10);
  });

  it('blames the rate actually sent, not an unused allowance', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 1000, start: 1000, now: 0 });
    for (let n = 0; n < 31; n += 1) pace.sent(900);
    pace.refused(950, 2000);
    expect(pace.rps).toBeLessThanOrEqual(30);
  });

  it('adapts to a quota that has grown', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 10, now: 0 });
    const before = send(pace, tokenBucket(5), 200, 0);
    expect(pace.rps).toBeLessThan(6);
    send(pace, tokenBucket(30), 4000, before.end);
    expect(pace.rps).toBeGreaterThan(20);
  });

  it('keeps half of the proven rate after a refusal in a quiet moment', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 20, now: 0 });
    const { end } = send(pace, () => null, 300, 0);
    const proven = pace.rps;
    pace.sent(end + 5_000);
    pace.sent(end + 9_000);
    pace.refused(end + 9_000, end + 15_000);
    expect(pace.rps).toBeGreaterThan(0.45 * proven);
  });

  it('recovers within a minute and a half from one refusal at a crawl', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 20, start: 1, now: 0 });
    pace.sent(0);
    pace.refused(0, 1_000);
    expect(pace.rps).toBeLessThan(2);
    const { end } = send(pace, () => null, 300, 1_000);
    expect(end).toBeLessThan(90_000);
    expect(pace.rps).toBeGreaterThan(10);
  });

  it('probes upward less and less often while probes are refused', () => {
    const pace = new AdaptiveRateLimiter({ maxRps: 50, start: 10, now: 0 });
    const quota = tokenBucket(10);
    const first = send(pace, quota, 3000, 0);
    const then = send(pace, quota, 3000, first.end);
    expect(then.refused).toBeLessThan(first.refused);
    expect(then.refused).toBeLessThanOrEqual(2);
  });
});
