/**
 * Moves the service's clock far ahead in strides, with a pause for others between them: what happens on the way (trips, arrivals,
 * expiries of thousands of monitors) is worked out piece by piece, and whoever asks meanwhile is answered as of then.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { HOUR, type MovedClock } from './clock.ts';

/** World time of one stride; but never more strides than this in all. */
const STRIDE = 12 * HOUR;
const MAX_STRIDES = 4000;
/** Others wait at most about so long. */
const WITHOUT_PAUSE_MS = 20;

export interface Passing {
  readonly clock: MovedClock;
  readonly speed: number;
  /** Works out what happened until now. */
  readonly keepUp: () => void;
}

/** Resolves when the clock is so many milliseconds ahead of where it was, or when it was reset on the way. */
export async function pass({ clock, speed, keepUp }: Passing, milliseconds: number): Promise<void> {
  const stride = Math.max(STRIDE / speed, milliseconds / MAX_STRIDES);
  const { resets } = clock;
  let began = performance.now();
  for (let left = milliseconds; left > 0 && clock.resets === resets; left -= stride) {
    clock.advance(Math.min(left, stride));
    keepUp();
    if (performance.now() - began < WITHOUT_PAUSE_MS) continue;
    await pause();
    began = performance.now();
  }
}
