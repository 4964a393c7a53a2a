/** Where a truck stood, from its positions. */
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';

/** Around a yard: positions so close to the first one are of the same stay. */
const STAY_METERS = 250;
const SHORTEST_MS = 10 * 60_000;

export interface RecordedPosition extends LatLon {
  /** Milliseconds since 1970. */
  readonly occurred_at: number;
}

export interface RecordedStay extends LatLon {
  /** First and last position seen there, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Longest time without a position between the two, milliseconds. */
  readonly silent: number;
}

/** @param positions of one truck, oldest first */
export function staysOf(positions: readonly RecordedPosition[]): RecordedStay[] {
  const stays: RecordedStay[] = [];
  let first = 0;
  for (let at = 1; at <= positions.length; at += 1) {
    const start = positions[first] as RecordedPosition;
    const here = positions[at];
    if (here && distanceMeters(start, here) <= STAY_METERS) continue;
    const last = positions[at - 1] as RecordedPosition;
    if (last.occurred_at - start.occurred_at >= SHORTEST_MS) {
      stays.push({
        latitude: start.latitude,
        longitude: start.longitude,
        from: start.occurred_at,
        to: last.occurred_at,
        silent: longestSilence(positions, first, at - 1),
      });
    }
    first = at;
  }
  return stays;
}

function longestSilence(positions: readonly RecordedPosition[], from: number, to: number): number {
  let longest = 0;
  for (let at = from + 1; at <= to; at += 1) {
    const [a, b] = [positions[at - 1] as RecordedPosition, positions[at] as RecordedPosition];
    longest = Math.max(longest, b.occurred_at - a.occurred_at);
  }
  return longest;
}
