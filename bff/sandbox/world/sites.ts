/** Warehouses and plants near the hubs: where loads are picked up and delivered. */
import { bearingDegrees, destination, type LatLon } from '@waypost/geo/geodesy';
import type { Network, RoadNode } from '@waypost/geo/network';
import { HUBS } from './hubs.ts';
import { keyOf, Random } from './random.ts';

export interface Site extends LatLon {
  readonly index: number;
  /** "Amarillo DC 4" */
  readonly name: string;
  readonly hub: number;
}

export interface Hub {
  readonly index: number;
  readonly node: RoadNode;
  readonly weight: number;
  readonly sites: readonly Site[];
}

const KINDS = ['DC', 'Cross-dock', 'Cold Storage', 'Plant', 'Warehouse', 'Terminal', 'Market'] as const;
const MIN_METERS = 2500;
const MAX_METERS = 14_000;
/** Sites keep to the direction of a road, because there is land. */
const SPREAD_DEGREES = 18;
/** Up to so many loads the hubs have their usual number of sites; with more loads there are more sites. */
const USUAL_LOADS = 700;

export function buildHubs(seed: number, loads: number, network: Network): Hub[] {
  const random = new Random(seed, keyOf('sites'));
  const crowd = Math.max(1, loads / USUAL_LOADS);
  const rows = HUBS.split(';').flatMap((row) => {
    const match = /^\s*(.+?) @ (\S+) (\d+)\s*$/.exec(row);
    return match
      ? [{ name: match[1] as string, corridor: match[2] as string, weight: Number(match[3]) }]
      : [];
  });
  let index = 0;
  return rows.map(({ name, corridor, weight }, hub) => {
    const node = network.place(name, corridor);
    const roads = network.neighbours(node.index);
    const sites = Array.from({ length: Math.round((3 + Math.min(9, weight)) * crowd) }, (_, i): Site => {
      const bearing =
        bearingDegrees(node, random.pick(roads)) + random.between(-SPREAD_DEGREES, SPREAD_DEGREES);
      const place = destination(node, bearing, random.between(MIN_METERS, MAX_METERS));
      return { ...place, index: index++, hub, name: `${node.name} ${random.pick(KINDS)} ${i + 1}` };
    });
    return { index: hub, node, weight, sites };
  });
}
