/** What two positions in a row show of movement. The service reports positions only. */
import type { Motion } from '@waypost/contract/api/board';
import type { LastPosition } from '@waypost/contract/loads';
import { bearingDegrees, distanceMeters } from '@waypost/geo/geodesy';

/** Below this a difference between two positions is noise of the receiver. */
const NOISE_METERS = 40;
/** Faster than walking: driving. */
const DRIVING_MPS = 2.2;
/** After a longer silence the way since says little about what the truck does now, unless it must have driven most of the time. */
const LONG_GAP_S = 45 * 60;
const DROVE_MOST_MPS = 11;

export const NO_MOTION: Motion = {
  moving: null,
  bearing_degrees: null,
  speed_mps: null,
  last_moved_at: null,
};

/** Movement after a new position. A position that is not newer changes nothing. */
export function nextMotion(motion: Motion, before: LastPosition | null, now: LastPosition): Motion {
  if (!before) return NO_MOTION;
  const seconds = (Date.parse(now.occurred_at) - Date.parse(before.occurred_at)) / 1000;
  if (seconds <= 0) return motion;
  const meters = distanceMeters(before, now);
  const moved = meters > NOISE_METERS;
  const speed_mps = moved ? meters / seconds : 0;
  const is_unsure = moved && seconds > LONG_GAP_S && speed_mps < DROVE_MOST_MPS;
  return {
    moving: is_unsure ? null : speed_mps >= DRIVING_MPS,
    bearing_degrees: moved ? Math.round(bearingDegrees(before, now)) : motion.bearing_degrees,
    speed_mps: Math.round(speed_mps * 10) / 10,
    last_moved_at: moved ? now.occurred_at : motion.last_moved_at,
  };
}

/**
 * How often a truck's positions usually come, as far as our reads see it: a read that comes later than two pings sees one of them. A
 * driving truck pings far more often than a standing one, so the two are kept apart.
 */

/** Seconds between its last positions, oldest first: those between which it moved, and the others. */
export interface Rhythm {
  readonly driving: readonly number[];
  readonly standing: readonly number[];
}

export const NO_RHYTHM: Rhythm = { driving: [], standing: [] };

/** So many of the last ones count; with fewer than the second nothing is usual yet. */
const [MOST, FEWEST] = [15, 5];

/** After one more position that came `seconds` after the one before. */
export function advanceRhythm(rhythm: Rhythm, seconds: number, moved: boolean): Rhythm {
  if (!(seconds > 0)) return rhythm;
  const key = moved ? 'driving' : 'standing';
  return { ...rhythm, [key]: [...rhythm[key], Math.round(seconds)].slice(-MOST) };
}

/**
 * What is usual while it drives or stands, seconds: the median, rounded so that it does not change with every position; null: not known yet.
 * @param moving what it did last; null: not known
 */
export function usualGap(rhythm: Rhythm, moving: boolean | null): number | null {
  if (moving === null) return null;
  const gaps = (moving ? rhythm.driving : rhythm.standing).toSorted((a, b) => a - b);
  if (gaps.length < FEWEST) return null;
  const median = gaps[Math.floor(gaps.length / 2)] as number;
  const step = median < 90 ? 10 : 60;
  return Math.max(step, Math.round(median / step) * step);
}
