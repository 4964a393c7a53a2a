/** Data types between features and the map, without types of MapLibre, so that the library can be loaded late. */
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../geo/length.ts';
import type { HealthKey, MarkerKind, Theme } from '../ui/health.ts';

/** A load with a position. Loads without one are shown in the list only. */
export interface MapLoad extends LatLon {
  readonly load_id: string;
  /** The load_ref. */
  readonly label: string;
  readonly marker: MarkerKind;
  /** Determines its arc in a cluster's ring. */
  readonly health: HealthKey;
  /** Fade of stale markers by age, 0 to 1; ignored for other markers. */
  readonly age_fade: number;
  /** Driving direction, clockwise from north; null when parked or unknown. */
  readonly bearing_degrees: number | null;
  /** Hue of the owner whose initials end the label, degrees; missing: nobody has it. */
  readonly owner_hue?: number;
}

/** Trails are ordered from the oldest point. */
export interface TrailPoint extends LatLon {
  readonly occurred_at: string;
}

export interface Trail {
  readonly points: readonly TrailPoint[];
  /** Longer gaps between two pings are drawn dashed, because the route is unknown. */
  readonly gap_seconds: number;
  /** Position at the selected time, when one is selected. */
  readonly replay?: TrailPoint & { readonly bearing_degrees: number | null };
}

/** A stop that the selected truck still drives to. */
export interface StopAhead extends LatLon {
  /** `Denver DC 5 · ETA 14:30 to 16:00` */
  readonly label: string;
}

export interface CircleShape extends LatLon {
  readonly radius_meters: number;
}

export interface MapCircle extends CircleShape {
  readonly id: string;
  /** Empty when it has no name. */
  readonly label: string;
  /** Stop number, shown at the center; null: a dot. */
  readonly number: string | null;
  /** Shown by line weight and dash, never by color: planned dashed, current heavy, done thin, site medium. */
  readonly state: 'planned' | 'current' | 'done' | 'site';
  /** Can be moved and resized while selected. */
  readonly editable: boolean;
  /** Not a geofence but an estimate: its label says a rounded length ("within about 50 mi"). */
  readonly approximate?: boolean;
  /** Shown together with the selected load. */
  readonly beside_load?: true;
}

export type MapTruck = Pick<MapLoad, 'latitude' | 'longitude' | 'bearing_degrees' | 'marker'>;

/**
 * A place without health, such as a gas station, with an event count. Close places are clustered with the sum of their counts.
 */
export interface MapPlace extends LatLon {
  readonly id: string;
  /** At least 1. */
  readonly count: number;
}

export interface MapImagery {
  /** With {z}, {x} and {y}. */
  readonly url: string;
  readonly attribution: string;
}

/** Stored in the URL. Zoom as in web maps: 4 shows the country, 10 a city. */
export interface Camera extends LatLon {
  readonly zoom: number;
}

/** Pixels covered by a panel or sheet; the camera uses the uncovered area. */
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
  /** The page must store the new circle; the map does not keep it. */
  onCircleDrawn(shape: CircleShape): void;
  /** Current shape while drawing; null when drawing a circle has ended. */
  onDrawProgress(shape: CircleShape | null, by: 'pointer' | 'keys'): void;
  /** `drag` for every step, `done` once at the end. A cancelled gesture ends with the original shape. */
  onCircleChange(id: string, shape: CircleShape, phase: 'drag' | 'done', by: 'pointer' | 'keys'): void;
  /** A circle was clicked; null: the empty map was clicked, or Esc pressed. */
  onCircleSelect(id: string | null): void;
  /** Drawing was cancelled before a circle was started. The page must call `setDrawing(null)`. */
  onDrawCancel(): void;
}

export interface MapEvents extends CircleEvents {
  /** The pointer entered a marker, or left it (null). Not called for a hover set by the page. */
  onHover(load_id: string | null): void;
  /** A marker was clicked; null: the empty map. */
  onSelect(load_id: string | null): void;
  /** The pointer entered a cluster with a limited number of loads, or left it (null). */
  onClusterHover(cluster: ClusterHover | null): void;
  /** A cluster that no zoom separates was clicked: show its loads as a list at the point. */
  onClusterOpen(load_ids: readonly string[], point: ScreenPoint): void;
  /** `placed`: where a person or an address has put it, not a fit. */
  onMove(camera: Camera, placed: boolean): void;
  /** `countOutside` may have changed, by the loads or by the visible area; at most a few times a second. */
  onViewChange(): void;
  /** Land has been drawn for the first time, or the operator's style has loaded. */
  onVisible(): void;
  onFirstMarkers(): void;
  /** A place was clicked; null: the map outside of all places. */
  onPlaceSelect(id: string | null): void;
  /** The graphics context was lost permanently: show the reason, keep the list. */
  onUnavailable(reason: string): void;
  /** The operator's map style failed to load; the built-in basemap is shown instead. */
  onBasemapFailed(reason: string): void;
  /** The map was moved by the person, or to somewhere else, while it followed the selected load. */
  onFollowEnd(): void;
  /** Why there are no streets, as a sentence for the map; null: they are back. */
  onStreetsProblem(problem: string | null): void;
}

