/** What lies under the pointer: the nearest marker or cluster within reach. */
import type { Map as LibraryMap, PointLike } from 'maplibre-gl';
import { LAYER_CLUSTERS, LAYER_GLIDING, LAYER_MARKERS } from './overlay.ts';
import type { ScreenPoint } from './types.ts';

export type Picked =
  | { readonly kind: 'load'; readonly load_id: string }
  | {
      readonly kind: 'cluster';
      readonly cluster_id: number;
      readonly count: number;
      readonly longitude: number;
      readonly latitude: number;
      readonly point: ScreenPoint;
    };

/** @param reach pixels around the pointer; a finger needs more than a mouse. */
export function pick(map: LibraryMap, at: ScreenPoint, reach: number): Picked | null {
  const area: [PointLike, PointLike] = [
    [at.x - reach, at.y - reach],
    [at.x + reach, at.y + reach],
  ];
  const layers = [LAYER_MARKERS, LAYER_GLIDING, LAYER_CLUSTERS].filter((id) => map.getLayer(id));
  if (layers.length === 0) return null;
  let best: Picked | null = null;
  let nearest = Infinity;
  for (const { geometry, properties } of map.queryRenderedFeatures(area, { layers, validate: false })) {
    if (geometry.type !== 'Point') continue;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const point = map.project([longitude, latitude]);
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance >= nearest) continue;
    nearest = distance;
    best =
      properties.cluster === true
        ? {
            kind: 'cluster',
            cluster_id: Number(properties.cluster_id),
            count: Number(properties.point_count),
            longitude,
            latitude,
            point: { x: point.x, y: point.y },
          }
        : { kind: 'load', load_id: String(properties.load_id) };
  }
  return best;
}
