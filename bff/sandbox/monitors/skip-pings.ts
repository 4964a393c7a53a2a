/**
 * Which of a vehicle's pings a monitor needs to process. A truck that is far from the circle cannot be there before it has had the
 * time to drive: the pings until then are passed over. So thousands of monitors cost little, and days are caught up in moments.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import { SECOND } from '../world/clock.ts';
import type { Ping, PingSource } from '../world/pings.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { beyond } from './journey.ts';

/** No simulated truck is faster than this on any stretch, in metres per second of world time. */
const FASTEST = 45;
/** What two positions may be off together. */
const NOISE_METERS = 60;

/** The first ping after `from`, at or before `until` (world times), or null. */
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

/** World time before which no ping of the vehicle can change on which side of the circle's edge it is. */
export function quietUntil(
  vehicle: Vehicle,
  ping: Ping,
  circle: LatLon & { readonly radius_meters: number },
): number {
  const leap = vehicle.drives.nextLeap(ping.at);
  if (vehicle.drives.at(ping.at)) return leap;
  // Recorded tracks may jump from one ping to the next.
  if (!vehicle.itinerary) return ping.at;
  const meters = Math.abs(beyond(circle, ping)) - NOISE_METERS - ping.accuracy_meters;
  return Math.min(leap, ping.at + (Math.max(0, meters) / FASTEST) * SECOND);
}
