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
