/**
 * Road distance between two places: along the corridors where they connect the places, otherwise the great circle times a road
 * factor. For planning, not for navigation.
 */
import { distanceMeters, type LatLon, METERS_PER_MILE } from './geodesy.ts';
import { Network } from './network.ts';

export interface RoadDistance {
  readonly meters: number;
  readonly by: 'corridors' | 'great_circle';
}

/** Road distance over great circle: the median over routes of 150 to 1,000 miles between corridor points. */
export const ROAD_FACTOR = 1.23;
/** Maximum distance from a place to its corridor. */
const MAX_ACCESS_METERS = 40 * METERS_PER_MILE;
/** Road factor between a place and its corridor. */
const ACCESS_FACTOR = 1.25;
/** A corridor route longer than this multiple of the great circle is an unrealistic detour. */
const MAX_DETOUR_FACTOR = 1.6;
/**
 * Near places are connected by smaller roads than the corridors: recorded trips are seldom longer than these multiples of the great
 * circle, up to and beyond this distance.
 */
const [NEAR_DETOUR_FACTOR, FAR_DETOUR_FACTOR, NEAR_METERS] = [1.25, 1.55, 50_000];
/** `MAX_ACCESS_METERS` in degrees of latitude, rounded up, and in degrees of longitude up to 60 degrees north. */
const [NEAR_LATITUDE, NEAR_LONGITUDE] = [0.6, 1.2];

interface Leg {
  readonly a: number;
  readonly b: number;
  readonly meters: number;
}

/** Access from a place to a leg: distance to it, and along it from `a`. Meters. */
interface Access {
  readonly leg: Leg;
  readonly distance: number;
  readonly along: number;
}

export class RoadDistanceFinder {
  readonly #network: Network;
  readonly #legs: readonly Leg[];

  constructor(network: Network = new Network()) {
    this.#network = network;
    this.#legs = network.nodes.flatMap((node) =>
      network
        .neighbors(node.index)
        .filter((next) => next.index > node.index)
        .map((next) => ({ a: node.index, b: next.index, meters: distanceMeters(node, next) })),
    );
  }

  between(from: LatLon, to: LatLon): RoadDistance {
    const straight = distanceMeters(from, to);
    const fallback: RoadDistance = { meters: straight * ROAD_FACTOR, by: 'great_circle' };
    let shortest = Number.POSITIVE_INFINITY;
    const ends = this.#accesses(to);
    const starts = ends.length > 0 ? this.#accesses(from) : [];
    for (const end of ends)
      for (const start of starts) {
        const accessMeters = (start.distance + end.distance) * ACCESS_FACTOR;
        if (start.leg === end.leg)
          shortest = Math.min(shortest, accessMeters + Math.abs(start.along - end.along));
        for (const [node, toNode] of endsOf(start))
          for (const [last, fromLast] of endsOf(end)) {
            const meters = this.#network.shortestPathsFrom(last).meters[node] as number;
            shortest = Math.min(shortest, accessMeters + toNode + meters + fromLast);
          }
      }
    return shortest <= straight * MAX_DETOUR_FACTOR + 2 * METERS_PER_MILE
      ? { meters: Math.max(straight, Math.min(shortest, longestLikely(straight))), by: 'corridors' }
      : fallback;
  }

  /** The nearest few legs within `MAX_ACCESS_METERS`. */
  #accesses(place: LatLon): Access[] {
    const accesses: Access[] = [];
    for (const leg of this.#legs) {
      const [a, b] = [this.#network.node(leg.a), this.#network.node(leg.b)];
      if (!isNear(place, a, b)) continue;
      const { distance, along } = project(place, a, b, leg.meters);
      if (distance <= MAX_ACCESS_METERS) accesses.push({ leg, distance, along });
    }
    accesses.sort((x, y) => x.distance - y.distance);
    return accesses.slice(0, 3);
  }
}

const longestLikely = (straight: number) =>
  NEAR_DETOUR_FACTOR * Math.min(straight, NEAR_METERS) +
  FAR_DETOUR_FACTOR * Math.max(0, straight - NEAR_METERS);

function endsOf({ leg, along }: Access): [node: number, meters: number][] {
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

/**
 * Distance from a place to a leg, and the position of the nearest point along the leg. Meters. Legs are short enough to treat the
 * earth as flat.
 */
function project(place: LatLon, a: LatLon, b: LatLon, length: number): { distance: number; along: number } {
  const longitudeScale = Math.cos((place.latitude * Math.PI) / 180);
  const [x, y] = [(b.longitude - a.longitude) * longitudeScale, b.latitude - a.latitude];
  const [px, py] = [(place.longitude - a.longitude) * longitudeScale, place.latitude - a.latitude];
  const lengthSquared = x * x + y * y;
  const fraction = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / lengthSquared));
  const nearest = {
    latitude: a.latitude + fraction * (b.latitude - a.latitude),
    longitude: a.longitude + fraction * (b.longitude - a.longitude),
  };
  return { distance: distanceMeters(place, nearest), along: fraction * length };
}
