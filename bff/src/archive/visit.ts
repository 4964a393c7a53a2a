/** Whether a truck stood at a place and left it, by the positions that were recorded. Pure. */
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';

/** Standing so long is a visit; passing by, and a red light, is none. */
const STOOD_MS = 5 * 60_000;
/** Positions of a truck that stands differ by less. */
const STANDING_METERS = 250;

export interface SeenPosition extends LatLon {
  /** Milliseconds. */
  readonly occurred_at: number;
}

/**
 * When a truck was last seen at a place where it has stood, milliseconds; null: it never stood there.
 * @param positions all that were recorded, oldest first
 */
export function lastVisit(
  positions: readonly SeenPosition[],
  isThere: (at: LatLon) => boolean,
): number | null {
  let standing: SeenPosition | null = null;
  let stood = false;
  let seen: number | null = null;
  for (const position of positions) {
    if (!isThere(position)) {
      standing = null;
      stood = false;
      continue;
    }
    if (standing === null || distanceMeters(standing, position) > STANDING_METERS) standing = position;
    if (position.occurred_at - standing.occurred_at >= STOOD_MS) stood = true;
    if (stood) seen = position.occurred_at;
  }
  return seen;
}
