/** Position over time: points connected by straight lines, found by binary search. */
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { HOUR, SECOND } from './clock.ts';

/** Activity between a point and the next one. */
export const DRIVING = 0;
/** At a site, with the engine warm. */
export const AT_SITE = 1;
/** Short stop on the way: a break or fuel. */
export const PAUSE = 2;
/** Long rest, off duty. */
export const REST = 3;
export type Activity = typeof DRIVING | typeof AT_SITE | typeof PAUSE | typeof REST;

export interface Whereabouts extends LatLon {
  readonly activity: Activity;
  /** World time when this leg or dwell began. */
  readonly since: number;
}

export interface Dwell extends LatLon {
  readonly from: number;
  readonly to: number;
  readonly activity: Activity;
}

/**
 * Values per point: seconds since the start, latitude, longitude, activity until the next point. Stored as 32-bit floats (precise
 * to a meter and a fiftieth of a second), so that thousands of trucks need little memory.
 */
const WIDTH = 4;

export class Timeline {
  /** World time of the first point. */
  readonly start: number;
  readonly #corners: Float32Array;
  readonly #count: number;

  constructor(start: number, corners: Float32Array) {
    this.start = start;
    this.#corners = corners;
    this.#count = corners.length / WIDTH;
  }

  #time(corner: number): number {
    return this.start + (this.#corners[corner * WIDTH] as number) * SECOND;
  }

  get end(): number {
    return this.#time(this.#count - 1);
  }

  /** Position at a world time; the first or last place outside the timeline. */
  at(tau: number): Whereabouts {
    let low = 0;
    let high = this.#count - 1;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.#time(middle) <= tau) low = middle;
      else high = middle;
    }
    const since = this.#time(low);
    const fraction = Math.min(1, Math.max(0, (tau - since) / (this.#time(high) - since || 1)));
    const between = (field: number) => {
      const from = this.#corners[low * WIDTH + field] as number;
      return from + fraction * ((this.#corners[high * WIDTH + field] as number) - from);
    };
    const activity = this.#corners[low * WIDTH + 3] as Activity;
    return { latitude: between(1), longitude: between(2), activity, since };
  }

  /** All periods without movement. */
  dwells(): Dwell[] {
    const found: Dwell[] = [];
    for (let i = 0; i + 1 < this.#count; i++) {
      const [, latitude, longitude, activity] = this.#corners.subarray(i * WIDTH, (i + 1) * WIDTH);
      if (activity === DRIVING) continue;
      found.push({
        from: this.#time(i),
        to: this.#time(i + 1),
        latitude: latitude as number,
        longitude: longitude as number,
        activity: activity as Activity,
      });
    }
    return found;
  }
}

export class TimelineBuilder {
  readonly #corners: number[] = [];
  /** World time reached so far, starting at 0. */
  now = 0;
  place: LatLon;

  constructor(place: LatLon) {
    this.place = place;
    this.#corner(DRIVING);
  }

  #corner(next: Activity): void {
    this.#corners.push(this.now / SECOND, this.place.latitude, this.place.longitude, next);
  }

  #since(activity: Activity): void {
    this.#corners[this.#corners.length - 1] = activity;
  }

  /** Drives straight to a place. Returns the distance in meters. */
  drive(to: LatLon, milesPerHour: number): number {
    const meters = distanceMeters(this.place, to);
    if (meters < 1) return 0;
    this.#since(DRIVING);
    this.now += (meters / METERS_PER_MILE / milesPerHour) * HOUR;
    this.place = to;
    this.#corner(DRIVING);
    return meters;
  }

  dwell(milliseconds: number, activity: Activity): void {
    this.#since(activity);
    this.now += milliseconds;
    this.#corner(DRIVING);
  }

  /** @param start world time of the first point */
  build(start: number): Timeline {
    return new Timeline(start, Float32Array.from(this.#corners));
  }
}
