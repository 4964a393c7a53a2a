/**
 * Which fleet the vehicles of watched loads belong to. Learnt from monitors, which tell both, and from vehicle locations where the
 * service offers them (optional); what is learnt stays in the store.
 */

import { MAX_FILTER_VALUES } from '@waypost/contract/common';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Board } from '../board/board.ts';
import { toIso } from '../lib/time.ts';
import type { Database } from '../store/database.ts';
import { learnVehicleFleets, vehicleFleets } from '../store/vehicle-fleets.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { PAGE_SIZE, pagesOf } from '../upstream/pages.ts';
import type { DependentMonitor } from './dependents.ts';

export interface FleetsOptions {
  readonly db: Database;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly board: Pick<Board, 'ids' | 'get'>;
  readonly monitors: () => readonly DependentMonitor[];
  readonly now?: () => number;
}

/** Vehicles whose last positions lie within this time are asked for together: their rows are in it, and few others. */
const WINDOW_MS = 60_000;
const MAX_PAGES = 5;
/** In one turn: nobody waits for it, and others want to call too. */
const MOST_GROUPS = 50;
/** A vehicle that no answer had is asked for again after this long. */
const AGAIN_MS = 30 * 60_000;

export class Fleets {
  readonly #options: FleetsOptions;
  readonly #now: () => number;
  readonly #locations: CapabilityProbe;
  readonly #asked = new Map<string, number>();
  #known: Map<string, string> | null = null;

  constructor(options: FleetsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#locations = new CapabilityProbe({ kind: 'record', now: options.now });
  }

  /** Fleet of a vehicle, where it is known. */
  async fleetOf(): Promise<(vehicle_id: string) => string | undefined> {
    // Other modules and other servers learn too.
    this.#known = await vehicleFleets(this.#options.db);
    const fleets = new Map(this.#known);
    for (const { vehicle_id, fleet_id } of this.#options.monitors())
      if (vehicle_id !== null && fleet_id !== null) fleets.set(vehicle_id, fleet_id);
    return (vehicle_id) => fleets.get(vehicle_id);
  }

  /** One turn in the background: asks for vehicles whose fleet is not known. */
  async turn(signal: AbortSignal): Promise<void> {
    const fleetOf = await this.fleetOf();
    await this.#learnFromMonitors();
    const now = this.#now();
    const wanted = new Map<string, number>();
    for (const load_id of this.#options.board.ids()) {
      const item = this.#options.board.get(load_id)?.item;
      const id = item?.vehicle_assignment?.vehicle.id;
      const seen = item?.last_position?.occurred_at;
      if (id === undefined || seen === undefined || fleetOf(id) !== undefined) continue;
      if (now - (this.#asked.get(id) ?? 0) > AGAIN_MS) wanted.set(id, Date.parse(seen));
    }
    for (const group of groupsOf(wanted).slice(0, MOST_GROUPS)) {
      if (signal.aborted) return;
      if (!(await this.#ask(group, signal))) return;
      for (const { id } of group) this.#asked.set(id, now);
    }
  }

  /** False when the service offers no locations. */
  async #ask(group: readonly Wanted[], signal: AbortSignal): Promise<boolean> {
    const { client, endpoints, db } = this.#options;
    const missing = new Set(group.map(({ id }) => id));
    const query = {
      vehicle_ids: [...missing],
      from_datetime: toIso((group[0]?.at ?? 0) - 1000),
      to_datetime: new Date((group.at(-1)?.at ?? 0) + 1000).toISOString(),
      size: PAGE_SIZE,
    };
    const pages = pagesOf({
      limit: MAX_PAGES,
      call: async (cursor) => {
        const options = { query: { ...query, cursor }, priority: 'background', signal } as const;
        const read = async () => (await client.call(endpoints.listVehicleLocations, options)).data;
        return (await this.#locations.try(read)) ?? { items: [] };
      },
    });
    for await (const { items } of pages) {
      const rows = items.flatMap(({ vehicle_id, fleet_id, fleet_ref }) =>
        vehicle_id && fleet_id ? [{ vehicle_id, fleet_id, fleet_ref: fleet_ref ?? null }] : [],
      );
      await learnVehicleFleets(db, rows, this.#now());
      for (const { vehicle_id } of rows) missing.delete(vehicle_id);
      if (missing.size === 0) break;
    }
    return this.#locations.state !== 'no';
  }

  async #learnFromMonitors(): Promise<void> {
    const known = this.#known;
    const rows = this.#options
      .monitors()
      .flatMap(({ vehicle_id, fleet_id }) =>
        vehicle_id !== null && fleet_id !== null && known?.get(vehicle_id) !== fleet_id
          ? [{ vehicle_id, fleet_id, fleet_ref: null }]
          : [],
      );
    await learnVehicleFleets(this.#options.db, rows, this.#now());
  }
}

interface Wanted {
  readonly id: string;
  /** Its last position, ms. */
  readonly at: number;
}

/** Neighbours in time share a call. */
function groupsOf(wanted: ReadonlyMap<string, number>): Wanted[][] {
  const groups: Wanted[][] = [];
  for (const [id, at] of [...wanted].sort((a, b) => b[1] - a[1])) {
    const group = groups.at(-1);
    const newest = group?.at(-1)?.at;
    if (group && newest !== undefined && newest - at <= WINDOW_MS && group.length < MAX_FILTER_VALUES)
      group.unshift({ id, at });
    else groups.push([{ id, at }]);
  }
  return groups;
}
