/**
 * How far it is by road between two places, along the corridors where these lead there, else by the great circle times what roads add to
 * it. For planning, not for navigation.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from './geodesy.ts';
import { Network } from './network.ts';

export interface Way {
  readonly meters: number;
  readonly by: 'corridors' | 'great_circle';
}

/**
 * Road over great circle, where no corridor leads: the median over ways of 150 to 1,000 miles between the points of our own corridors
 * (`npx pnpm bench:eta` prints it).
 */
export const ROAD_FACTOR = 1.23;
/** A place so far from every corridor is not joined to one, meters. */
const JOIN_METERS = 40 * METERS_PER_MILE;
/** From a place to its corridor on ordinary roads. */
const JOIN_FACTOR = 1.25;
/** A way over corridors that is so much longer than the great circle is a detour that nobody drives. */
const DETOUR = 1.6;
/** Degrees of latitude in `JOIN_METERS`, rounded up; degrees of longitude up to 60 degrees north. */
const [NEAR_LATITUDE, NEAR_LONGITUDE] = [0.6, 1.2];

interface Leg {
  readonly a: number;
  readonly b: number;
  readonly meters: number;
}

/** Where a place joins a leg: so far from it, and so far along it from `a`. */
interface Join {
  readonly leg: Leg;
  readonly off: number;
  readonly along: number;
}

export class WayFinder {
  readonly #network: Network;
  readonly #legs: readonly Leg[];

  constructor(network: Network = new Network()) {
    this.#network = network;
    this.#legs = network.nodes.flatMap((node) =>
      network
        .neighbours(node.index)
        .filter((next) => next.index > node.index)
        .map((next) => ({ a: node.index, b: next.index, meters: distanceMeters(node, next) })),
    );
  }

  /** The way from one place to another. */
  between(from: LatLon, to: LatLon): Way {
    const straight = distanceMeters(from, to);
    const plain: Way = { meters: straight * ROAD_FACTOR, by: 'great_circle' };
    let shortest = Number.POSITIVE_INFINITY;
    const ends = this.#joins(to);
    const starts = ends.length > 0 ? this.#joins(from) : [];
    for (const end of ends)
      for (const start of starts) {
        const off = (start.off + end.off) * JOIN_FACTOR;
        if (start.leg === end.leg) shortest = Math.min(shortest, off + Math.abs(start.along - end.along));
        for (const [node, left] of endsOf(start))
          for (const [last, more] of endsOf(end)) {
            const meters = this.#network.waysFrom(last).meters[node] as number;
            shortest = Math.min(shortest, off + left + meters + more);
          }
      }
    return shortest <= straight * DETOUR + 2 * METERS_PER_MILE
      ? { meters: Math.max(shortest, straight), by: 'corridors' }
      : plain;
  }

  /** The few nearest legs of a place, at most `JOIN_METERS` away. */
  #joins(place: LatLon): Join[] {
    const joins: Join[] = [];
    for (const leg of this.#legs) {
      const [a, b] = [this.#network.node(leg.a), this.#network.node(leg.b)];
      if (!isNear(place, a, b)) continue;
      const { off, along } = project(place, a, b, leg.meters);
      if (off <= JOIN_METERS) joins.push({ leg, off, along });
    }
    joins.sort((x, y) => x.off - y.off);
    return joins.slice(0, 3);
  }
}

function endsOf({ leg, along }: Join): [node: number, meters: number][] {
  return [
    [leg.a, along],
    [leg.b, leg.meters - along],
  ];
}

function isNear({ latitude, longitude }: LatLon, a: LatLon, b: LatLon): boolean {
  return (
    latitude > Math.min(a.latitude, b.latitude) - NEAR_LATITUDE &&
    latitude < Math.max(a.latitude, b.latitude) + NEAR_LATITUDE &&
    longitude > Math.min(a.longitude, b.longitude) - NEAR_LONGITUDE &&
    longitude < Math.max(a.longitude, b.longitude) + NEAR_LONGITUDE
  );
}

/** Distance of a place from a leg, and how far along the leg it is met, meters. On so short a leg the earth is flat. */
function project(place: LatLon, a: LatLon, b: LatLon, length: number): { off: number; along: number } {
  const narrow = Math.cos((place.latitude * Math.PI) / 180);
  const [x, y] = [(b.longitude - a.longitude) * narrow, b.latitude - a.latitude];
  const [px, py] = [(place.longitude - a.longitude) * narrow, place.latitude - a.latitude];
  const square = x * x + y * y;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
  const met = {
    latitude: a.latitude + share * (b.latitude - a.latitude),
    longitude: a.longitude + share * (b.longitude - a.longitude),
  };
  return { off: distanceMeters(place, met), along: share * length };
}
