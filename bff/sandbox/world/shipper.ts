/**
 * The simulated shipper: posts a load for a truck's trip and, some hours after its delivery, plans the same load for that truck's
 * next trip, so that a demonstration stays alive for days. Its knowledge of the truck affects the plan only.
 */
import type { LoadVehicleIdentifiers } from '@waypost/contract/loads';
import { HOUR, MINUTE, SECOND, type WorldClock } from './clock.ts';
import type { RouteStop } from './driver.ts';
import type { Itinerary } from './itinerary.ts';
import type { Load, PostedStop } from './loads.ts';
import { keyOf, Random, uuidOf } from './random.ts';
import type { Trip, Visit } from './trip.ts';

/** Keeps a load's plan up to date. */
export interface Planner {
  /** Plans the load again when due. */
  planUntil(tau: number): void;
}

export interface Contract {
  readonly load: Load;
  /** The truck that really carries it. */
  readonly carrier: Itinerary;
  /** The load's trips: `first`, then every `every`-th. */
  readonly first: number;
  readonly every: number;
  /** The load's own random key. */
  readonly key: number;
  /** The shipper moves the load between two trucks; the first change is at a world time. */
  readonly in_turn?: {
    readonly identifiers: readonly [LoadVehicleIdentifiers, LoadVehicleIdentifiers];
    readonly from: number;
  };
}

/** Delay of reality compared with the plan: usually short, sometimes hours. */
function lateness(random: Random): number {
  const minutes = random.chance(0.14) ? random.between(60, 300) : random.between(-25, 35);
  return minutes * MINUTE;
}

/** Interval in which the truck changes of a load whose shipper does so. */
const CHANGES_EVERY = 9 * HOUR;
/** Hours from a delivery to the next plan; with appointments, drivers rest before the next trip. */
const [WAIT, WAIT_BY_APPOINTMENT] = [[1.5, 4] as const, [4.5, 7] as const];
/** Plans are rounded to five simulated minutes. */
const PLAN_STEP = 5 * MINUTE;
const wholeSeconds = (wall: number) => Math.round(wall / SECOND) * SECOND;
const LABELS = { fuel: 'Fuel stop', rest: 'Rest stop' } as const;

export class Shipment implements Planner {
  readonly #clock: WorldClock;
  readonly #contract: Contract;
  #trip: number;
  /** World time from which the next trip is planned. */
  #until: number;

  constructor(clock: WorldClock, contract: Contract) {
    this.#clock = clock;
    this.#contract = contract;
    this.#trip = contract.first;
    this.#until = this.#plan();
  }

  /** The truck that really carries the load, and its current trip. */
  get journey(): { readonly carrier: Itinerary; readonly trip: Trip } {
    const { carrier } = this.#contract;
    return { carrier, trip: carrier.trip(this.#trip) };
  }

  /** Plans the next trip some hours after delivery. */
  planUntil(tau: number): void {
    this.#changeTruck(tau);
    while (tau >= this.#until) {
      this.#trip += this.#contract.every;
      this.#until = this.#plan();
    }
  }

  #changeTruck(tau: number): void {
    const { load, in_turn } = this.#contract;
    // After a partner sent other identifiers, they stay.
    if (!in_turn?.identifiers.some((one) => one === load.identifiers)) return;
    const changes = Math.max(0, 1 + Math.floor((tau - in_turn.from) / CHANGES_EVERY));
    load.identifiers = in_turn.identifiers[changes % 2 === 0 ? 0 : 1];
  }

  /** Posts the stops of the current trip. Returns the time at which to plan the next one. */
  #plan(): number {
    const { load, carrier, key } = this.#contract;
    const trip = carrier.trip(this.#trip);
    load.stops = this.#stops(trip, key);
    load.posted = trip.origin.arrived - 6 * HOUR;
    load.revision += 1;
    const [least, most] = trip.destination.appointment ? WAIT_BY_APPOINTMENT : WAIT;
    return trip.destination.departed + new Random(key, keyOf('wait'), this.#trip).between(least, most) * HOUR;
  }

  #stops(trip: Trip, key: number): PostedStop[] {
    const random = new Random(key, keyOf('plan'), trip.index);
    // Missing types or names apply to the whole load.
    const classified = random.chance(0.95);
    const named = random.chance(0.97);
    const sendsRouteStops = random.chance(0.3);
    const planned = (tau: number) =>
      wholeSeconds(this.#clock.wall(Math.round((tau - lateness(random)) / PLAN_STEP) * PLAN_STEP));
    const visit = (
      type: 'origin' | 'intermediate' | 'destination',
      { site, arrived, departed, appointment }: Visit,
    ) => {
      const exact = (tau: number) => wholeSeconds(this.#clock.wall(tau));
      const estimated_arrival_at = appointment ? exact(appointment.from) : planned(arrived);
      const stay = appointment
        ? this.#clock.wall(appointment.until) - this.#clock.wall(appointment.from)
        : this.#clock.wall(departed) - this.#clock.wall(arrived);
      return {
        place: site,
        type,
        name: site.name,
        estimated_arrival_at,
        estimated_departure_at: type === 'destination' ? null : wholeSeconds(estimated_arrival_at + stay),
      };
    };
    const { appointment: due } = trip.destination;
    // A plan with appointments does not foresee the breakdown that makes the truck late.
    const foreseen = (arrived: number) => {
      if (!due) return planned(arrived);
      if (trip.destination.arrived > due.from) return null;
      return wholeSeconds(this.#clock.wall(Math.round(arrived / PLAN_STEP) * PLAN_STEP));
    };
    const routeStop = ({ kind, node, place, arrived }: RouteStop) => ({
      place,
      type: kind,
      name: `${LABELS[kind]} ${node.name}`,
      estimated_arrival_at: random.chance(0.5) ? foreseen(arrived) : null,
      estimated_departure_at: null,
    });
    const between = [
      ...(trip.intermediate
        ? [{ at: trip.intermediate.arrived, stop: visit('intermediate', trip.intermediate) }]
        : []),
      ...(sendsRouteStops
        ? trip.route_stops.map((stop) => ({ at: stop.arrived, stop: routeStop(stop) }))
        : []),
    ].sort((a, b) => a.at - b.at);
    const all = [
      visit('origin', trip.origin),
      ...between.map(({ stop }) => stop),
      visit('destination', trip.destination),
    ];
    return all.map(({ place, type, name, estimated_arrival_at, estimated_departure_at }, sequence) => ({
      id: uuidOf(key, keyOf('stop'), trip.index, sequence),
      sequence,
      stop_type: classified ? type : null,
      name: named ? name : null,
      latitude: place.latitude,
      longitude: place.longitude,
      estimated_arrival_at,
      estimated_departure_at,
    }));
  }
}
