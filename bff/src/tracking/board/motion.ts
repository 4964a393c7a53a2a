/** Movement derived from consecutive positions; the service reports positions only. */
import type { Motion } from '@waypost/contract/api/board';
import type { LastPosition } from '@waypost/contract/loads';
import { bearingDegrees, distanceMeters } from '@waypost/geo/geodesy';

/** Smaller distances are receiver noise. */
const NOISE_METERS = 40;
/** Faster than walking. */
const DRIVING_MPS = 2.2;
/** After a longer gap the average speed does not tell whether the truck is moving now, unless it must have driven most of the time. */
const LONG_GAP_SECONDS = 45 * 60;
const MOSTLY_DRIVING_MPS = 11;

export const NO_MOTION: Motion = {
  moving: null,
  bearing_degrees: null,
  speed_mps: null,
  last_moved_at: null,
};

/** Movement after a new position. Older positions change nothing. */
export function nextMotion(motion: Motion, before: LastPosition | null, now: LastPosition): Motion {
  if (!before) return NO_MOTION;
  const seconds = (Date.parse(now.occurred_at) - Date.parse(before.occurred_at)) / 1000;
  if (seconds <= 0) return motion;
  const meters = distanceMeters(before, now);
  const moved = meters > NOISE_METERS;
  const speed_mps = moved ? meters / seconds : 0;
  const is_unsure = moved && seconds > LONG_GAP_SECONDS && speed_mps < MOSTLY_DRIVING_MPS;
  return {
    moving: is_unsure ? null : speed_mps >= DRIVING_MPS,
    bearing_degrees: moved ? Math.round(bearingDegrees(before, now)) : motion.bearing_degrees,
    speed_mps: Math.round(speed_mps * 10) / 10,
    last_moved_at: moved ? now.occurred_at : motion.last_moved_at,
  };
}

/**
 * Usual interval between a truck's positions, as far as our polling sees it: a read after two pings sees only one. Driving and standing
 * are tracked separately, because a driving truck pings far more often.
 */

/** Seconds between its last positions, oldest first, by whether it moved. */
export interface Rhythm {
  readonly driving: readonly number[];
  readonly standing: readonly number[];
}

export const NO_RHYTHM: Rhythm = { driving: [], standing: [] };

/** Number of intervals considered, and the minimum needed. */
const [MAX_INTERVALS, MIN_INTERVALS] = [15, 5];

/** Adds a position that arrived `seconds` after the previous one. */
export function advanceRhythm(rhythm: Rhythm, seconds: number, moved: boolean): Rhythm {
  if (!(seconds > 0)) return rhythm;
  const key = moved ? 'driving' : 'standing';
  return { ...rhythm, [key]: [...rhythm[key], Math.round(seconds)].slice(-MAX_INTERVALS) };
}

/**
 * Usual interval while driving or standing, seconds: the median, rounded so that it is stable; null: unknown. `moving`: the last known
 * state; null: unknown.
 */
export function usualGap(rhythm: Rhythm, moving: boolean | null): number | null {
  if (moving === null) return null;
  const gaps = (moving ? rhythm.driving : rhythm.standing).toSorted((a, b) => a - b);
  if (gaps.length < MIN_INTERVALS) return null;
  const median = gaps[Math.floor(gaps.length / 2)] as number;
  const step = median < 90 ? 10 : 60;
  return Math.max(step, Math.round(median / step) * step);
}
