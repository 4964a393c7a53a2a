/** What the mouse or a finger does to markers, clusters and circles, told to the page. */
import type { GeoJSONSource, Map as LibraryMap, MapMouseEvent } from 'maplibre-gl';
import type { MapCamera } from './camera.ts';
import type { CircleControl } from './circle-control.ts';
import { PARTED_ZOOM } from './overlay.ts';
import { type Picked, pick } from './pick.ts';
import { MOST_LISTED, standTogether } from './together.ts';
import type { MapEvents, MapLoad } from './types.ts';

const MOUSE_REACH = 5;
const FINGER_REACH = 14;

export interface PointerOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  readonly circles: CircleControl;
  readonly events: MapEvents;
  readonly loads: ReadonlyMap<string, MapLoad>;
  /** Of the loads; null while the style is on its way, and when the map is gone. */
  readonly source: () => GeoJSONSource | null;
  readonly hover: (load_id: string | null) => void;
}

type Cluster = Extract<Picked, { kind: 'cluster' }>;

/** The map takes its listeners with it when it is removed. */
export function listenToPointer(options: PointerOptions): void {
  const { map, circles, events, hover } = options;
  const pointedAt = (picked: Picked | null, cursor: string | null) => {
    map.getCanvas().style.cursor = cursor ?? (picked ? 'pointer' : '');
    hover(picked?.kind === 'load' ? picked.load_id : null);
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
      if (!point || !options.source() || map.isMoving()) return;
      const cursor = circles.cursor(point);
      pointedAt(cursor === null ? pick(map, point, MOUSE_REACH) : null, cursor);
    });
  });
  map.on('mouseout', () => pointedAt(null, null));

  map.on('click', ({ point, originalEvent }) => {
    if (!options.source() || circles.busy) return;
    const finger = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const reach = finger ? FINGER_REACH : MOUSE_REACH;
    const picked = pick(map, point, reach);
    if (picked?.kind === 'cluster') void openCluster(picked, options);
    else if (picked) events.onSelect(picked.load_id);
    // A click into a circle is not one into the empty map: on the board it keeps the load whose circle it is.
    else if (!circles.click(point, reach)) events.onSelect(null);
  });
}

async function openCluster(
  cluster: Cluster,
  { source, loads, events, camera }: PointerOptions,
): Promise<void> {
  const from = source();
  if (!from) return;
  try {
    const zoom = await from.getClusterExpansionZoom(cluster.cluster_id);
    if (zoom >= PARTED_ZOOM || cluster.count <= MOST_LISTED) {
      const leaves = await from.getClusterLeaves(cluster.cluster_id, MOST_LISTED, 0);
      const ids = leaves.map(({ properties }) => String(properties?.load_id));
      const there = ids.flatMap((id) => loads.get(id) ?? []);
      if (zoom >= PARTED_ZOOM || standTogether(there)) {
        events.onClusterOpen(ids, cluster.point);
        return;
      }
    }
    camera.ease(cluster, zoom + 0.2);
  } catch {
    // The cluster went away between the click and the answer: the map has already drawn what took its place.
  }
}
