import { afterEach, beforeEach, vi } from 'vitest';
import { resetDueClock } from '../platform/lib/clocks.ts';

/** Sets this process's wall clock back or forward until the end of the test; the monotonic clock continues. */
export function useWallClock(): (byMs: number) => void {
  const real = Date.now;
  // Another file of this worker may have moved it.
  beforeEach(resetDueClock);
  afterEach(() => {
    vi.restoreAllMocks();
    resetDueClock();
  });
  return (byMs) => void vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs);
}

export const HOUR_MS = 3_600_000;
