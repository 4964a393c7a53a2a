/** What vehicles reported, one after the other, in the order of vehicle and time; read forwards or backwards from any place. */
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

/** Vehicle index and time of receipt: unique, and later than everything that is reported earlier. */
export type ReportedKey = readonly [vehicle: number, received: number];

export interface ReportedWindow {
  /** In the order of their index. */
  readonly vehicles: readonly Vehicle[];
  /** `from <= occurred_at < to`, wall clock. */
  readonly from: number;
  readonly to: number;
}

/** So much is checked together, in world time. */
const PIECE = 6 * HOUR;

export const keyOfReported = ({ vehicle, received }: Reported): ReportedKey => [vehicle.index, received];

function compare(a: ReportedKey, b: ReportedKey): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** The part of the window of which a vehicle still knows where it was, in world time; both ends included. */
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

/** @param after only what comes after this key, or from it on when `inclusive` */
export function* forwards(
  clock: WorldClock,
  window: ReportedWindow,
  after: ReportedKey | null,
  inclusive = false,
): Generator<Reported> {
  for (const vehicle of window.vehicles) {
    if (after && vehicle.index < after[0]) continue;
    const [first, last] = span(clock, vehicle, window);
    // Rounded times: the piece begins a little before the key, and what is not after it is left out.
    const begin = after?.[0] === vehicle.index ? Math.max(first, clock.tau(after[1] - 1)) : first;
    for (let from = begin; from <= last; from += PIECE)
      for (const ping of pingsBetween(vehicle.pings, from, Math.min(last, from + PIECE - 1))) {
        const one = reported(clock, vehicle, ping);
        const order = after ? compare(keyOfReported(one), after) : 1;
        if (order > 0 || (inclusive && order === 0)) yield one;
      }
  }
}

/** The same from the end; @param before only what comes before this key, or up to it when `inclusive` */
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
      const one = reported(clock, vehicle, ping);
      const order = compare(keyOfReported(one), before);
      if (order < 0 || (inclusive && order === 0)) yield one;
    }
  }
}
