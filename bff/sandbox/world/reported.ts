/** Reported positions in order of vehicle and time, readable forward or backward from any key. */
import { HOUR, type WorldClock } from './clock.ts';
import { type Ping, pingsBetween } from './pings.ts';
import type { Vehicle } from './vehicles.ts';

export interface Reported {
  readonly vehicle: Vehicle;
  readonly ping: Ping;
  /** Wall clock at which it was received. */
  readonly received: number;
  /** By the device's own clock. */
  readonly occurred_at: number;
}

/** Vehicle index and time of receipt: unique and in list order. */
export type ReportedKey = readonly [vehicle: number, received: number];

export interface ReportedWindow {
  /** In order of their index. */
  readonly vehicles: readonly Vehicle[];
  /** `from <= occurred_at < to`, wall clock. */
  readonly from: number;
  readonly to: number;
}

/** World time that is read at once. */
const CHUNK = 6 * HOUR;

export const keyOfReported = ({ vehicle, received }: Reported): ReportedKey => [vehicle.index, received];

function compare(a: ReportedKey, b: ReportedKey): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** Part of the window for which a vehicle's positions are still known, in world time; both ends inclusive. */
function span(clock: WorldClock, vehicle: Vehicle, { from, to }: ReportedWindow): [number, number] {
  const ahead = vehicle.clock_ahead;
  const known = vehicle.itinerary?.knownFrom ?? Number.NEGATIVE_INFINITY;
  const latest = Math.min(to - 1 - ahead, clock.now());
  return [Math.max(known, clock.tau(from - ahead)), clock.tau(latest)];
}

function reported(clock: WorldClock, vehicle: Vehicle, ping: Ping): Reported {
  const received = clock.wall(ping.at);
  return { vehicle, ping, received, occurred_at: received + vehicle.clock_ahead };
}

/** @param after only items after this key, or from it with `inclusive` */
export function* forwards(
  clock: WorldClock,
  window: ReportedWindow,
  after: ReportedKey | null,
  inclusive = false,
): Generator<Reported> {
  for (const vehicle of window.vehicles) {
    if (after && vehicle.index < after[0]) continue;
    const [first, last] = span(clock, vehicle, window);
    // Times are rounded, so start slightly before the key and skip items that are not after it.
    const begin = after?.[0] === vehicle.index ? Math.max(first, clock.tau(after[1] - 1)) : first;
    for (let from = begin; from <= last; from += CHUNK)
      for (const ping of pingsBetween(vehicle.pings, from, Math.min(last, from + CHUNK - 1))) {
        const item = reported(clock, vehicle, ping);
        const order = after ? compare(keyOfReported(item), after) : 1;
        if (order > 0 || (inclusive && order === 0)) yield item;
      }
  }
}

/** In reverse order. @param before only items before this key, or up to it with `inclusive` */
export function* backwards(
  clock: WorldClock,
  window: ReportedWindow,
  before: ReportedKey,
  inclusive = false,
): Generator<Reported> {
  for (const vehicle of [...window.vehicles].reverse()) {
    if (vehicle.index > before[0]) continue;
    const [first, last] = span(clock, vehicle, window);
    const end = before[0] === vehicle.index ? Math.min(last, clock.tau(before[1] + 1)) : last;
    for (
      let ping = vehicle.pings.last(end);
      ping && ping.at >= first;
      ping = vehicle.pings.last(ping.at - 1)
    ) {
      const item = reported(clock, vehicle, ping);
      const order = compare(keyOfReported(item), before);
      if (order < 0 || (inclusive && order === 0)) yield item;
    }
  }
}
