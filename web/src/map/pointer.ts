/** Mouse and touch on markers, clusters and circles, reported to the page. */
import { boundsOf } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap, MapMouseEvent, PointLike } from 'maplibre-gl';
import type { MapCamera } from './camera.ts';
import type { CircleControl } from './circle-control.ts';
import { isOneYard, MOST_LISTED } from './images.ts';
import { LAYER_CLUSTERS, LAYER_GLIDING, LAYER_MARKERS, LOADS, MAX_ZOOM } from './overlay.ts';
import type { MapEvents, MapLoad, ScreenPoint } from './types.ts';

const MOUSE_REACH = 5;
const FINGER_REACH = 14;

interface PointerOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  /** Undefined while the map has none. */
  readonly circles: () => CircleControl | undefined;
  readonly events: MapEvents;
  readonly loads: ReadonlyMap<string, MapLoad>;
  /** Null while the style is on its way, and when the map is gone. */
  readonly source: (id: string) => GeoJSONSource | null;
  readonly hover: (load_id: string | null) => void;
}

type Cluster = Extract<Picked, { kind: 'cluster' }>;

/** The map takes its listeners with it when it is removed. */
export function listenToPointer(options: PointerOptions): void {
  const { map, circles, events, hover } = options;
  let cluster_id: number | null = null;
  const hoverCluster = (cluster: Cluster | null) => {
    if (cluster?.cluster_id === cluster_id || (cluster === null && cluster_id === null)) return;
    cluster_id = cluster?.cluster_id ?? null;
    events.onClusterHover(null);
    if (!cluster || cluster.count > MOST_LISTED) return;
    void membersOf(cluster, options).then((members) => {
      // The pointer may have gone on meanwhile.
      if (cluster_id !== cluster.cluster_id || members.length === 0) return;
      events.onClusterHover({ load_ids: members.map(({ load_id }) => load_id), point: cluster.point });
    });
  };
  const pointedAt = (picked: Picked | null, cursor: string | null) => {
    map.getCanvas().style.cursor = cursor ?? (picked ? 'pointer' : '');
    hover(picked?.kind === 'load' ? picked.load_id : null);
    hoverCluster(picked?.kind === 'cluster' ? picked : null);
  };

  let last: MapMouseEvent | null = null;
  map.on('mousemove', (event) => {
    const waiting = last !== null;
    last = event;
    if (waiting) return;
    // Looks once a frame, however many events a mouse sends.
    requestAnimationFrame(() => {
      const point = last?.point;
      last = null;
      if (!point || !options.source(LOADS) || map.isMoving()) return;
      const cursor = circles()?.cursor(point) ?? null;
      pointedAt(cursor === null ? pick(map, point, MOUSE_REACH) : null, cursor);
    });
  });
  map.on('mouseout', () => pointedAt(null, null));
  map.on('movestart', () => hoverCluster(null));

  map.on('click', ({ point, originalEvent }) => {
    if (!options.source(LOADS) || circles()?.busy) return;
    const finger = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const reach = finger ? FINGER_REACH : MOUSE_REACH;
    const picked = pick(map, point, reach);
    if (picked?.kind === 'cluster') void openCluster(picked, options);
    else if (picked) events.onSelect(picked.load_id);
    // A click into a circle is not one into the empty map: on the board it keeps the load whose circle it is.
    else if (!circles()?.click(point, reach)) events.onSelect(null);
  });
}

/** Where trucks are in one yard, which no zoom parts, their list opens; else the map goes to where all of them are in view. */
async function openCluster(cluster: Cluster, options: PointerOptions): Promise<void> {
  const members = await membersOf(cluster, options);
  const bounds = boundsOf(members);
  if (!bounds) return;
  if (isOneYard(members)) {
    options.events.onClusterOpen(
      members.map(({ load_id }) => load_id),
      cluster.point,
    );
  } else options.camera.fit(bounds, true, MAX_ZOOM);
}

interface Member extends LatLon {
  readonly load_id: string;
}

/** Empty when the cluster went away between the pointer and the answer: the map has already drawn what took its place. */
async function membersOf(
  { cluster_id, count }: Cluster,
  { source, loads }: PointerOptions,
): Promise<Member[]> {
  try {
    const leaves = (await source(LOADS)?.getClusterLeaves(cluster_id, count, 0)) ?? [];
    return leaves.flatMap(({ properties }) => loads.get(String(properties?.load_id)) ?? []);
  } catch {
    return [];
  }
}

type Picked =
  | { readonly kind: 'load'; readonly load_id: string }
  | {
      readonly kind: 'cluster';
      readonly cluster_id: number;
      readonly count: number;
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
            point: { x: point.x, y: point.y },
          }
        : { kind: 'load', load_id: String(properties.load_id) };
  }
  return best;
}
