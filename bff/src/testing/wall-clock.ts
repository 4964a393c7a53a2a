import { afterEach, vi } from 'vitest';

/** Sets this process's wall clock back or forward until the end of the test; the monotonic clock continues. */
export function useWallClock(): (byMs: number) => void {
  const real = Date.now;
  afterEach(() => void vi.restoreAllMocks());
  return (byMs) => void vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs);
}

export const HOUR_MS = 3_600_000;
