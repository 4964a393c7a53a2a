/**
 * Which fleet the vehicles of watched loads belong to. Learned from monitors, which name both, and from vehicle locations where the
 * service offers them (optional); what is learned stays in the store.
 */
import { MAX_FILTER_VALUES } from '@waypost/contract/common';
import type { Board } from '../board/board.ts';
import type { FleetIndex } from '../fleets/fleet-index.ts';
import { ServerPart } from '../lib/server-part.ts';
import { toIso } from '../lib/time.ts';
import { indexedText } from '../store/query.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import { PAGE_SIZE, pagesOf } from '../upstream/pages.ts';
import type { Uses } from '../wiring.ts';
import type { DependentMonitor } from './dependents.ts';

interface FleetsOptions extends Uses<'client' | 'endpoints' | 'now'> {
  readonly board: Pick<Board, 'ids' | 'get' | 'updateFleets'>;
  readonly index: Pick<FleetIndex, 'nameOf' | 'ofVehicle' | 'learn' | 'refresh'>;
  readonly monitors: () => readonly DependentMonitor[];
}

/** Vehicles whose last positions lie within this time are asked for together: their rows are in it, and few others. */
const WINDOW_MS = 60_000;
const MAX_PAGES = 5;
/** In one turn: nobody waits for it, and others want to call too. */
const MOST_GROUPS = 50;
/** A vehicle that no answer had is asked for again after this long. */
const AGAIN_MS = 30 * 60_000;

export class Fleets extends ServerPart<FleetsOptions> {
  readonly #locations = new CapabilityProbe({ kind: 'record', now: this.now });
  readonly #asked = new Map<string, number>();

  /** Fleet of a vehicle, where it is known. */
  async fleetOf(): Promise<(vehicle_id: string) => string | undefined> {
    const { index, monitors } = this.options;
    // Other servers learn too.
    await index.refresh();
    const ofMonitors = new Map<string, string>();
    for (const { vehicle_id, fleet_id } of monitors())
      if (vehicle_id !== null && fleet_id !== null) ofMonitors.set(vehicle_id, fleet_id);
    return (vehicle_id) => ofMonitors.get(vehicle_id) ?? index.ofVehicle(vehicle_id)?.fleet_id;
  }

  /** True for a vehicle whose fleet is not known and was not asked for lately. */
  readonly wants = (vehicle_id: string): boolean =>
    this.options.index.ofVehicle(vehicle_id) === null &&
    this.now() - (this.#asked.get(vehicle_id) ?? 0) > AGAIN_MS;

  /** One turn in the background: asks for vehicles whose fleet is not known. */
  async turn(signal: AbortSignal): Promise<void> {
    await this.options.index.refresh();
    await this.#learnFromMonitors();
    // Also what another server has learned: only this one writes it to the board.
    this.options.board.updateFleets();
    const now = this.now();
    const wanted = new Map<string, number>();
    for (const load_id of this.options.board.ids()) {
      const item = this.options.board.get(load_id)?.item;
      const id = item?.vehicle_assignment?.vehicle.id;
      const seen = item?.last_position?.occurred_at;
      if (id !== undefined && seen !== undefined && this.wants(id)) wanted.set(id, Date.parse(seen));
    }
    for (const group of groupsOf(wanted).slice(0, MOST_GROUPS)) {
      if (signal.aborted) return;
      if (!(await this.#ask(group, signal))) return;
      for (const { id } of group) this.#asked.set(id, now);
    }
  }

  /** False when the service offers no locations. */
  async #ask(group: readonly Wanted[], signal: AbortSignal): Promise<boolean> {
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
