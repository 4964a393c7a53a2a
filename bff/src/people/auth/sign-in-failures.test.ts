import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignInFailures } from './sign-in-failures.ts';

const MINUTE_MS = 60_000;
const BOB = { sub: 'bob', name: 'Bob' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recording() {
  const entries: unknown[] = [];
  const failures = new SignInFailures({
    recordRefusal: async (by, action, target, detail, outcome) =>
      void entries.push({ by, action, target, ...detail, outcome }),
  });
  const add = (reason: string, ip = '192.0.2.1', person: typeof BOB | null = null) =>
    failures.add({ reason, person, outcome: 'failed' }, ip);
  return { entries, failures, add };
}
const entry = { by: null, action: 'sign_in', target: null, outcome: 'failed', address: '192.0.2.1' };

describe('failed sign-ins', () => {
  it('of one address are one entry a minute, with how many they were', async () => {
    const { entries, failures, add } = recording();
    await add('first');
    expect(entries).toEqual([{ ...entry, reason: 'first' }]);
    for (const reason of ['second', 'third', 'last']) await add(reason);
    expect(entries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(entries.slice(1)).toEqual([{ ...entry, reason: 'last', attempts: 3 }]);
    await add('soon after');
    expect(entries).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(entries.slice(2)).toEqual([{ ...entry, reason: 'soon after' }]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await add('much later');
    expect(entries).toHaveLength(4);
    expect((await failures.count.get()).values).toMatchObject([{ value: 6 }]);
  });

  it('of other addresses, and of people who are known, have entries of their own', async () => {
    const { entries, add } = recording();
    await add('x');
    await add('x', '192.0.2.2');
    await add('x', '192.0.2.1', BOB);
    await add('x', '2001:db8:0:1200::1');
    await add('x', '2001:db8:0:12ff::2');
    expect(entries).toMatchObject([
      { address: '192.0.2.1', by: null },
      { address: '192.0.2.2' },
      { by: BOB },
      { address: '2001:db8:0:1200::1' },
    ]);
  });

  it('from very many addresses share one entry a minute', async () => {
    const { entries, add } = recording();
    for (let n = 0; n < 10_100; n += 1) await add('x', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(entries).toHaveLength(10_001);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(entries.slice(10_001)).toMatchObject([{ attempts: 99 }]);
  });

  it('that were not recorded yet are recorded when the server stops', async () => {
    const { entries, failures, add } = recording();
    await add('first');
    await add('second');
    await failures.stop();
    expect(entries).toEqual([
      { ...entry, reason: 'first' },
      { ...entry, reason: 'second' },
    ]);
  });
});
