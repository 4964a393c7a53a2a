/** One truck on two loads at the same time: one of the two may have the wrong truck. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { overlappingLoads } from '@waypost/triage/same-truck';
import { LoadsByVehicle } from './loads-by-vehicle.ts';

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
