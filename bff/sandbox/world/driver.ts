/**
 * Drives a truck along roads like a real driver: within the hours of service (11 h of driving, a 30-minute break after 8 h, then
 * 10 h of rest), with fuel stops, and slower near cities. Stops are at truck stops next to waypoints.
 */
import { destination, distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import type { Network, RoadNode } from '@waypost/geo/network';
import { HOUR, MINUTE } from './clock.ts';
import { keyOf, type Random, unit } from './random.ts';
import { PAUSE, REST, type TimelineBuilder } from './timeline.ts';

const MAX_DRIVING = 11 * HOUR;
/** No driving after this long on duty. */
const MAX_DUTY = 14 * HOUR;
const BREAK_AFTER = 8 * HOUR;
const LONG_REST = 10 * HOUR;
const FUEL_RANGE_METERS = 950 * METERS_PER_MILE;
/** Traffic is slower within this distance of a hub. */
const CITY_METERS = 8 * METERS_PER_MILE;
const CITY_MPH = 46;
export const LOCAL_MPH = 28;
const TRUCK_STOP = keyOf('truck stop');
/** Parking spots are in rows, a few meters apart. */
const SPOTS_PER_ROW = 12;
const SPOT_METERS = 5;
const ROW_METERS = 30;

/** Location of a waypoint's truck stop. */
export function truckStop(node: RoadNode): LatLon {
  return destination(node, unit(TRUCK_STOP, node.index) * 360, 350 + unit(TRUCK_STOP, node.index, 1) * 500);
}

/** A stop on the way. */
export interface RouteStop {
  readonly kind: 'fuel' | 'rest';
  readonly node: RoadNode;
  readonly place: LatLon;
  readonly arrived: number;
  readonly departed: number;
}

export class Driver {
  readonly #network: Network;
  readonly #cities: ReadonlySet<number>;
  readonly #random: Random;
  readonly #line: TimelineBuilder;
  readonly #cruise: number;
  /** Driving time since the last long rest, and since the last break. */
  #driven = 0;
  #unbroken = 0;
  #sinceFuel: number;
  /** When the day's duty began; null: the length of the day is not limited. */
  #dutySince: number | null = null;
  readonly stops: RouteStop[] = [];

  /** @param cities indices of waypoints with slow traffic; @param cruise highway speed in miles per hour */
  constructor(
    network: Network,
    cities: ReadonlySet<number>,
    random: Random,
    line: TimelineBuilder,
    cruise: number,
  ) {
    this.#network = network;
    this.#cities = cities;
    this.#random = random;
    this.#line = line;
    this.#cruise = cruise;
    this.#sinceFuel = random.between(0.2, 0.9) * FUEL_RANGE_METERS;
  }

  #drive(to: LatLon, milesPerHour: number): void {
    const before = this.#line.now;
    const meters = this.#line.drive(to, milesPerHour);
    const hours = this.#line.now - before;
    this.#driven += hours;
    this.#unbroken += hours;
    this.#sinceFuel += meters;
  }

  /** After a long rest: the driver's day begins, and its length is limited from now on. */
  startDay(): void {
    this.#driven = 0;
    this.#unbroken = 0;
    this.#dutySince = this.#line.now;
  }

  /** On local streets, to or from a site. */
  local(to: LatLon): void {
    this.#drive(to, LOCAL_MPH);
  }

  /** Along a path of waypoints, starting at the truck's position. */
  along(path: readonly number[]): void {
    for (let i = 1; i < path.length; i++) {
      const from = this.#network.node(path[i - 1] as number);
      const to = this.#network.node(path[i] as number);
      this.#leg(from, to);
      if (i + 1 < path.length) this.#stopIfDue(to, this.#network.node(path[i + 1] as number));
    }
  }

  /** One leg, slower at ends that are cities. */
  #leg(from: RoadNode, to: RoadNode): void {
    const speed = this.#cruise * this.#random.between(0.95, 1.02);
    const meters = distanceMeters(from, to);
    const cityFraction = Math.min(0.5, CITY_METERS / meters);
    const point = (fraction: number): LatLon => ({
      latitude: from.latitude + fraction * (to.latitude - from.latitude),
      longitude: from.longitude + fraction * (to.longitude - from.longitude),
    });
    if (this.#cities.has(from.index)) this.#drive(point(cityFraction), CITY_MPH);
    if (this.#cities.has(to.index)) this.#drive(point(1 - cityFraction), speed);
    this.#drive(to, this.#cities.has(to.index) ? CITY_MPH : speed);
  }

  #stopIfDue(here: RoadNode, next: RoadNode): void {
    const meters = distanceMeters(here, next);
    const needed = (meters / METERS_PER_MILE / this.#cruise) * HOUR;
    const onDuty = this.#dutySince === null ? 0 : this.#line.now - this.#dutySince;
    if (this.#driven + needed > MAX_DRIVING || onDuty + needed > MAX_DUTY)
      this.rest(here, this.#random.between(10, 11.5) * HOUR);
    else if (this.#sinceFuel + meters > FUEL_RANGE_METERS) {
      this.#sinceFuel = 0;
      this.#halt(here, 'fuel', this.#random.between(20, 38) * MINUTE);
    } else if (this.#unbroken + needed > BREAK_AFTER)
      this.#halt(here, 'rest', this.#random.between(30, 42) * MINUTE);
  }

  /** Long rest at the truck stop of a waypoint. */
  rest(node: RoadNode, milliseconds: number): void {
    this.#halt(node, 'rest', milliseconds);
  }

  #halt(node: RoadNode, kind: 'fuel' | 'rest', milliseconds: number): void {
    const [place, arrived] = this.wait(node, milliseconds);
    this.stops.push({ kind, node, place, arrived, departed: arrived + milliseconds });
  }

  /** Stands at a waypoint's truck stop and returns to the road. Returns where, and since when. */
  wait(node: RoadNode, milliseconds: number): readonly [LatLon, number] {
    const place = this.spot(node);
    this.#drive(place, LOCAL_MPH);
    const arrived = this.#line.now;
    this.#line.dwell(milliseconds, milliseconds >= 3 * HOUR ? REST : PAUSE);
    this.#drive(node, LOCAL_MPH);
    if (milliseconds >= 30 * MINUTE) this.#unbroken = 0;
    if (milliseconds >= LONG_REST) {
      this.#driven = 0;
      if (this.#dutySince !== null) this.#dutySince = this.#line.now;
    }
    return [place, arrived];
  }

  /** A random parking spot at the truck stop of a waypoint. */
  spot(node: RoadNode): LatLon {
    const column = this.#random.int(0, SPOTS_PER_ROW - 1);
    const row = this.#random.int(0, 2);
    return destination(destination(truckStop(node), 90, column * SPOT_METERS), 0, row * ROW_METERS);
  }
}
