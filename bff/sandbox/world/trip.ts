/**
 * One trip of a truck from its rest at a truck stop to the next one: empty to the origin, loading, the route with its stops,
 * unloading, and on to a truck stop.
 */
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { HOUR, MINUTE } from './clock.ts';
import { Driver, type RouteStop } from './driver.ts';
import type { Freight } from './freight.ts';
import type { Random } from './random.ts';
import type { Hub, Site } from './sites.ts';
import { AT_SITE, REST, type Timeline, TimelineBuilder } from './timeline.ts';

/** A visit to a site, in world time. */
export interface Visit {
  readonly site: Site;
  readonly arrived: number;
  readonly departed: number;
  /** Missing: the shipper guesses when the truck will be there. */
  readonly appointment?: { readonly from: number; readonly until: number };
}

export interface Trip {
  readonly index: number;
  readonly timeline: Timeline;
  readonly origin: Visit;
  /** A stop where part of the load is delivered. */
  readonly intermediate: Visit | null;
  readonly destination: Visit;
  /** Fuel and rest stops between origin and destination. */
  readonly route_stops: readonly RouteStop[];
  /** Where it ends and the next trip begins. */
  readonly end: TripEnd;
}

export interface TripEnd {
  readonly hub: Hub;
  readonly place: LatLon;
}

export const INTERMEDIATE = 0.15;
export const DOCK_METERS = 120;

/** A random hub in the middle half of a route. */
export function middleOf(freight: Freight, route: readonly number[], random: Random): Hub | null {
  const inner = route.slice(Math.ceil(route.length / 4), Math.floor((route.length * 3) / 4));
  const hubs = inner.flatMap((node) => freight.hubAt(node) ?? []);
  return hubs.length > 0 ? random.pick(hubs) : null;
}

/** A trip without a fixed start: all times count from 0. */
export class TripDraft {
  readonly #freight: Freight;
  readonly #random: Random;
  readonly #line: TimelineBuilder;
  readonly #driver: Driver;
  readonly origin: Visit;
  readonly intermediate: Visit | null;
  readonly destination: Visit;
  readonly #end: TripEnd;

  constructor(freight: Freight, random: Random, from: TripEnd, cruise: number) {
    this.#freight = freight;
    this.#random = random;
    this.#line = new TimelineBuilder(from.place);
    this.#driver = new Driver(freight.network, freight.cities, random, this.#line, cruise);

    const pickUp = freight.nextOriginFrom(from.hub, random);
    const goal = freight.destinationFrom(pickUp, random);
    const route = freight.network.path(pickUp.node.index, goal.node.index);
    const middle = random.chance(INTERMEDIATE) ? middleOf(freight, route, random) : null;

    this.#line.dwell(random.between(10, 13) * HOUR, REST);
    this.#driver.local(from.hub.node);
    this.#driver.along(freight.network.path(from.hub.node.index, pickUp.node.index));
    this.origin = this.#visit(pickUp);
    const stopsBefore = this.#driver.stops.length;
    if (middle) {
      const cut = route.indexOf(middle.node.index);
      this.#driver.along(route.slice(0, cut + 1));
      this.intermediate = this.#visit(middle);
      this.#driver.along(route.slice(cut));
    } else {
      this.intermediate = null;
      this.#driver.along(route);
    }
    this.#driver.stops.splice(0, stopsBefore);
    this.destination = this.#visit(goal);
    const place = this.#driver.spot(goal.node);
    this.#driver.local(place);
    this.#end = { hub: goal, place };
  }

  /** Drives from the waypoint to a dock, stays for a while, and returns. */
  #visit(hub: Hub): Visit {
    const site = this.#freight.anySite(hub, this.#random);
    const dock = destination(site, this.#random.next() * 360, this.#random.next() * DOCK_METERS);
    this.#driver.local(dock);
    const arrived = this.#line.now;
    this.#line.dwell(this.#random.between(45, 180) * MINUTE, AT_SITE);
    const departed = this.#line.now;
    this.#driver.local(hub.node);
    return { site, arrived, departed };
  }

  /** @param start world time at which it begins */
  at(index: number, start: number): Trip {
    const shift = <T extends { readonly arrived: number; readonly departed: number }>(stop: T): T => ({
      ...stop,
      arrived: stop.arrived + start,
      departed: stop.departed + start,
    });
    return {
      index,
      timeline: this.#line.build(start),
      origin: shift(this.origin),
      intermediate: this.intermediate && shift(this.intermediate),
      destination: shift(this.destination),
      route_stops: this.#driver.stops.map(shift),
      end: this.#end,
    };
  }
}
