/**
 * Drives ordered by a control route, which replace a vehicle's own trip. Each point is one ping at its time, without
 * interpolation; after the last point the vehicle keeps reporting from there until it is released.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import { MINUTE, type WorldClock } from './clock.ts';
import type { Ping, PingSource } from './pings.ts';
import type { Silence } from './silence.ts';

export interface DrivenPoint extends LatLon {
  /** Wall clock, milliseconds. */
  readonly at: number;
}

export interface Drive {
  /** Wall clock. From here on the vehicle's own trip is not reported. */
  readonly from: number;
  /** Wall clock; null while it lasts. */
  readonly to: number | null;
  /** In order of time; at least one. */
  readonly points: readonly DrivenPoint[];
}

const ACCURACY_METERS = 10;
/** Interval between reports at the last point, in world time. */
const PARKED_INTERVAL = 10 * MINUTE;

export class Drives {
  readonly #clock: WorldClock;
  #all: Drive[] = [];

  constructor(clock: WorldClock) {
    this.#clock = clock;
  }

  /** Oldest first; a new array after each change. */
  get all(): readonly Drive[] {
    return this.#all;
  }

  /** Reports these points from the first one on, replacing earlier orders. */
  order(points: readonly DrivenPoint[]): void {
    const [first] = points;
    if (!first) return;
    this.release(first.at);
    this.#all = [...this.#all, { from: first.at, to: null, points }];
  }

  /** Returns the vehicle to its own trip. */
  release(at: number): void {
    this.#all = this.#all
      .map((drive) => (drive.to === null ? { ...drive, to: Math.max(at, drive.from) } : drive))
      .filter(({ from, to }) => to === null || to > from);
  }

  load(saved: readonly Drive[]): void {
    this.#all = [...saved];
  }

  /** First world time after `tau` at which the vehicle may jump; infinity when it will not. */
  nextLeap(tau: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { from, to, points } of this.#all)
      for (const wall of [from, ...points.map(({ at }) => at), ...(to === null ? [] : [to])]) {
        const at = this.#clock.tau(wall);
        if (at > tau && at < next) next = at;
      }
    return next;
  }

  /** The ordered drive in effect at a world time, or null. */
  at(tau: number): Drive | null {
    return (
      this.#all.findLast(
        ({ from, to }) => this.#clock.tau(from) <= tau && (to === null || tau < this.#clock.tau(to)),
      ) ?? null
    );
  }

  /** The last report of a drive at or before a world time; null when there is none. */
  lastOf({ points }: Drive, tau: number): Ping | null {
    const point = points.findLast(({ at }) => this.#clock.tau(at) <= tau);
    if (!point) return null;
    const reached = this.#clock.tau(point.at);
    const stays = point === points[points.length - 1];
    const at = stays ? reached + Math.floor((tau - reached) / PARKED_INTERVAL) * PARKED_INTERVAL : reached;
    return { at, latitude: point.latitude, longitude: point.longitude, accuracy_meters: ACCURACY_METERS };
  }
}

/** A vehicle's own pings, replaced during ordered drives. A driven vehicle is silent only when ordered to be. */
export class DrivenPings implements PingSource {
  readonly #own: PingSource;
  readonly #drives: Drives;
  readonly #silence: Silence;
  readonly #clock: WorldClock;

  constructor(own: PingSource, drives: Drives, silence: Silence, clock: WorldClock) {
    this.#own = own;
    this.#drives = drives;
    this.#silence = silence;
    this.#clock = clock;
  }

  last(tau: number): Ping | null {
    if (this.#drives.all.length === 0) return this.#own.last(tau);
    for (let before = tau; ; ) {
      const drive = this.#drives.at(before);
      if (!drive) {
        const own = this.#own.last(before);
        // The own trip continued unreported during the drive.
        const hidden = own && this.#drives.at(own.at);
        if (!hidden) return own;
        before = own.at;
        continue;
      }
      const ping = this.#drives.lastOf(drive, before);
      const silent = ping && this.#silence.orderedAt(ping.at);
      if (ping && !silent) return ping;
      before = (silent ? silent.from : this.#clock.tau(drive.from)) - 1;
    }
  }
}
