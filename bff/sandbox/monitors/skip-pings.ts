/**
 * Skips pings that cannot matter to a monitor: a truck far from the circle cannot be there before it had time to drive. This
 * makes thousands of monitors cheap and catching up on days fast.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import { SECOND } from '../world/clock.ts';
import type { Ping, PingSource } from '../world/pings.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { distanceOutside } from './journey.ts';

/** Upper bound of a simulated truck's speed, meters per second of world time. */
const MAX_SPEED = 45;
/** Maximum combined error of two positions. */
const NOISE_METERS = 60;

/** The first ping after `from` and at or before `until` (world times), or null. */
export function firstAfter(source: PingSource, from: number, until: number): Ping | null {
  let found = source.last(until);
  if (!found || found.at <= from) return null;
  for (let low = from; ; ) {
    const before = source.last(found.at - 1);
    if (!before || before.at <= from) return found;
    const middle = (low + before.at) / 2;
    const probe = source.last(middle);
    if (probe && probe.at > from) found = probe;
    else {
      low = middle;
      found = before;
    }
  }
}

/** World time before which no ping of the vehicle can be on the other side of the circle's edge. */
export function quietUntil(
  vehicle: Vehicle,
  ping: Ping,
  circle: LatLon & { readonly radius_meters: number },
): number {
  const leap = vehicle.drives.nextLeap(ping.at);
  if (vehicle.drives.at(ping.at)) return leap;
  // Recorded tracks may jump between pings.
  if (!vehicle.itinerary) return ping.at;
  const meters = Math.abs(distanceOutside(circle, ping)) - NOISE_METERS - ping.accuracy_meters;
  return Math.min(leap, ping.at + (Math.max(0, meters) / MAX_SPEED) * SECOND);
}
