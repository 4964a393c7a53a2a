/**
 * Index of parked trucks by place and time, from which matching takes its candidates. It only saves scanning every truck; pings
 * decide whether a candidate was there (matching.ts).
 */
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { MinHeap } from '@waypost/geo/heap';
import { DAY, MINUTE } from './clock.ts';
import type { Dwell } from './timeline.ts';
import type { Vehicle } from './vehicles.ts';

export interface VehicleDwell extends Dwell {
  readonly vehicle: Vehicle;
}

const CELL_DEGREES = 0.1;
const MIN_DWELL = 15 * MINUTE;
/** Older dwells are removed; world time. */
const RETENTION = 8 * DAY;
/** A cell is cleaned up each time it has grown by this many entries. */
const CLEANUP_EVERY = 16;

const row = (latitude: number) => Math.floor(latitude / CELL_DEGREES);
const column = (longitude: number) => Math.floor(longitude / CELL_DEGREES);
const cell = (rowAt: number, columnAt: number) => rowAt * 10_000 + columnAt;

export class DwellIndex {
  readonly #cells = new Map<number, VehicleDwell[]>();
  /** Vehicles by the time until which their trips are computed. */
  readonly #horizon = new MinHeap<Vehicle>();
  #latest = Number.NEGATIVE_INFINITY;

  /** Keeps a vehicle's trips computed, so that its dwells are known in time. */
  follow(vehicle: Vehicle): void {
    if (vehicle.itinerary) this.#horizon.push(vehicle.itinerary.knownUntil, vehicle);
  }

  add(vehicle: Vehicle, dwells: readonly Dwell[]): void {
    for (const dwell of dwells) {
      if (dwell.to - dwell.from < MIN_DWELL) continue;
      const key = cell(row(dwell.latitude), column(dwell.longitude));
      const here = this.#cells.get(key) ?? [];
      here.push({ ...dwell, vehicle });
      const old = this.#latest - RETENTION;
      this.#cells.set(key, here.length % CLEANUP_EVERY === 0 ? here.filter(({ to }) => to > old) : here);
    }
  }

  /** Dwells within a circle that overlap a period; the period must have started. */
  near(center: LatLon, radiusMeters: number, from: number, to: number): VehicleDwell[] {
    this.extend(to);
    const found: VehicleDwell[] = [];
    const [middleRow, middleColumn] = [row(center.latitude), column(center.longitude)];
    for (let r = middleRow - 1; r <= middleRow + 1; r++)
      for (let c = middleColumn - 1; c <= middleColumn + 1; c++)
        for (const dwell of this.#cells.get(cell(r, c)) ?? [])
          if (dwell.from <= to && dwell.to >= from && distanceMeters(center, dwell) <= radiusMeters)
            found.push(dwell);
    return found;
  }

  /** Computes trips until a world time; calling it in small steps avoids long waits. */
  extend(until: number): void {
    this.#latest = Math.max(this.#latest, until);
    while (this.#horizon.rank <= until) {
      const vehicle = this.#horizon.pop();
      if (!vehicle?.itinerary) return;
      vehicle.itinerary.extend(until);
      this.#horizon.push(vehicle.itinerary.knownUntil, vehicle);
    }
  }
}
