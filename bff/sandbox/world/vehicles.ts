/** Trucks, and finding them by the identifiers that a partner sends. */
import type { EmbeddedVehicle, LoadVehicleIdentifiers } from '@waypost/contract/loads';
import type { Drives } from './drives.ts';
import type { Fleet } from './fleets.ts';
import type { Itinerary } from './itinerary.ts';
import type { PingSource } from './pings.ts';
import type { Silence } from './silence.ts';

export interface Vehicle {
  readonly index: number;
  readonly fleet: Fleet;
  readonly record: EmbeddedVehicle;
  /** Reported and received pings: all that the service knows about the truck's position. */
  readonly pings: PingSource;
  readonly silence: Silence;
  /** Drives ordered by control routes. */
  readonly drives: Drives;
  /** How far its device's clock is ahead, in milliseconds of the wall clock. */
  readonly clock_ahead: number;
  /** Its trips; null when it replays a recorded track. */
  readonly itinerary: Itinerary | null;
}

function clean(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

function plateKey(number: string, region: string, country: string): string {
  return [number, region, country].map(clean).join('|');
}

/** Whether at least one identifier was sent. */
export function hasIdentifiers(
  identifiers: LoadVehicleIdentifiers | null,
): identifiers is LoadVehicleIdentifiers {
  return identifiers !== null && Object.values(identifiers).some((value) => value !== undefined);
}

export class Vehicles {
  readonly all: Vehicle[] = [];
  readonly #byId = new Map<string, Vehicle>();
  readonly #byFleet = new Map<Fleet, Vehicle[]>();
  readonly #byVin = new Map<string, Vehicle[]>();
  readonly #byPlate = new Map<string, Vehicle[]>();

  add(vehicle: Vehicle): void {
    const { id, vin, license_plate_number, license_plate_region, license_plate_country } = vehicle.record;
    this.all.push(vehicle);
    this.#byId.set(id, vehicle);
    const sameFleet = this.#byFleet.get(vehicle.fleet);
    if (sameFleet) sameFleet.push(vehicle);
    else this.#byFleet.set(vehicle.fleet, [vehicle]);
    const into = (map: Map<string, Vehicle[]>, key: string) =>
      map.set(key, [...(map.get(key) ?? []), vehicle]);
    if (vin) into(this.#byVin, clean(vin));
    if (license_plate_number && license_plate_region && license_plate_country)
      into(this.#byPlate, plateKey(license_plate_number, license_plate_region, license_plate_country));
  }

  of(fleet: Fleet): readonly Vehicle[] {
    return this.#byFleet.get(fleet) ?? [];
  }

  byId(id: string): Vehicle | null {
    return this.#byId.get(id.toLowerCase()) ?? null;
  }

  /**
   * The best match among visible vehicles: the service's id counts more than the VIN, the VIN more than the plate, and several
   * matching identifiers more than one. A plate counts only when complete.
   */
  match(identifiers: LoadVehicleIdentifiers, visible: (vehicle: Vehicle) => boolean): Vehicle | null {
    const scores = new Map<Vehicle, number>();
    const count = (vehicles: readonly Vehicle[], worth: number) => {
      for (const vehicle of vehicles)
        if (visible(vehicle)) scores.set(vehicle, (scores.get(vehicle) ?? 0) + worth);
    };
    const { vehicle_id, vin, license_plate_number, license_plate_region, license_plate_country } =
      identifiers;
    const byId = vehicle_id ? this.byId(vehicle_id) : null;
    if (byId) count([byId], 4);
    if (vin) count(this.#byVin.get(clean(vin)) ?? [], 2);
    if (license_plate_number && license_plate_region && license_plate_country)
      count(
        this.#byPlate.get(plateKey(license_plate_number, license_plate_region, license_plate_country)) ?? [],
        1,
      );
    let best: Vehicle | null = null;
    for (const [vehicle, score] of scores) if (!best || score > (scores.get(best) ?? 0)) best = vehicle;
    return best;
  }
}
