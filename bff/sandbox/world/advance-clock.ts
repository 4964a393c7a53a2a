/**
 * Moves the service's clock far ahead in steps, yielding between them: trips, arrivals and expiries of thousands of monitors are
 * processed gradually, and concurrent requests see the state at that time.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { HOUR, type OffsetClock } from './clock.ts';

/** World time of a step, unless that exceeds the maximum number of steps. */
const STEP = 12 * HOUR;
const MAX_STEPS = 4000;
/** Maximum time without yielding. */
const YIELD_AFTER_MS = 20;

export interface AdvanceOptions {
  readonly clock: OffsetClock;
  readonly speed: number;
  /** Processes everything until now. */
  readonly catchUp: () => void;
}

/** Resolves when the clock was moved by this many milliseconds, or when it was reset meanwhile. */
export async function advanceClock(
  { clock, speed, catchUp }: AdvanceOptions,
  milliseconds: number,
): Promise<void> {
  const step = Math.max(STEP / speed, milliseconds / MAX_STEPS);
  const { resets } = clock;
  let startedAt = performance.now();
  for (let left = milliseconds; left > 0 && clock.resets === resets; left -= step) {
    clock.advance(Math.min(left, step));
    catchUp();
    if (performance.now() - startedAt < YIELD_AFTER_MS) continue;
    await pause();
    startedAt = performance.now();
  }
}
