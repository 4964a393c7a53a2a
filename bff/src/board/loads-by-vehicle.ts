/** Watched loads by the vehicle that carries them. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { overlappingLoads } from '@waypost/triage/same-truck';

/** What a vehicle is found by where its id is not known. */
export const vinKey = (vin: string) => `vin:${vin}`;

export class LoadsByVehicle {
  readonly #keys = new Map<string, readonly string[]>();
  readonly #loads = new Map<string, Set<string>>();

  /** Loads on a vehicle, by its id or `vinKey`. */
  on(key: string | null): ReadonlySet<string> {
    return (key === null ? undefined : this.#loads.get(key)) ?? NONE;
  }

  /** What a load's vehicle is found by. */
  keysOf(load_id: string): readonly string[] {
    return this.#keys.get(load_id) ?? [];
  }

  /** Takes a load in, anew or again; null: it is no longer watched. Returns the keys that it was or is found by. */
  put(load_id: string, load: BoardLoad | null): readonly string[] {
    const before = this.#keys.get(load_id) ?? [];
    const vehicle = load?.vehicle_assignment?.vehicle;
    const now = vehicle ? [vehicle.id, ...(vehicle.vin ? [vinKey(vehicle.vin)] : [])] : [];
    for (const key of before) {
      const loads = this.#loads.get(key);
      loads?.delete(load_id);
      if (loads?.size === 0) this.#loads.delete(key);
    }
    for (const key of now) {
      const loads = this.#loads.get(key) ?? new Set();
      this.#loads.set(key, loads.add(load_id));
    }
    if (now.length > 0) this.#keys.set(load_id, now);
    else this.#keys.delete(load_id);
    return [...before, ...now];
  }
}

const NONE: ReadonlySet<string> = new Set();

// One truck on two loads at the same time: one of the two may have the wrong truck.
type SameTruck = Pick<BoardLoad, 'load_id' | 'same_truck_loads'>;

/** Watched loads by their truck. */
export class TruckIndex {
  readonly #loads = new LoadsByVehicle();

  /** Takes a load in, anew or again; null: it is no longer watched. */
  put(load_id: string, load: BoardLoad | null): void {
    this.#loads.put(load_id, load);
  }

  /** Compares a load that may have changed with those on its truck, before and now. Returns those whose list is another. */
  compare(load_id: string, itemOf: (load_id: string) => BoardLoad | undefined): SameTruck[] {
    const keys = this.#loads.put(load_id, itemOf(load_id) ?? null);
    const touched = new Set([load_id, ...keys.flatMap((key) => [...this.#loads.on(key)])]);
    return [...touched].flatMap((id) => {
      const item = itemOf(id);
      if (!item) return [];
      const others = this.#loads.on(item.vehicle_assignment?.vehicle.id ?? null);
      const same_truck_loads = overlappingLoads(
        item,
        [...others].flatMap((other) => itemOf(other) ?? []),
      );
      const same = JSON.stringify(item.same_truck_loads) === JSON.stringify(same_truck_loads);
      return same ? [] : [{ load_id: id, same_truck_loads }];
    });
  }
}
