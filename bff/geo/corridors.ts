/**
 * Corridors: the long-distance highways of North America as lines of waypoints (towns and interchanges). Data for the basemap and
 * the sandbox's simulated traffic; accurate enough for a national or regional map, not for navigation. Corridors that meet share
 * identical coordinates, so that a network can be built by comparing points. Coordinates: GeoNames (CC BY 4.0) for towns,
 * interchanges by hand.
 *
 * The points in corridors/*.ts are text because thousands of one-point array lines would be unreadable: a line `I-40 = Interstate
 * 40`, then `longitude latitude name;` in travel order.
 */
import { CANADA_MEXICO } from './corridors/canada-mexico.ts';
import { INTERSTATES_EVEN } from './corridors/interstates-even.ts';
import { INTERSTATES_ODD } from './corridors/interstates-odd.ts';

/** Degrees east, degrees north (WGS 84), and the town or interchange. */
export type CorridorPoint = readonly [longitude: number, latitude: number, name?: string];

export interface Corridor {
  /** Route number such as `I-40`. Two separate roads with the same number have a suffix: `I-76 PA`. */
  readonly id: string;
  readonly name: string;
  /** In travel order, at most 100 miles apart. */
  readonly points: readonly CorridorPoint[];
}

/** Throws on a malformed line. */
export function parseCorridors(text: string): Corridor[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n');
      const [id, name] = head.split(' = ');
      if (!id || !name) throw new Error(`corridor without id and name: ${head}`);
      const points = lines
        .join(' ')
        .split(';')
        .map((point) => point.trim())
        .filter((point) => point !== '')
        .map((point): CorridorPoint => {
          const match = /^(-?[\d.]+) (-?[\d.]+) (.+)$/.exec(point);
          if (!match?.[3]) throw new Error(`${id}: not a point: ${point}`);
          return [Number(match[1]), Number(match[2]), match[3]];
        });
      return { id, name, points };
    });
}

export const CORRIDORS: readonly Corridor[] = [INTERSTATES_ODD, INTERSTATES_EVEN, CANADA_MEXICO].flatMap(
  parseCorridors,
);