export interface MapEngineOptions {
  readonly container: HTMLElement;
  readonly theme: Theme;
  /** URL of a MapLibre style that replaces the built-in basemap; null: built-in. */
  readonly map_style_url: string | null;
  /** Initial camera; null: North America. */
  readonly camera: Camera | null;
  readonly label?: string | undefined;
  readonly events: MapEvents;
  /** The map starts loading after this promise, which must settle. */
  readonly after?: Promise<void> | undefined;
}

/** All calls are cheap, allowed in any order and before the map is drawn, and take effect in the next frame. */
export interface MapEngineApi {
  setLoads(loads: readonly MapLoad[]): void;
  /** Adds or replaces the changed loads; removes loads that are gone or have lost their position. */
  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void;
  setSelection(load_id: string | null): void;
  setHover(load_id: string | null): void;
  setTrail(trail: Trail | null): void;
  /** Stops of the selected load in travel order, with a dashed line from its marker; empty: none. */
  setAhead(stops: readonly StopAhead[]): void;
  /** In drawing order. The selected one is highlighted and, when editable, has handles. Lengths are shown in `unit`. */
  setCircles(circles: readonly MapCircle[], selected_id: string | null, unit: LengthUnit): void;
  /** Starts drawing (a drag, or two clicks) with lengths in the unit, or stops (null). While drawing, only changes the unit. */
  setDrawing(unit: LengthUnit | null): void;
  setTruck(truck: MapTruck | null): void;
  setPlaces(places: readonly MapPlace[], selected_id: string | null): void;
  setTheme(theme: Theme): void;
  /** URL of a street-level tile archive, which the built-in basemap shows at close zoom; null: none. */
  setStreets(url: string | null, simulated: boolean): void;
  /** Imagery above the basemap and below our layers; null: none. */
  setImagery(imagery: MapImagery | null): void;
  setPadding(padding: Padding): void;
  /** Fits all loads; without loads, North America. `most`: without the few that are far from all others. */
  fitAll(most?: boolean): void;
  /** Fits the selected load and the stops ahead of it; without any, as `centerSelection`. */
  fitSelection(): void;
  /** As `fitSelection`, unless all of that is well in view. */
  openSelection(): void;
  /** Places that the selected load is shown together with, until a person moves the map. */
  setBeside(places: readonly LatLon[]): void;
  /** Moves to the selected load in the uncovered area, zooming in when far out. */
  centerSelection(): void;
  /** Moves the selected load into the uncovered area unless it is already there; keeps the zoom. */
  showSelection(): void;
  /** Keeps the selected load in the middle until a person moves the map, or another load or view is shown. */
  setFollow(on: boolean): void;
  /** Number of loads on the map outside of the uncovered area. */
  countOutside(): number;
  fitCircles(): void;
  showCircle(id: string): void;
  fitPlaces(): void;
  /** Moves to a place, close enough to distinguish it from its neighbors. */
  showPlace(id: string): void;
  focus(): void;
  /** Negative: out. */
  zoomBy(steps: number): void;
  resetNorth(): void;
  setCamera(camera: Camera): void;
  destroy(): void;
}

/** Resolves before the map is drawn. Rejects with MapUnavailableError when the browser cannot render a map. */
export type MapEngineFactory = (options: MapEngineOptions) => Promise<MapEngineApi>;

export class MapUnavailableError extends Error {
  override readonly name = 'MapUnavailableError';
}

/** `39.00000,-96.00000,4.20` */
export function cameraText({ latitude, longitude, zoom }: Camera): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)},${zoom.toFixed(2)}`;
}

export function cameraOf(text: string | undefined): Camera | null {
  const numbers = text?.split(',').map(Number) ?? [];
  const [latitude, longitude, zoom] = numbers;
  if (numbers.length !== 3 || latitude === undefined || longitude === undefined || zoom === undefined)
    return null;
  const valid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return valid ? { latitude, longitude, zoom } : null;
}
