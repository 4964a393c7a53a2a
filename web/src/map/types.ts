/**
 * What features hand to the map and hear from it: plain data, no type of the map library, so that a feature can be
 * tested with the fake engine and the library can be loaded late.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../geo/length.ts';
import type { HealthKey, MarkerKind, Theme } from '../ui/health.ts';

/** A load that has a position. Loads without one are in the list only and are never given to the map. */
export interface MapLoad extends LatLon {
  readonly load_id: string;
  /** What names it for a person: the load_ref. */
  readonly label: string;
  readonly marker: MarkerKind;
  /** Which arc of a cluster's ring it counts for. */
  readonly health: HealthKey;
  /** Stale markers fade with age: 0 is just stale, 1 is as old as it gets. Ignored by other markers. */
  readonly age_fade: number;
  /** Driving direction, clockwise from north; null: parked or not known. */
  readonly bearing_degrees: number | null;
}

/** One ping of a trail, oldest first. */
export interface TrailPoint extends LatLon {
  readonly occurred_at: string;
}

export interface Trail {
  readonly points: readonly TrailPoint[];
  /** A longer silence than this between two pings is drawn dashed: nobody knows the way in between. */
  readonly gap_seconds: number;
  /** Where the truck was at the selected moment; missing: the trail alone. */
  readonly replay?: TrailPoint & { readonly bearing_degrees: number | null };
}

/** A circle is a center and meters (2.5), nothing else. */
export interface CircleShape extends LatLon {
  readonly radius_meters: number;
}

export interface MapCircle extends CircleShape {
  readonly id: string;
  /** Its name; empty when it has none. */
  readonly label: string;
  /** Number of the stop, at the center; null: a dot. */
  readonly number: string | null;
  /** Shown by weight and dash of the line, never by hue: planned dashed, current heavy, done fine, site even. */
  readonly state: 'planned' | 'current' | 'done' | 'site';
  /** May be dragged and sized while it is selected. */
  readonly editable: boolean;
}

export type MapTruck = Pick<MapLoad, 'latitude' | 'longitude' | 'bearing_degrees' | 'marker'>;

/** A place without health, such as a filling station, and how much happened there. Places close together are one with the sum. */
export interface MapPlace extends LatLon {
  readonly id: string;
  /** At least 1. */
  readonly count: number;
}

export interface MapImagery {
  /** With {z}, {x} and {y}. */
  readonly url: string;
  /** Who must be named beside them; plain text. */
  readonly attribution: string;
}

/** Kept in the URL by the page. Zoom as in web maps: 4 shows the country, 10 a city. */
export interface Camera extends LatLon {
  readonly zoom: number;
}

/** Pixels of the canvas that something else covers (a panel, a sheet); the camera treats the rest as the map. */
export interface Padding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface ClusterHover {
  readonly load_ids: readonly string[];
  readonly point: ScreenPoint;
}

export interface CircleEvents {
  /** A new circle was finished. The page takes it; the map forgets it. */
  onCircleDrawn(shape: CircleShape): void;
  /** The new circle as it stands, while it is drawn; null when there is none (any more). */
  onDrawProgress(shape: CircleShape | null, by: 'pointer' | 'keys'): void;
  /**
   * The selected circle is moved or sized: `drag` while it goes on, `done` once at the end. A gesture that is called off
   * ends with the shape that it began from.
   */
  onCircleChange(id: string, shape: CircleShape, phase: 'drag' | 'done', by: 'pointer' | 'keys'): void;
  /** A circle was clicked, or the empty map (null), or the selection was left by Esc (null). */
  onCircleSelect(id: string | null): void;
  /** Drawing was called off before anything was begun. The page answers with `setDrawing(null)`. */
  onDrawCancel(): void;
}

export interface MapEvents extends CircleEvents {
  /** The pointer came onto a marker, or left it (null). Never called for a hover that the page itself set. */
  onHover(load_id: string | null): void;
  /** A marker was clicked, or the empty map (null). */
  onSelect(load_id: string | null): void;
  /** The pointer came onto a cluster of not too many loads, or left it (null). */
  onClusterHover(cluster: ClusterHover | null): void;
  /** Trucks that stand together (no zoom can part them) were clicked: open them as a list there. */
  onClusterOpen(load_ids: readonly string[], point: ScreenPoint): void;
  onMove(camera: Camera): void;
  /** Land is on screen for the first time; with an operator's style, whatever it begins with. */
  onSeen(): void;
  /** Markers are on screen for the first time. */
  onFirstMarkers(): void;
  /** A place was clicked, or the map beside all places (null). */
  onPlaceSelect(id: string | null): void;
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
  /** What the map is, for those who cannot see it. */
  readonly label?: string;
  readonly events: MapEvents;
  /** The map begins after it: something else of the page comes first. It must come to an end. */
  readonly after?: Promise<void>;
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
  /**
   * All circles, in drawing order. The selected one stands out and, when it is editable, has a handle at its center and
   * four on its edge. Lengths beside it are in `unit`.
   */
  setCircles(circles: readonly MapCircle[], selected_id: string | null, unit: LengthUnit): void;
  /**
   * Begins drawing a circle with lengths in that unit, or ends it (null): pressing puts the center, dragging sizes it; or one
   * click for each. Begun while it is on, it only takes the unit.
   */
  setDrawing(unit: LengthUnit | null): void;
  setTruck(truck: MapTruck | null): void;
  setPlaces(places: readonly MapPlace[], selected_id: string | null): void;
  setTheme(theme: Theme): void;
  /** Address of an archive of street-level tiles, which the built-in basemap shows from near; null: none. */
  setStreets(url: string | null): void;
  /** Imagery on the map, under what is drawn on it; null: none. */
  setImagery(imagery: MapImagery | null): void;
  setPadding(padding: Padding): void;
  /** Shows every load; without loads, North America. */
  fitAll(): void;
  /** Brings the selected load into the uncovered part of the map, zooming in when far out. Nothing without one. */
  fitSelection(): void;
  /** Brings the selected load into the uncovered part of the map if it is not there; the zoom stays. Nothing without one. */
  showSelection(): void;
  /** Shows every circle, and the truck. Nothing without any. */
  fitCircles(): void;
  /** Brings one circle into the uncovered part of the map, if it is not there. */
  showCircle(id: string): void;
  fitPlaces(): void;
  /** Goes to one place, near enough to distinguish it from its neighbors. */
  showPlace(id: string): void;
  focus(): void;
  zoomIn(): void;
  zoomOut(): void;
  resetNorth(): void;
  setCamera(camera: Camera): void;
  destroy(): void;
}

/**
 * Makes an engine; resolves when it exists, not when the map is drawn. Rejects with MapUnavailableError when this
 * browser cannot draw a map.
 */
export type MapEngineFactory = (options: MapEngineOptions) => Promise<MapEngineApi>;

export class MapUnavailableError extends Error {
  override readonly name = 'MapUnavailableError';
}

// Where a map looks, as addresses hold it.

/** `39.00000,-96.00000,4.20` */
export function cameraText({ latitude, longitude, zoom }: Camera): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)},${zoom.toFixed(2)}`;
}

export function cameraOf(text: string | undefined): Camera | null {
  const numbers = text?.split(',').map(Number) ?? [];
  const [latitude, longitude, zoom] = numbers;
  if (numbers.length !== 3 || latitude === undefined || longitude === undefined || zoom === undefined)
    return null;
  const inside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return inside ? { latitude, longitude, zoom } : null;
}
