/** Where the built-in basemap draws land, so that no street is in the sea or in a Great Lake. */
import type { Position } from '@waypost/geo/circle';
import type { LatLon } from '@waypost/geo/geodesy';

export type IsLand = (place: LatLon) => boolean;

type Edge = readonly [from: Position, to: Position];

interface Area {
  readonly kind: string;
  /** Edges of the ring by the bands of latitude that they pass: a coast has thousands. */
  readonly bands: ReadonlyMap<number, readonly Edge[]>;
}

const BANDS_PER_DEGREE = 10;
const bandAt = (latitude: number) => Math.floor(latitude * BANDS_PER_DEGREE);

/** @param text basemap's GeoJSON of land, lakes and the finer shore of the US */
export function landFrom(text: string): IsLand {
  const { features } = JSON.parse(text) as {
    features: { properties: { kind: string }; geometry: { type: string; coordinates: Position[][][] } }[];
  };
  const areas = features.flatMap(({ properties: { kind }, geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flatMap(([ring]): Area[] => (ring ? [areaOf(kind, ring)] : []))
      : [],
  );
  const isIn = (place: LatLon, ...kinds: string[]) =>
    areas.some((area) => kinds.includes(area.kind) && holds(area, place));
  return (place) => isIn(place, 'us') || (isIn(place, 'land') && !isIn(place, 'lake', 'great-lake'));
}

function areaOf(kind: string, ring: readonly Position[]): Area {
  const bands = new Map<number, Edge[]>();
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1] as Position, ring[i] as Position];
    const last = bandAt(Math.max(from[1], to[1]));
    for (let band = bandAt(Math.min(from[1], to[1])); band <= last; band++) {
      const edges = bands.get(band) ?? [];
      bands.set(band, edges);
      edges.push([from, to]);
    }
  }
  return { kind, bands };
}

/** Counts the edges to the east: odd inside of the ring. */
function holds({ bands }: Area, { longitude, latitude }: LatLon): boolean {
  let inside = false;
  for (const [[x1, y1], [x2, y2]] of bands.get(bandAt(latitude)) ?? [])
    if (y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1)
      inside = !inside;
  return inside;
}
