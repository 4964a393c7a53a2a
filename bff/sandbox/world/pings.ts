/**
 * Pings of a vehicle's telematics device: a pure function of vehicle and time that can be queried for any time in any order;
 * nothing is stored.
 */
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { DAY, HOUR, MINUTE } from './clock.ts';
import { unit } from './random.ts';
import type { Silence } from './silence.ts';
import { DRIVING, REST, type Whereabouts } from './timeline.ts';

export interface Ping extends LatLon {
  /** World time at which it was sent. */
  readonly at: number;
  /** Accuracy reported by the device. */
  readonly accuracy_meters: number;
}

export interface PingSource {
  /** The last ping at or before a world time, or null. */
  last(tau: number): Ping | null;
}

/** Pings from `from` to `to`, both inclusive, oldest first. */
export function pingsBetween(source: PingSource, from: number, to: number): Ping[] {
  const found: Ping[] = [];
  for (let ping = source.last(to); ping && ping.at >= from; ping = source.last(ping.at - 1)) found.push(ping);
  return found.reverse();
}

/** Position quality. `coarse`: cell towers only, without satellites. */
export type Fix = 'gps' | 'coarse';

/** Devices send nothing before this. */
const INSTALLED = -21 * DAY;
const PARKED_INTERVAL = 12 * MINUTE;
const REST_INTERVAL = HOUR;
const JITTER = 0.12;
const GPS_SPREAD_METERS = 5;
const GPS_MAX_METERS = 12;

export interface Device {
  /** The vehicle's own random key. */
  readonly key: number;
  /** Milliseconds between pings while driving. */
  readonly rhythm: number;
  readonly fix: Fix;
}

export class SimulatedPings implements PingSource {
  readonly #device: Device;
  readonly #whereabouts: (tau: number) => Whereabouts;

  constructor(device: Device, whereabouts: (tau: number) => Whereabouts) {
    this.#device = device;
    this.#whereabouts = whereabouts;
  }

  #timeOf(slot: number): number {
    const { key, rhythm } = this.#device;
    return Math.round((slot + unit(key, 1) + JITTER * (unit(key, 2, slot) - 0.5)) * rhythm);
  }

  last(tau: number): Ping | null {
    const { rhythm } = this.#device;
    for (let slot = Math.floor(tau / rhythm) + 1; ; ) {
      const at = this.#timeOf(slot);
      if (at < INSTALLED) return null;
      if (at > tau) {
        slot -= 1;
        continue;
      }
      const here = this.#whereabouts(at);
      // While parked, only every nth slot is used, with an offset per truck.
      const every = here.activity === DRIVING ? 1 : this.#slotsWhileParked(here);
      const offset = Math.floor(unit(this.#device.key, 6) * every);
      const used = Math.floor((slot - offset) / every) * every + offset;
      if (used === slot) return this.#ping(slot, at, here);
      const parkedSlot = Math.floor(here.since / rhythm) + 1;
      slot = Math.min(slot - 1, Math.max(used, parkedSlot));
    }
  }

  #slotsWhileParked({ activity }: Whereabouts): number {
    const every = activity === REST ? REST_INTERVAL : PARKED_INTERVAL;
    return Math.max(1, Math.floor(every / this.#device.rhythm));
  }

  #ping(slot: number, at: number, here: LatLon): Ping {
    const { key, fix } = this.#device;
    const bearing = unit(key, 3, slot) * 360;
    if (fix === 'coarse') {
      const accuracy_meters = Math.round(3000 + unit(key, 4, slot) * 6000);
      const place = destination(here, bearing, accuracy_meters * (0.2 + 0.6 * unit(key, 5, slot)));
      return { at, latitude: place.latitude, longitude: place.longitude, accuracy_meters };
    }
    // Two-dimensional normal distribution, truncated where a receiver would reject the fix.
    const spread = GPS_SPREAD_METERS * Math.sqrt(-2 * Math.log(1 - unit(key, 4, slot)));
    const place = destination(here, bearing, Math.min(GPS_MAX_METERS, spread));
    return { at, latitude: place.latitude, longitude: place.longitude, accuracy_meters: GPS_MAX_METERS };
  }
}

/** A device that was never connected. */
export const NO_PINGS: PingSource = { last: () => null };

/** Omits pings during a silence: without signal, they were not sent later either. */
export class AudiblePings implements PingSource {
  readonly #source: PingSource;
  readonly #silence: Silence;

  constructor(source: PingSource, silence: Silence) {
    this.#source = source;
    this.#silence = silence;
  }

  last(tau: number): Ping | null {
    for (let ping = this.#source.last(tau); ping; ) {
      const window = this.#silence.at(ping.at);
      if (!window) return ping;
      ping = this.#source.last(window.from - 1);
    }
    return null;
  }
}
