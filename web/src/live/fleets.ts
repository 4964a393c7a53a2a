/** Counts the watched loads of each fleet by health, updated incrementally, for headings, filters and the fleet panel. */
import type { BoardLoad, LoadFleet } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { isFleetQuiet, isTruckQuiet, quietFleetOf } from '@waypost/triage/fleet';
import { HEALTH_ORDER, type HealthKey } from '../ui/health.ts';
import { Signal } from '../ui/signal.ts';
import { type LoadStore, zeros } from './store.ts';

/** The fleet's name, else our reference, else the start of its id. */
export function fleetName({ name, fleet_ref, fleet_id }: LoadFleet): string {
  return name || fleet_ref || `Fleet ${fleet_id.slice(0, 8)}`;
}

export const quietFleetTitle = ({ fleet }: Pick<FleetCounts, 'fleet'>): string =>
  `No pings from fleet: ${fleetName(fleet)}`;

export interface FleetCounts {
  readonly fleet: LoadFleet;
  readonly loads: number;
  readonly by_health: Readonly<Record<HealthKey, number>>;
  /** Trucks with a watched load whose reporting state is known, and those of them that do not report. */
  readonly trucks: number;
  readonly quiet_trucks: number;
}

/** Truck id -> number of its loads, so that a truck with two loads counts once. */
type Trucks = Map<string, number>;

interface FleetEntry {
  fleet: LoadFleet;
  readonly load_ids: Set<string>;
  readonly by_health: Record<HealthKey, number>;
  readonly trucks: Trucks;
  readonly quiet_trucks: Trucks;
  quiet: boolean;
  /** Cached for `get`; recreated after a change, so that components detect it by identity. */
  snapshot: FleetCounts | null;
}

interface Contribution {
  readonly fleet: LoadFleet;
  readonly health: HealthKey;
  readonly truck: string;
  readonly quiet: boolean | null;
}

export class FleetTally {
  readonly #store: LoadStore;
  readonly #fleets = new Map<string, FleetEntry>();
  /** What each load contributes to the counts of its fleet. */
  readonly #contributions = new Map<string, Contribution>();
  readonly #changes = new Signal();
  readonly #regroups = new Signal<[load_ids: Iterable<string>]>();
  /** Fleets whose counts have changed since the last check for quiet fleets. */
  readonly #touched = new Set<string>();

  constructor(store: LoadStore) {
    this.#store = store;
    store.subscribeFlush(({ changed, removed, reset }) => {
      if (reset) {
        this.#fleets.clear();
        this.#contributions.clear();
        for (const load_id of store.ids()) this.#count(load_id);
      } else for (const load_id of [...changed, ...removed]) this.#count(load_id);
      // The first part of a list has none of the trucks that report.
      if (store.loaded) this.#findQuietFleets();
      this.#changes.emit();
    });
  }

  readonly subscribe = this.#changes.subscribe;

  /** Called with the loads of a fleet that has become quiet or is no longer quiet. */
  readonly onRegroup = this.#regroups.subscribe;

  /** The quiet fleet that causes the exception of a load; null when the load has its own exception. */
  readonly quietFleetOf = (load: Pick<BoardLoad, 'fleet'>, { cause }: Pick<LoadFacts, 'cause'>) =>
    quietFleetOf(load, cause, this.#isQuiet);

  /** Key of a load's exception: the id of its quiet fleet, else of the load. */
  readonly exceptionOf = (load_id: string): string => {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    return (load && facts && this.quietFleetOf(load, facts)) ?? load_id;
  };

  /** Null when none of its loads is watched. */
  readonly get = (fleet_id: string): FleetCounts | null => {
    const counted = this.#fleets.get(fleet_id);
    if (!counted) return null;
    const { fleet, load_ids, by_health, trucks, quiet_trucks } = counted;
    counted.snapshot ??= {
      fleet,
      loads: load_ids.size,
      by_health: { ...by_health },
      trucks: trucks.size,
      quiet_trucks: quiet_trucks.size,
    };
    return counted.snapshot;
  };

  readonly #isQuiet = (fleet_id: string): boolean => this.#fleets.get(fleet_id)?.quiet ?? false;

  #count(load_id: string): void {
    const before = this.#contributions.get(load_id);
    const after = this.#contributionOf(load_id);
    const same =
      before?.fleet === after?.fleet &&
      before?.health === after?.health &&
      before?.truck === after?.truck &&
      before?.quiet === after?.quiet;
    if (same && (before === undefined) === (after === null)) return;
    if (before) this.#add(load_id, before, -1);
    if (after) {
      this.#add(load_id, after, 1);
      this.#contributions.set(load_id, after);
    } else this.#contributions.delete(load_id);
  }

  #contributionOf(load_id: string): Contribution | null {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    if (!load?.fleet || !facts || load.vehicle_assignment === null) return null;
    return {
      fleet: load.fleet,
      health: facts.health,
      truck: load.vehicle_assignment.vehicle.id,
      quiet: isTruckQuiet(load),
    };
  }

  #add(load_id: string, { fleet, health, truck, quiet }: Contribution, by: 1 | -1): void {
    const counted = this.#fleets.get(fleet.fleet_id) ?? emptyEntry(fleet);
    if (by === 1) counted.fleet = fleet;
    if (by === 1) counted.load_ids.add(load_id);
    else counted.load_ids.delete(load_id);
    counted.by_health[health] += by;
    if (quiet !== null) countTruck(counted.trucks, truck, by);
    if (quiet) countTruck(counted.quiet_trucks, truck, by);
    counted.snapshot = null;
    this.#touched.add(fleet.fleet_id);
    if (counted.load_ids.size === 0) this.#fleets.delete(fleet.fleet_id);
    else this.#fleets.set(fleet.fleet_id, counted);
  }

  #findQuietFleets(): void {
    for (const fleet_id of this.#touched) {
      const counted = this.#fleets.get(fleet_id);
      if (!counted) continue;
      const { trucks, quiet_trucks, load_ids } = counted;
      const quiet = isFleetQuiet({ trucks: trucks.size, quiet: quiet_trucks.size });
      if (quiet === counted.quiet) continue;
      counted.quiet = quiet;
      this.#regroups.emit(load_ids);
    }
    this.#touched.clear();
  }
}

function countTruck(trucks: Trucks, truck: string, by: 1 | -1): void {
  const loads = (trucks.get(truck) ?? 0) + by;
  if (loads === 0) trucks.delete(truck);
  else trucks.set(truck, loads);
}

function emptyEntry(fleet: LoadFleet): FleetEntry {
  return {
    fleet,
    by_health: zeros(HEALTH_ORDER),
    load_ids: new Set(),
    trucks: new Map(),
    quiet_trucks: new Map(),
    quiet: false,
    snapshot: null,
  };
}
