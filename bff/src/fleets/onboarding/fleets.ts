/**
 * Fleets of the vehicles of watched loads, learned from monitors and from vehicle locations, an optional list of the service. Results
 * are stored.
 */
import { MAX_FILTER_VALUES } from '@waypost/contract/common';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { nextTurn } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { indexedText } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import { CapabilityProbe } from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { PAGE_SIZE, pagesOf } from '../../service/upstream/pages.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { DependentMonitor } from './dependents.ts';
import type { FleetIndex } from './fleet-index.ts';

interface FleetsOptions extends Uses<'now'> {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly board: Pick<Board, 'ids' | 'get' | 'updateFleets'>;
  readonly index: Pick<FleetIndex, 'nameOf' | 'ofVehicle' | 'knows' | 'learn' | 'refresh'>;
  readonly monitors: () => readonly DependentMonitor[];
}

/** Vehicles with last positions within this time are queried together: their rows are in it, and few others. */
const WINDOW_MS = 60_000;
const MAX_PAGES = 5;
/** Per run, to leave capacity for other calls. */
const MAX_GROUPS = 50;
/** A vehicle missing from all responses is looked up again after this long. */
const RETRY_MS = 30 * 60_000;

export class Fleets extends ServerPart<FleetsOptions> {
  readonly #locations = new CapabilityProbe({ kind: 'record', now: this.now });
  readonly #lookedUpAt = new Map<string, number>();

  /** Returns a function that maps a vehicle to its fleet; undefined when unknown. */
  async fleetOf(): Promise<(vehicle_id: string) => string | undefined> {
    const { index, monitors } = this.options;
    // Other servers learn too.
    await index.refresh();
    const ofMonitors = new Map<string, string>();
    for (const { vehicle_id, fleet_id } of monitors())
      if (vehicle_id !== null && fleet_id !== null) ofMonitors.set(vehicle_id, fleet_id);
    return (vehicle_id) => ofMonitors.get(vehicle_id) ?? index.ofVehicle(vehicle_id)?.fleet_id;
  }

  /** True for a vehicle of an unknown fleet that was not looked up recently. */
  readonly needsLookup = (vehicle_id: string): boolean =>
    !this.options.index.knows(vehicle_id) &&
    this.monotonicNow() - (this.#lookedUpAt.get(vehicle_id) ?? 0) > RETRY_MS;

  async runOnce(signal: AbortSignal): Promise<void> {
    await this.options.index.refresh();
    await this.#learnFromMonitors();
    // Includes what another server has learned: only the server that reads positions writes to the board.
    await this.options.board.updateFleets(signal);
    const now = this.monotonicNow();
    const wanted = new Map<string, number>();
    for (const load_id of this.options.board.ids()) {
      await nextTurn();
      const item = this.options.board.get(load_id)?.item;
      const id = item?.vehicle_assignment?.vehicle.id;
      const seen = item?.last_position?.occurred_at;
      if (id !== undefined && seen !== undefined && this.needsLookup(id)) wanted.set(id, Date.parse(seen));
    }
    for (const group of groupsOf(wanted).slice(0, MAX_GROUPS)) {
      if (signal.aborted) return;
      if (!(await this.#lookUp(group, signal))) return;
      for (const { id } of group) this.#lookedUpAt.set(id, now);
    }
  }

  /** False when the service offers no locations. */
  async #lookUp(group: readonly VehicleLookup[], signal: AbortSignal): Promise<boolean> {
    const { client, endpoints, index } = this.options;
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
        vehicle_id && fleet_id
          ? [{ vehicle_id, fleet_id, fleet_ref: fleet_ref ? indexedText(fleet_ref) : null }]
          : [],
      );
      await index.learn(rows);
      for (const { vehicle_id } of rows) missing.delete(vehicle_id);
      if (missing.size === 0) break;
    }
    return this.#locations.state !== 'no';
  }

  async #learnFromMonitors(): Promise<void> {
    const { index, monitors } = this.options;
    await index.learn(
      monitors().flatMap(({ vehicle_id, fleet_id }) =>
        vehicle_id !== null && fleet_id !== null ? [{ vehicle_id, fleet_id, fleet_ref: null }] : [],
      ),
    );
  }
}

interface VehicleLookup {
  readonly id: string;
  /** Time of its last position, ms. */
  readonly at: number;
}

function groupsOf(wanted: ReadonlyMap<string, number>): VehicleLookup[][] {
  const groups: VehicleLookup[][] = [];
  for (const [id, at] of [...wanted].sort((a, b) => b[1] - a[1])) {
    const group = groups.at(-1);
    const newest = group?.at(-1)?.at;
    if (group && newest !== undefined && newest - at <= WINDOW_MS && group.length < MAX_FILTER_VALUES)
      group.unshift({ id, at });
    else groups.push([{ id, at }]);
  }
  return groups;
}
