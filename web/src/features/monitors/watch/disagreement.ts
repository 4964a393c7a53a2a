/** Vehicles and loads in doubt, from the watched loads: a monitor on such a vehicle may report another truck. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { DoubtReason, TruckDoubt } from '@waypost/triage/doubt';
import type { Flush, LoadStore } from '../../../live/store.ts';

export class Disagreement {
  readonly #loads: LoadStore;
  /** Loads whose truck is in doubt. */
  readonly #of = new Map<string, TruckDoubt>();

  constructor(loads: LoadStore) {
    this.#loads = loads;
    for (const load_id of loads.ids()) this.#look(load_id);
  }

  readonly about = (monitor: BoardMonitor): DoubtReason | null =>
    this.#of.size === 0 ? null : doubtAbout(monitor, this.#of.values(), (load_id) => this.#of.get(load_id));

  /**
   * Which monitors a frame of the loads concerns; null: none.
   * @returns a test for monitors whose loads or vehicles have changed their mind
   */
  follow({ changed, removed, reset }: Flush): ((monitor: BoardMonitor) => boolean) | null {
    const before = new Map(this.#of);
    if (reset) this.#of.clear();
    for (const load_id of reset ? this.#loads.ids() : changed) this.#look(load_id);
    for (const load_id of removed) this.#of.delete(load_id);
    const touched = [...new Set([...before.keys(), ...this.#of.keys()])].filter(
      (load_id) => JSON.stringify(before.get(load_id)) !== JSON.stringify(this.#of.get(load_id)),
    );
    if (touched.length === 0) return null;
    const loads = new Set(touched);
    const vehicles = new Set(
      touched.flatMap((id) =>
        [before.get(id), this.#of.get(id)].flatMap((doubt) => doubt?.vehicle_ids ?? []),
      ),
    );
    return ({ vehicle_id, links }) =>
      (vehicle_id !== null && vehicles.has(vehicle_id)) || links.some(({ load_id }) => loads.has(load_id));
  }

  #look(load_id: string): void {
    const doubt = this.#loads.facts(load_id)?.doubt;
    if (doubt) this.#of.set(load_id, doubt);
    else this.#of.delete(load_id);
  }
}

/**
 * An ended monitor is in doubt by a load that it is linked to; one that watches, by any load of its vehicle.
 * @param doubts of every load that is in doubt
 */
export function doubtAbout(
  { status, vehicle_id, links }: BoardMonitor,
  doubts: Iterable<TruckDoubt>,
  doubtOf: (load_id: string) => TruckDoubt | null | undefined,
): DoubtReason | null {
  for (const { load_id, state } of links) {
    const doubt = state === 'linked' ? doubtOf(load_id) : null;
    if (doubt) return doubt.reason;
  }
  if (status !== 'active' || vehicle_id === null) return null;
  for (const { reason, vehicle_ids } of doubts) if (vehicle_ids.includes(vehicle_id)) return reason;
  return null;
}
