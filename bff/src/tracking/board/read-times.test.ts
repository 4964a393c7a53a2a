import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../platform/store/database.ts';
import type { Entry } from './entry.ts';
import { ReadTimes } from './read-times.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks at every load once a second, however many streams open', () => {
  const entries = new Map<string, Entry>();
  const looks = vi.spyOn(entries, 'values');
  const times = new ReadTimes({} as Database, Date.now);
  const span = () => times.spanOf(entries).oldest;
  expect([span(), span(), span()]).toEqual([null, null, null]);
  expect(looks).toHaveBeenCalledTimes(1);
  entries.set('a', { item: { read_at: '2026-11-29T12:00:00Z', read_error: null } } as Entry);
  vi.advanceTimersByTime(1_000);
  expect(span()).toBe('2026-11-29T12:00:00Z');
});
