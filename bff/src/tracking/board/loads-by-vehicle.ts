import type { BoardLoad } from '@waypost/contract/api/board';
import { overlappingLoads } from '@waypost/triage/same-truck';

/** Key of a vehicle whose id is unknown. */
export const vinKey = (vin: string) => `vin:${vin}`;

export class LoadsByVehicle {
  readonly #keys = new Map<string, readonly string[]>();
  readonly #loads = new Map<string, Set<string>>();

  /** Loads on a vehicle, by its id or `vinKey`. */
  on(key: string | null): ReadonlySet<string> {
    return (key === null ? undefined : this.#loads.get(key)) ?? NONE;
  }

  keysOf(load_id: string): readonly string[] {
    return this.#keys.get(load_id) ?? [];
  }

  /** Adds or updates a load; null removes it. Returns its previous and current keys. */
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

// A truck on two loads at the same time may be the wrong truck for one of them.
type SameTruck = Pick<BoardLoad, 'load_id' | 'same_truck_loads'>;

export class TruckIndex {
  readonly #loads = new LoadsByVehicle();

  /** Adds or updates a load; null removes it. */
  put(load_id: string, load: BoardLoad | null): void {
    this.#loads.put(load_id, load);
  }

  /** Compares a changed load with those on its previous and current truck. Returns the loads whose overlaps have changed. */
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
