/** Which vehicles and loads are in doubt, from the watched loads: a monitor on such a vehicle may tell of another truck. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { Flush, LoadStore } from '../../../live/store.ts';

export class Disagreement {
  readonly #loads: LoadStore;
  /** load_id -> vehicle_id of the loads that say `disagree`. */
  readonly #of = new Map<string, string>();

  constructor(loads: LoadStore) {
    this.#loads = loads;
    for (const load_id of loads.ids()) this.#look(load_id);
  }

  /** An ended monitor is in doubt by a load that it is linked to; one that watches, by any load of its vehicle. */
  readonly about = ({ status, vehicle_id, links }: BoardMonitor): boolean => {
    if (this.#of.size === 0) return false;
    if (links.some(({ load_id, state }) => state === 'linked' && this.#of.has(load_id))) return true;
    return status === 'active' && vehicle_id !== null && [...this.#of.values()].includes(vehicle_id);
  };

  /**
   * Tells which monitors a frame of the loads concerns; null: none.
   * @returns a test for monitors whose loads or vehicles have changed their mind
   */
  follow({ changed, removed, reset }: Flush): ((monitor: BoardMonitor) => boolean) | null {
    const before = new Map(this.#of);
    if (reset) this.#of.clear();
    for (const load_id of reset ? this.#loads.ids() : changed) this.#look(load_id);
    for (const load_id of removed) this.#of.delete(load_id);
    const touched = [...new Set([...before.keys(), ...this.#of.keys()])].filter(
      (load_id) => before.get(load_id) !== this.#of.get(load_id),
    );
    if (touched.length === 0) return null;
    const loads = new Set(touched);
    const vehicles = new Set(touched.flatMap((id) => [before.get(id) ?? [], this.#of.get(id) ?? []].flat()));
    return ({ vehicle_id, links }) =>
      (vehicle_id !== null && vehicles.has(vehicle_id)) || links.some(({ load_id }) => loads.has(load_id));
  }

  #look(load_id: string): void {
    const assignment = this.#loads.get(load_id)?.vehicle_assignment;
    if (assignment?.agreement === 'disagree') this.#of.set(load_id, assignment.vehicle.id);
    else this.#of.delete(load_id);
  }
}
