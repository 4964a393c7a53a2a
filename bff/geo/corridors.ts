/**
 * Corridors: the long-distance highways of North America as lines of way points (towns and interchanges on the road).
 * Pure data for the basemap and for the sandbox's simulated traffic; right for a national or regional map, not for
 * navigation. Where two corridors meet they share the very same coordinates, so that a network can be built by
 * comparing points. Coordinates: GeoNames (CC BY 4.0) for towns, interchanges by hand.
 *
 * The points are written as text in corridors/*.ts, a few to a line, because two thousand rows of one array each cannot be
 * read by anyone: a line `I-40 = Interstate 40`, then `longitude latitude name;` in travel order.
 */
import { CANADA_MEXICO } from './corridors/canada-mexico.ts';
import { INTERSTATES_EVEN } from './corridors/interstates-even.ts';
import { INTERSTATES_ODD } from './corridors/interstates-odd.ts';

/** A point of a corridor: degrees east, degrees north (WGS 84), and the town or interchange. */
export type CorridorPoint = readonly [longitude: number, latitude: number, name?: string];

export interface Corridor {
  /** Route number as drivers say it: `I-40`. Two separate roads of one number differ by a suffix: `I-76 PA`. */
  readonly id: string;
  readonly name: string;
  /** In travel order, at most 100 miles apart. */
  readonly points: readonly CorridorPoint[];
}

/** Reads the text form. Throws on a line that it does not understand. */
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
