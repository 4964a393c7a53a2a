/** Plausible trips: destinations from a hub, and the next load of an empty truck. */
import { distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import type { Network } from '@waypost/geo/network';
import type { WorldKind } from './cases.ts';
import type { Random } from './random.ts';
import { buildHubs, type Hub, type Site } from './sites.ts';

const MIN_TRIP_MILES = 220;
const MAX_TRIP_MILES = 1700;
const TYPICAL_TRIP_MILES = 700;
const SPREAD_MILES = 550;
/** Routes with a larger detour are not used. */
const MAX_DETOUR = 1.22;
const MAX_EMPTY_MILES = 200;
const SAME_CITY = 0.55;

interface Choice {
  readonly hubs: readonly Hub[];
  readonly weights: readonly number[];
}

export class Freight {
  readonly network: Network;
  readonly hubs: readonly Hub[];
  /** Waypoints with city traffic. */
  readonly cities: ReadonlySet<number>;
  readonly #byNode: ReadonlyMap<number, Hub>;
  readonly #trips = new Map<number, Choice>();
  readonly #near = new Map<number, Choice>();

  /** @param loads number of loads, which determines the number of sites */
  constructor(seed: number, loads: number, network: Network, kind?: WorldKind) {
    this.network = network;
    this.hubs = buildHubs(seed, loads, network, kind);
    this.#byNode = new Map(this.hubs.map((hub) => [hub.node.index, hub]));
    this.cities = new Set(this.#byNode.keys());
  }

  hub(index: number): Hub {
    const hub = this.hubs[index];
    if (!hub) throw new Error(`no hub ${index}`);
    return hub;
  }

  hubAt(node: number): Hub | null {
    return this.#byNode.get(node) ?? null;
  }

  anyHub(random: Random): Hub {
    return this.hub(random.weighted(this.hubs.map(({ weight }) => weight)));
  }

  #choose(from: Hub, weigh: (to: Hub, miles: number) => number): Choice {
    const { meters } = this.network.shortestPathsFrom(from.node.index);
    const weights = this.hubs.map((to) =>
      to === from ? 0 : weigh(to, (meters[to.node.index] as number) / METERS_PER_MILE),
    );
    const candidates = this.hubs.filter((_, i) => (weights[i] as number) > 0);
    return { hubs: candidates, weights: weights.filter((weight) => weight > 0) };
  }

  /** Random destination of a load from this hub. */
  destinationFrom(from: Hub, random: Random): Hub {
    let choice = this.#trips.get(from.index);
    if (!choice) {
      choice = this.#choose(from, (to, miles) => {
        if (miles < MIN_TRIP_MILES || miles > MAX_TRIP_MILES) return 0;
        const straight = distanceMeters(from.node, to.node) / METERS_PER_MILE;
        if (miles / straight > MAX_DETOUR) return 0;
        return to.weight * Math.exp(-(((miles - TYPICAL_TRIP_MILES) / SPREAD_MILES) ** 2));
      });
      this.#trips.set(from.index, choice);
    }
    return choice.hubs[random.weighted(choice.weights)] as Hub;
  }

  /** Random origin of an empty truck's next load, often in the same city. */
  nextOriginFrom(here: Hub, random: Random): Hub {
    let choice = this.#near.get(here.index);
    if (!choice) {
      choice = this.#choose(here, (to, miles) => (miles <= MAX_EMPTY_MILES ? to.weight : 0));
      this.#near.set(here.index, choice);
    }
    if (choice.hubs.length === 0 || random.chance(SAME_CITY)) return here;
    return choice.hubs[random.weighted(choice.weights)] as Hub;
  }

  anySite(hub: Hub, random: Random): Site {
    return random.pick(hub.sites);
  }
}
