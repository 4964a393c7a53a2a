/** The endless sequence of a truck's trips, computed on demand. */
import type { Calendar } from './calendar.ts';
import { HOUR } from './clock.ts';
import { dayTrip } from './day-trip.ts';
import { truckStop } from './driver.ts';
import type { Freight } from './freight.ts';
import { keyOf, Random } from './random.ts';
import type { Whereabouts } from './timeline.ts';
import { type Trip, TripDraft, type TripEnd } from './trip.ts';

/** Position on the first trip when the world begins (world time 0). */
export type Phase = 'upcoming' | 'loading' | 'transit' | 'under_way' | 'unloading' | 'delivered' | 'any';

/** Trips kept in memory: enough to locate a truck that has been silent for days. */
const MAX_KEPT = 5;
const TRIP = keyOf('trip');
/** A first trip with appointments begins up to this long before the world. */
const LONGEST_BEFORE = 60 * HOUR;
const MAX_ATTEMPTS = 100;
/** A world begins with trucks that have delivered up to this long ago. */
const DELIVERED_BEFORE = 4 * HOUR;

export class Itinerary {
  readonly #freight: Freight;
  readonly #key: number;
  readonly #cruise: number;
  readonly #phase: Phase;
  readonly #calendar: Calendar | null;
  /** The same itinerary from its beginning, for requests about dropped trips. */
  #replay: Itinerary | null = null;
  readonly #trips: Trip[] = [];
  readonly #onTrip: (trip: Trip) => void;

  /**
   * @param key the vehicle's own random key
   * @param cruise highway speed in miles per hour
   * @param onTrip called once for each trip when it is computed
   * @param calendar null: trips at any time of day, without appointments
   */
  constructor(
    freight: Freight,
    key: number,
    cruise: number,
    phase: Phase,
    onTrip: (trip: Trip) => void,
    calendar: Calendar | null = null,
  ) {
    this.#freight = freight;
    this.#key = key;
    this.#cruise = cruise;
    this.#phase = phase;
    this.#onTrip = onTrip;
    this.#calendar = calendar;
    if (calendar) {
      this.#add(this.#firstDayTrip(calendar));
      return;
    }
    const random = new Random(key, keyOf('start'));
    const hub = freight.anyHub(random);
    const from: TripEnd = { hub, place: truckStop(hub.node) };
    const draft = this.#draft(0, from);
    this.#add(draft.at(0, -startOffset(phase, draft, random)));
  }

  #draft(index: number, from: TripEnd): TripDraft {
    return new TripDraft(this.#freight, new Random(this.#key, TRIP, index), from, this.#cruise);
  }

  /** Tries trips of other places and times until one is in the phase when the world begins: at night few trucks load. */
  #firstDayTrip(calendar: Calendar): Trip {
    for (let attempt = 0; ; attempt++) {
      const random = new Random(this.#key, keyOf('start'), attempt);
      const hub = this.#freight.anyHub(random);
      const from: TripEnd = { hub, place: truckStop(hub.node) };
      const trip = this.#dayTrip(calendar, 0, from, -random.next() * LONGEST_BEFORE);
      if (isInPhase(this.#phase, trip) || attempt === MAX_ATTEMPTS) return trip;
    }
  }

  #dayTrip(calendar: Calendar, index: number, from: TripEnd, begins: number): Trip {
    const random = new Random(this.#key, TRIP, index);
    return dayTrip({
      freight: this.#freight,
      calendar,
      cruise: this.#cruise,
      random,
      from,
      index,
      begins,
    });
  }

  #next(index: number, from: TripEnd, begins: number): Trip {
    if (this.#calendar) return this.#dayTrip(this.#calendar, index, from, begins);
    return this.#draft(index, from).at(index, begins);
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
      this.#add(this.#next(index + 1, end, this.knownUntil));
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
      this.#replay = new Itinerary(
        this.#freight,
        this.#key,
        this.#cruise,
        this.#phase,
        () => undefined,
        this.#calendar,
      );
    return this.#replay.at(tau);
  }
}

/** Whether a trip is in a phase at world time 0. */
function isInPhase(phase: Phase, { origin, destination }: Trip): boolean {
  switch (phase) {
    case 'upcoming':
      return origin.arrived > 0;
    case 'loading':
      return origin.arrived <= 0 && origin.departed >= 0;
    case 'transit':
      return origin.departed < 0 && destination.arrived > 0;
    case 'under_way':
      return origin.departed < -HOUR && destination.arrived > 0;
    case 'unloading':
      return destination.arrived <= 0 && destination.departed >= 0;
    case 'delivered':
      return destination.departed < 0 && destination.departed > -HOUR;
    case 'any':
      return destination.departed > -DELIVERED_BEFORE;
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
    case 'any':
      return origin.departed + onTheWay * random.between(0.03, 0.98);
    case 'under_way':
      return origin.departed + onTheWay * random.between(0.35, 0.9);
    case 'unloading':
      return random.between(destination.arrived, destination.departed);
    case 'delivered':
      return destination.departed + random.between(0.1, 0.9) * HOUR;
  }
}
