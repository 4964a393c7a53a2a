/** How many loads of each fleet are watched and how they stand, kept by differences for headings, filters and the panel. */
import type { LoadFleet } from '@waypost/contract/api/board';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../ui/health.ts';
import type { LoadStore } from './store.ts';

/** Its name, else our reference of it, else the beginning of its id. */
export function fleetName({ name, fleet_ref, fleet_id }: LoadFleet): string {
  return name || fleet_ref || `Fleet ${fleet_id.slice(0, 8)}`;
}

/** `6 stale, 1 check truck`: what is not live; empty when all are. */
export function troubleText({ by_health }: Pick<FleetCounts, 'by_health'>): string {
  return HEALTH_ORDER.filter((key) => key !== 'live' && by_health[key] > 0)
    .map((key) => `${by_health[key]} ${HEALTH[key].word.toLowerCase()}`)
    .join(', ');
}

export interface FleetCounts {
  readonly fleet: LoadFleet;
  /** Watched loads on trucks of this fleet. */
  readonly loads: number;
  readonly attention: number;
  readonly by_health: Readonly<Record<HealthKey, number>>;
}

interface Counted {
  fleet: LoadFleet;
  loads: number;
  attention: number;
  readonly by_health: Record<HealthKey, number>;
  /** Made anew after a change, so that a component sees that it is another. */
  snapshot: FleetCounts | null;
}

interface Share {
  readonly fleet: LoadFleet | null;
  readonly health: HealthKey;
  readonly attention: boolean;
}

export class FleetTally {
  readonly #store: LoadStore;
  readonly #fleets = new Map<string, Counted>();
  /** What each load adds to its fleet. */
  readonly #shares = new Map<string, Share>();
  readonly #listeners = new Set<() => void>();
  #unknown = 0;

  constructor(store: LoadStore) {
    this.#store = store;
    store.subscribeFlush(({ changed, removed, reset }) => {
      if (reset) {
        this.#fleets.clear();
        this.#shares.clear();
        this.#unknown = 0;
        for (const load_id of store.ids()) this.#count(load_id);
      } else for (const load_id of [...changed, ...removed]) this.#count(load_id);
      for (const listener of this.#listeners) listener();
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Loads that have a truck of a fleet that is not known. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Null: no load of it is watched. */
  readonly get = (fleet_id: string): FleetCounts | null => {
    const counted = this.#fleets.get(fleet_id);
    if (!counted) return null;
    const { fleet, loads, attention, by_health } = counted;
    counted.snapshot ??= { fleet, loads, attention, by_health: { ...by_health } };
    return counted.snapshot;
  };

  #count(load_id: string): void {
    const before = this.#shares.get(load_id);
    const after = this.#shareOf(load_id);
    const same =
      before?.fleet === after?.fleet &&
      before?.health === after?.health &&
      before?.attention === after?.attention;
    if (same && (before === undefined) === (after === null)) return;
    if (before) this.#add(before, -1);
    if (after) {
      this.#add(after, 1);
      this.#shares.set(load_id, after);
    } else this.#shares.delete(load_id);
  }

  #shareOf(load_id: string): Share | null {
    const load = this.#store.get(load_id);
    const facts = this.#store.facts(load_id);
    if (!load || !facts || load.vehicle_assignment === null) return null;
    return { fleet: load.fleet ?? null, health: facts.health, attention: facts.attention };
  }

  #add({ fleet, health, attention }: Share, by: 1 | -1): void {
    if (fleet === null) {
      this.#unknown += by;
      return;
    }
    const counted = this.#fleets.get(fleet.fleet_id) ?? noneOf(fleet);
    if (by === 1) counted.fleet = fleet;
    counted.loads += by;
    counted.by_health[health] += by;
    if (attention) counted.attention += by;
    counted.snapshot = null;
    if (counted.loads === 0) this.#fleets.delete(fleet.fleet_id);
    else this.#fleets.set(fleet.fleet_id, counted);
  }
}

function noneOf(fleet: LoadFleet): Counted {
  const by_health = Object.fromEntries(HEALTH_ORDER.map((key) => [key, 0])) as Record<HealthKey, number>;
  return { fleet, loads: 0, attention: 0, by_health, snapshot: null };
}
