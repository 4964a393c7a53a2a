/** Builds trucks from the world's seed: record, device, silences and trips. */

import type { Calendar } from './calendar.ts';
import type { Case } from './cases.ts';
import { DAY, HOUR, MINUTE, SECOND, type WorldClock } from './clock.ts';
import { DrivenPings, Drives } from './drives.ts';
import type { DwellIndex } from './dwells.ts';
import type { Fleet } from './fleets.ts';
import type { Freight } from './freight.ts';
import { Itinerary, type Phase } from './itinerary.ts';
import { AudiblePings, NO_PINGS, SimulatedPings } from './pings.ts';
import { hash, keyOf, Random } from './random.ts';
import { OFTEN_SILENT, RARELY_SILENT, Silence } from './silence.ts';
import type { Trip } from './trip.ts';
import { vehicleRecord } from './vehicle-records.ts';
import type { Vehicle, Vehicles } from './vehicles.ts';

/** Ping intervals while driving, and their weights. */
const RHYTHMS = [30 * SECOND, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE];
const RHYTHM_WEIGHTS = [2, 4, 3, 2, 2];

const LONG_CLOCK_ERROR = 2 * HOUR;

/** A vehicle with trips. */
export interface Truck extends Vehicle {
  readonly itinerary: Itinerary;
}

export class TruckFactory {
  readonly #seed: number;
  readonly #freight: Freight;
  readonly #fleets: readonly Fleet[];
  readonly #vehicles: Vehicles;
  readonly #dwells: DwellIndex;
  readonly #clock: WorldClock;
  readonly #calendar: Calendar | null;

  /** @param calendar null: trucks drive at any time of day, and are often silent */
  constructor(
    seed: number,
    freight: Freight,
    fleets: readonly Fleet[],
    vehicles: Vehicles,
    dwells: DwellIndex,
    clock: WorldClock,
    calendar: Calendar | null,
  ) {
    this.#clock = clock;
    this.#calendar = calendar;
    this.#seed = seed;
    this.#freight = freight;
    this.#fleets = fleets;
    this.#vehicles = vehicles;
    this.#dwells = dwells;
  }

  /** @param twin a truck of the same fleet that drives the same trips */
  build(kind: Fleet['kind'], device: Case['device'], phase: Phase, twin: Truck | null = null): Truck {
    const index = this.#vehicles.all.length;
    const key = hash(this.#seed, keyOf('truck'), twin?.index ?? index);
    const random = new Random(key);
    const fleet = random.pick(this.#fleets.filter((item) => item.kind === kind));
    const rhythm = RHYTHMS[random.weighted(RHYTHM_WEIGHTS)] as number;
    const calendar = this.#calendar;
    const first = device === 'silent' ? firstSilence(random) : null;
    const silence = new Silence(key, first, calendar ? RARELY_SILENT : OFTEN_SILENT);

    // Trips computed before the truck object exists.
    const early: Trip[] = [];
    let known: Vehicle | null = null;
    const onTrip = (trip: Trip) => {
      if (known) this.#dwells.add(known, trip.timeline.dwells());
      else early.push(trip);
    };
    const cruise = calendar ? random.between(56, 63.5) : random.between(58, 65.5);
    const itinerary = new Itinerary(this.#freight, key, cruise, phase, onTrip, calendar);
    const fix = device === 'coarse' ? 'coarse' : 'gps';
    const source = new SimulatedPings({ key, rhythm, fix }, (tau) => itinerary.at(tau));
    const drives = new Drives(this.#clock);
    const own = device === 'never_connected' ? NO_PINGS : new AudiblePings(source, silence);
    const truck: Truck = {
      index,
      fleet,
      record: vehicleRecord(this.#seed, index, this.#fleets.indexOf(fleet)),
      pings: new DrivenPings(own, drives, silence, this.#clock),
      silence,
      drives,
      clock_ahead: clockError(device, random),
      itinerary,
    };
    known = truck;
    for (const trip of early) this.#dwells.add(truck, trip.timeline.dwells());
    this.#dwells.follow(truck);
    this.#vehicles.add(truck);
    return truck;
  }
}

/** How far a device's clock is ahead; negative when it is behind. */
function clockError(device: Case['device'], random: Random): number {
  if (device === 'clock_ahead') return random.between(6, 50) * MINUTE;
  return device === 'clock_behind' ? -LONG_CLOCK_ERROR : 0;
}

/** Silent for hours or days before the world begins, and for some time after. */
function firstSilence(random: Random) {
  const before = random.chance(0.6) ? random.between(3, 12) * HOUR : random.between(0.5, 4) * DAY;
  return { from: -before, to: random.between(0.6, 5) * DAY };
}
