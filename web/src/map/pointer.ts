/** Pointer events on markers, clusters and circles, and the keys that zoom. */
import { boundsOf } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap, MapMouseEvent, PointLike } from 'maplibre-gl';
import type { MapCamera } from './camera.ts';
import type { CircleControl } from './circle-control.ts';
import { isOneYard, MAX_LISTED } from './images.ts';
import { LAYER_CLUSTERS, LAYER_GLIDING, LAYER_MARKERS, LOADS, MAX_ZOOM } from './overlay.ts';
import type { MapEvents, MapLoad, ScreenPoint } from './types.ts';

const MOUSE_TOLERANCE = 5;
const TOUCH_TOLERANCE = 14;

interface PointerOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  /** Undefined while the map has no circles. */
  readonly circles: () => CircleControl | undefined;
  readonly events: MapEvents;
  readonly loads: ReadonlyMap<string, MapLoad>;
  /** Null until the style has loaded, and when the map is destroyed. */
  readonly source: (id: string) => GeoJSONSource | null;
  readonly hover: (load_id: string | null) => void;
}

type Cluster = Extract<Picked, { kind: 'cluster' }>;

/** The listeners are removed together with the map. */
export function listenToPointer(options: PointerOptions): void {
  const { map, circles, events, hover } = options;
  let cluster_id: number | null = null;
  const hoverCluster = (cluster: Cluster | null) => {
    if (cluster?.cluster_id === cluster_id || (cluster === null && cluster_id === null)) return;
    cluster_id = cluster?.cluster_id ?? null;
    events.onClusterHover(null);
    if (!cluster || cluster.count > MAX_LISTED) return;
    void membersOf(cluster, options).then((members) => {
      // Ignore the result when the pointer has moved on.
      if (cluster_id !== cluster.cluster_id || members.length === 0) return;
      events.onClusterHover({ load_ids: members.map(({ load_id }) => load_id), point: cluster.point });
    });
  };
  const onPointedAt = (picked: Picked | null, cursor: string | null) => {
    map.getCanvas().style.cursor = cursor ?? (picked ? 'pointer' : '');
    hover(picked?.kind === 'load' ? picked.load_id : null);
    hoverCluster(picked?.kind === 'cluster' ? picked : null);
  };

  let last: MapMouseEvent | null = null;
  map.on('mousemove', (event) => {
    const scheduled = last !== null;
    last = event;
    if (scheduled) return;
    // Query once per frame, not for every mouse event.
    requestAnimationFrame(() => {
      const point = last?.point;
      last = null;
      if (!point || !options.source(LOADS) || map.isMoving()) return;
      const cursor = circles()?.cursor(point) ?? null;
      onPointedAt(cursor === null ? pick(map, point, MOUSE_TOLERANCE) : null, cursor);
    });
  });
  map.on('mouseout', () => onPointedAt(null, null));
  map.on('movestart', () => hoverCluster(null));

  map.on('click', ({ point, originalEvent }) => {
    if (!options.source(LOADS) || circles()?.busy) return;
    const is_touch = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const tolerance = is_touch ? TOUCH_TOLERANCE : MOUSE_TOLERANCE;
    const picked = pick(map, point, tolerance);
    if (picked?.kind === 'cluster') void openCluster(picked, options);
    else if (picked) events.onSelect(picked.load_id);
    // A click into a circle does not count as a click on the empty map: on the board it keeps its load selected.
    else if (!circles()?.click(point, tolerance)) events.onSelect(null);
  });
}

/**
 * The library's own keys zoom about the middle.
 * @param zoom negative: out. False: left to the library
 */
export function listenToZoomKeys(map: LibraryMap, zoom: (steps: number) => boolean): void {
  const onKey = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const steps = key === '+' || key === '=' ? 1 : key === '-' || key === '_' ? -1 : 0;
    if (steps === 0 || altKey || ctrlKey || metaKey || !zoom(steps)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  map.getCanvasContainer().addEventListener('keydown', onKey, { capture: true });
}

/** Opens trucks within one yard, which no zoom separates, as a list; otherwise fits all members. */
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

/** Empty when the cluster no longer exists; the map then already shows its replacement. */
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

/** @param tolerance pixels around the pointer; touch needs more than a mouse */
export function pick(map: LibraryMap, at: ScreenPoint, tolerance: number): Picked | null {
  const area: [PointLike, PointLike] = [
    [at.x - tolerance, at.y - tolerance],
    [at.x + tolerance, at.y + tolerance],
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
