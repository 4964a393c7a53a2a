/**
 * Where a truck buys fuel: at its position since the world began. Before that, it is assumed to have driven back and forth on a
 * lane between two hubs, with a new lane each season.
 */
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { RoadNode } from '@waypost/geo/network';
import { latLngToCell } from 'h3-js';
import { truckStop } from '../world/driver.ts';
import type { Freight } from '../world/freight.ts';
import { hash, keyOf, Random } from '../world/random.ts';
import { type Country, countryOf, jurisdictionOf } from './jurisdictions.ts';

/** Purchases per lane. */
const SEASON = 45;
const H3_RESOLUTION = 11;
const LANE = keyOf('fuel lane');

export interface Station extends LatLon {
  readonly town: string;
  readonly jurisdiction: string;
  readonly country: Country;
  /** H3 cell of resolution 11: above 2^53. */
  readonly cell: bigint;
  /** Same location in the response format. */
  readonly location: { readonly type: 'Point'; readonly coordinates: readonly [number, number] };
  readonly address: { readonly city: string; readonly region: string; readonly country: Country };
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function stationOf(town: RoadNode, place: LatLon): Station {
  const latitude = rounded(place.latitude);
  const longitude = rounded(place.longitude);
  const jurisdiction = jurisdictionOf(town);
  const country = countryOf(jurisdiction);
  return {
    latitude,
    longitude,
    town: town.name,
    jurisdiction,
    country,
    cell: BigInt(`0x${latLngToCell(latitude, longitude, H3_RESOLUTION)}`),
    location: { type: 'Point', coordinates: [longitude, latitude] },
    address: { city: town.name, region: jurisdiction, country },
  };
}

export class Lanes {
  readonly #seed: number;
  readonly #freight: Freight;
  /** By truck and season. */
  readonly #lanes = new Map<number, Map<number, Uint16Array>>();
  readonly #stations = new Map<number, Station>();

  constructor(seed: number, freight: Freight) {
    this.#seed = seed;
    this.#freight = freight;
  }

  /** Waypoints of a truck's lane in a season. */
  #lane(truck: number, season: number): Uint16Array {
    const seasons = this.#lanes.get(truck) ?? new Map<number, Uint16Array>();
    if (seasons.size === 0) this.#lanes.set(truck, seasons);
    const known = seasons.get(season);
    if (known) return known;
    const home = this.#freight.anyHub(new Random(this.#seed, LANE, truck));
    const target = this.#freight.destinationFrom(home, new Random(this.#seed, LANE, truck, season));
    const lane = Uint16Array.from(this.#freight.network.path(home.node.index, target.node.index));
    seasons.set(season, lane);
    return lane;
  }

  /** The station of a truck's nth purchase. */
  station(truck: number, round: number): Station {
    const lane = this.#lane(truck, Math.floor(round / SEASON));
    const random = new Random(this.#seed, LANE, truck, 1);
    // Back and forth along the lane; each purchase is a good part of the way further.
    const length = Math.max(1, 2 * (lane.length - 1));
    const steps = Math.floor(round * length * random.between(0.31, 0.47)) % length;
    const index = steps < lane.length ? steps : length - steps;
    return this.#stationAt(lane[index] as number);
  }

  #stationAt(index: number): Station {
    const known = this.#stations.get(index);
    if (known) return known;
    const node = this.#freight.network.node(index);
    const station = stationOf(node, truckStop(node));
    this.#stations.set(index, station);
    return station;
  }

  /** A station at this place, named after the nearest town. */
  stationBeside(place: LatLon): Station {
    let nearest = this.#freight.network.node(0);
    let meters = Number.POSITIVE_INFINITY;
    for (const node of this.#freight.network.nodes) {
      const away = distanceMeters(place, node);
      if (away < meters) [nearest, meters] = [node, away];
    }
    return stationOf(nearest, place);
  }

  /** The station's random key, for its vendor and prices. */
  static keyOf(station: Station): number {
    return hash(Math.round(station.latitude * 1e4), Math.round(station.longitude * 1e4));
  }
}
