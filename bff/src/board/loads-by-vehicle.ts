/** Watched loads by the vehicle that carries them. */
import type { BoardLoad } from '@waypost/contract/api/board';

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
