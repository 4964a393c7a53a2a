/**
 * What features hand to the map and hear from it: plain data, no type of the map library, so that a feature can be
 * tested with the fake engine and the library can be loaded late.
 */
import type { HealthKey, MarkerKind, Theme } from '../ui/health.ts';

/** A load that has a position. Loads without one stand in the list only and are never given to the map. */
export interface MapLoad {
  readonly load_id: string;
  /** What names it for a person: the load_ref. */
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly marker: MarkerKind;
  /** Which arc of a cluster's ring it counts for. */
  readonly health: HealthKey;
  /** Stale markers fade with age: 0 is just stale, 1 is as old as it gets. Ignored by other markers. */
  readonly age_fade: number;
  /** Driving direction, clockwise from north; null: parked or not known. */
  readonly bearing_degrees: number | null;
}

/** One ping of a trail, oldest first. */
export interface TrailPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** ISO 8601. */
  readonly occurred_at: string;
}

export interface Trail {
  readonly points: readonly TrailPoint[];
  /** A longer silence than this between two pings is drawn dashed: nobody knows the way in between. */
  readonly gap_seconds: number;
}

/** Kept in the URL by the page. Zoom as in web maps: 4 shows the country, 10 a city. */
export interface Camera {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Pixels of the canvas that something else covers (a panel, a sheet); the camera treats the rest as the map. */
export interface Padding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Pixels from the top left corner of the map's element. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapEvents {
  /** The pointer came onto a marker, or left it (null). Never called for a hover that the page itself set. */
  onHover(load_id: string | null): void;
  /** A marker was clicked, or the empty map (null). */
  onSelect(load_id: string | null): void;
  /** Trucks that stand together (no zoom can part them) were clicked: open them as a list there. */
  onClusterOpen(load_ids: readonly string[], point: ScreenPoint): void;
  /** The camera came to rest at another place. */
  onMove(camera: Camera): void;
  /** Markers are on screen for the first time. */
  onFirstMarkers(): void;
  /** The map was lost while running (graphics context gone for good): show the note, keep the list. */
  onUnavailable(reason: string): void;
  /** The operator's map style could not be read; the built-in basemap is shown in its place. */
  onBasemapFailed(reason: string): void;
}

export interface MapEngineOptions {
  readonly container: HTMLElement;
  readonly theme: Theme;
  /** Address of any MapLibre style to use in place of the built-in basemap; null for the built-in one. */
  readonly map_style_url: string | null;
  /** Where to start; null: North America. */
  readonly camera: Camera | null;
  readonly events: MapEvents;
}

/**
 * The map as features see it. All calls are cheap and may come in any order, also before the map is drawn; they take
 * effect with the next frame.
 */
export interface MapEngineApi {
  /** The whole set; what is not in it disappears. */
  setLoads(loads: readonly MapLoad[]): void;
  /** What changed since: new or changed loads whole, and ids that went (or lost their position). */
  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void;
  setSelection(load_id: string | null): void;
  setHover(load_id: string | null): void;
  setTrail(trail: Trail | null): void;
  setTheme(theme: Theme): void;
  setPadding(padding: Padding): void;
  /** Shows every load; without loads, North America. */
  fitAll(): void;
  /** Brings the selected load into the uncovered part of the map, zooming in when far out. Nothing without one. */
  fitSelection(): void;
  zoomIn(): void;
  zoomOut(): void;
  /** North up, seen from above. */
  resetNorth(): void;
  getCamera(): Camera;
  setCamera(camera: Camera): void;
  destroy(): void;
}

/**
 * Makes an engine; resolves when it exists, not when the map is drawn. Rejects with MapUnavailableError when this
 * browser cannot draw a map.
 */
export type MapEngineFactory = (options: MapEngineOptions) => Promise<MapEngineApi>;

/** This browser cannot draw the map; `message` is one sentence for a person. */
export class MapUnavailableError extends Error {
  override readonly name = 'MapUnavailableError';
}
