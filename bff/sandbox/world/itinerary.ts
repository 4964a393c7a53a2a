/** The endless sequence of a truck's trips, computed on demand. */
import { HOUR } from './clock.ts';
import { truckStop } from './driver.ts';
import type { Freight } from './freight.ts';
import { keyOf, Random } from './random.ts';
import type { Whereabouts } from './timeline.ts';
import { type Trip, TripDraft, type TripEnd } from './trip.ts';

/** Position on the first trip when the world begins (world time 0). */
export type Phase = 'upcoming' | 'loading' | 'transit' | 'under_way' | 'unloading' | 'delivered';

/** Trips kept in memory: enough to locate a truck that has been silent for days. */
const MAX_KEPT = 5;
const TRIP = keyOf('trip');

export class Itinerary {
  readonly #freight: Freight;
  readonly #key: number;
  readonly #cruise: number;
  readonly #phase: Phase;
  /** The same itinerary from its beginning, for requests about dropped trips. */
  #replay: Itinerary | null = null;
  readonly #trips: Trip[] = [];
  readonly #onTrip: (trip: Trip) => void;

  /**
   * @param key the vehicle's own random key
   * @param cruise highway speed in miles per hour
   * @param onTrip called once for each trip when it is computed
   */
  constructor(freight: Freight, key: number, cruise: number, phase: Phase, onTrip: (trip: Trip) => void) {
    this.#freight = freight;
    this.#key = key;
    this.#cruise = cruise;
    this.#phase = phase;
    this.#onTrip = onTrip;
    const random = new Random(key, keyOf('start'));
    const hub = freight.anyHub(random);
    const from: TripEnd = { hub, place: truckStop(hub.node) };
    const draft = this.#draft(0, from);
    this.#add(draft.at(0, -startOffset(phase, draft, random)));
  }

  #draft(index: number, from: TripEnd): TripDraft {
    return new TripDraft(this.#freight, new Random(this.#key, TRIP, index), from, this.#cruise);
  }

  #add(trip: Trip): void {
    this.#trips.push(trip);
    if (this.#trips.length > MAX_KEPT) this.#trips.shift();
    this.#onTrip(trip);
  }

  get #last(): Trip {
    return this.#trips[this.#trips.length - 1] as Trip;
  }

  /** World time from which positions are known, since old trips are dropped. Before its first trip the truck was at its start. */
  get knownFrom(): number {
    const first = this.#trips[0] as Trip;
    return first.index === 0 ? Number.NEGATIVE_INFINITY : first.timeline.start;
  }

  /** End of the computed trips. */
  get knownUntil(): number {
    return this.#last.timeline.end;
  }

  /** Computes trips until one ends after this world time. */
  extend(until: number): void {
    while (this.knownUntil <= until) {
      const { index, end } = this.#last;
      this.#add(this.#draft(index + 1, end).at(index + 1, this.knownUntil));
    }
  }

  /** A trip by its number, or the oldest kept one when it was dropped. */
  trip(index: number): Trip {
    while (this.#last.index < index) this.extend(this.knownUntil);
    return this.#trips.find((trip) => trip.index >= index) as Trip;
  }

  at(tau: number): Whereabouts {
    this.extend(tau);
    for (let i = this.#trips.length - 1; i > 0; i--) {
      const { timeline } = this.#trips[i] as Trip;
      if (timeline.start <= tau) return timeline.at(tau);
    }
    return (this.#trips[0] as Trip).timeline.at(tau);
  }

  /** Position at any time; dropped trips are computed again from the first. */
  everAt(tau: number): Whereabouts {
    if (tau >= this.knownFrom) return this.at(tau);
    if (!this.#replay || tau < this.#replay.knownFrom)
      this.#replay = new Itinerary(this.#freight, this.#key, this.#cruise, this.#phase, () => undefined);
    return this.#replay.at(tau);
  }
}

/** Time within the draft that falls on world time 0. */
function startOffset(phase: Phase, { origin, destination }: TripDraft, random: Random): number {
  const onTheWay = destination.arrived - origin.departed;
  switch (phase) {
    case 'upcoming':
      return origin.arrived * random.between(0.15, 0.97);
    case 'loading':
      return random.between(origin.arrived, origin.departed);
    case 'transit':
      return origin.departed + onTheWay * random.between(0.03, 0.98);
    case 'under_way':
      return origin.departed + onTheWay * random.between(0.35, 0.9);
    case 'unloading':
      return random.between(destination.arrived, destination.departed);
    case 'delivered':
      return destination.departed + random.between(0.1, 0.9) * HOUR;
  }
}
