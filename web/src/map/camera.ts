/** The map camera: fitting, padding, and which movement takes precedence. */
import { type Bounds, boundsOfMost } from '@waypost/geo/bounds';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { Map as LibraryMap } from 'maplibre-gl';
import { prefs } from '../ui/prefs.ts';
import { near, project } from './geojson.ts';
import type { Camera, Padding } from './types.ts';

/** Maximum zoom of automatic fits: a town and its surroundings. */
export const FIT_ZOOM = 11;
const FIT_MARGIN = 56;
/** Largest part of the uncovered area that the margin takes on each side; land placeholder in map.module.css: the same. */
const MARGIN_SHARE = 0.07;
/** With names below and beside what is fitted. */
export const LABELED_SHARE = 0.2;
/** With names of their own inside and beside them. */
export const NAMED_SHARE = 0.14;
/** Margin on the right if there are labels, pixels: the map's buttons stand there. */
const BESIDE_BUTTONS = 64;
/** Pixels; a marker closer to the edge does not count as visible, unless a fit leaves less. */
const EDGE = 24;
/** Places that span less of the width and of the height are not told apart well. */
const WELL_SHARE = 0.25;
/** Width of a narrow map as a part of its height, and the part of the places that its first view leaves out. */
const [NARROW, LEFT_OUT] = [0.6, 0.25];
const EQUATOR_METERS = 40_075_017;
const EASE_MS = 400;
/** MapLibre respects the system's reduced-motion setting itself, but not the person's preference. */
const easeMs = (): number => (prefs.get().motion === 'reduced' ? 0 : EASE_MS);

export class MapCamera {
  readonly #map: LibraryMap;
  #padding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
  /** The last requested fit; null once the camera was moved elsewhere. */
  #pendingFit: (() => void) | null = null;
  /** Where a person, or an address, has put it; false after a fit. */
  #placed = false;
  #reported = '';
  #positioned = false;

  /**
   * @param onMove called when the camera has stopped at another position; `placed`: where a person or an address has put it
   * @param onPersonMove called when the person starts to move the map
   */
  constructor(
    map: LibraryMap,
    onMove: (camera: Camera, placed: boolean) => void,
    onPersonMove: () => void = () => {},
  ) {
    this.#map = map;
    map.on('movestart', ({ originalEvent }) => {
      // A movement by the person cancels the pending fit.
      if (!originalEvent) return;
      this.#pendingFit = null;
      this.#placed = true;
      onPersonMove();
    });
    // The view that was fitted into the former size; one that a person has moved stays as it is.
    map.on('resize', () => {
      if (map.getContainer().clientWidth > 0) this.#pendingFit?.();
    });
    map.on('moveend', () => {
      const camera = this.get();
      const key = `${camera.longitude.toFixed(5)} ${camera.latitude.toFixed(5)} ${camera.zoom.toFixed(2)}`;
      if (key === this.#reported) return;
      this.#reported = key;
      onMove(camera, this.#placed);
    });
  }

  /** True until a person moves the map. */
  get fitted(): boolean {
    return this.#pendingFit !== null;
  }

  get(): Camera {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  /** Distance on the screen at this zoom, CSS pixels. */
  pixels(a: LatLon, b: LatLon): number {
    const equator = 512 * 2 ** this.#map.getZoom();
    return (distanceMeters(a, b) * equator) / (EQUATOR_METERS * Math.cos((a.latitude * Math.PI) / 180));
  }

  jump(camera: Camera): void {
    this.#pendingFit = null;
    this.#placed = true;
    this.#map.jumpTo({ center: at(camera), zoom: camera.zoom, padding: this.#padding });
  }

  ease(where: LatLon, zoom: number): void {
    this.#map.easeTo({ center: at(where), zoom, padding: this.#padding, duration: easeMs() });
  }

  /** @param keep a position that stays where it is on the screen; one out of view, or null: the middle does */
  zoomBy(steps: number, keep: LatLon | null): void {
    this.#pendingFit = null;
    this.#placed = true;
    this.#map.easeTo({
      zoom: this.#map.getZoom() + steps,
      duration: easeMs(),
      ...(keep && this.shows(keep) ? { around: at(keep) } : {}),
    });
  }

  /**
   * @param animate false for the first view, which has nothing to animate from
   * @param share margin as a part of the uncovered area
   */
  fit(
    { west, south, east, north }: Bounds,
    animate: boolean,
    maxZoom = FIT_ZOOM,
    share = MARGIN_SHARE,
  ): void {
    const uncovered = this.#uncovered();
    // MapLibre fits into its current padding, not into the one it is animating to.
    this.#map.setPadding(this.#padding);
    // Limited, so that a narrow map shows the loads and not the half of a hemisphere.
    const margin = Math.max(0, Math.min((FIT_MARGIN * share) / MARGIN_SHARE, uncovered * share));
    const beside = share > MARGIN_SHARE && uncovered > 4 * BESIDE_BUTTONS ? BESIDE_BUTTONS : 0;
    this.#map.fitBounds([west, south, east, north], {
      padding: { top: margin, right: Math.max(margin, beside), bottom: margin, left: margin },
      maxZoom,
      duration: animate ? easeMs() : 0,
    });
  }

  /** Where most of them are, for a first view; on a narrow map fewer, as the whole country would show two continents. */
  most(places: readonly LatLon[]): Bounds | null {
    const { width, height } = this.#area();
    return boundsOfMost(places, width < NARROW * height ? LEFT_OUT : undefined);
  }

  /** Runs a fit, and repeats it when the padding changes during the movement. */
  runFit(fit: () => void): void {
    this.#pendingFit = fit;
    this.#placed = false;
    fit();
  }

  /** @param keep a position that the padding must not cover */
  setPadding(padding: Padding, keep: LatLon | null): void {
    const was_positioned = this.#positioned;
    this.#positioned = true;
    if (same(padding, this.#padding)) return;
    this.#padding = padding;
    const covers = keep !== null && !this.shows(keep);
    if (this.#pendingFit && (covers || this.#map.isMoving())) {
      this.#pendingFit();
      return;
    }
    if (covers) {
      this.#map.easeTo({ padding, duration: easeMs(), center: at(keep) });
      return;
    }
    // The initial camera position is meant for the uncovered area. Later, the visible area stays in place: MapLibre
    // would move it by half of the padding, and a marker on the other side off the screen.
    const { left, top, width, height } = this.#area();
    const center = this.#map.unproject([left + width / 2, top + height / 2]);
    this.#map.easeTo({ padding, duration: was_positioned ? 0 : easeMs(), ...(was_positioned && { center }) });
  }

  /** Moves a position into the uncovered area unless it is already there. */
  reveal(place: LatLon): void {
    if (!this.shows(place)) this.ease(place, this.#map.getZoom());
  }

  /** The uncovered area, pixels. */
  #area() {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const { top, right, bottom, left } = this.#padding;
    return { left, top, width: clientWidth - left - right, height: clientHeight - top - bottom };
  }

  /** Width or height of the uncovered area, whichever is less. */
  #uncovered(): number {
    const { width, height } = this.#area();
    return Math.min(width, height);
  }

  /** Pixels around the uncovered area that do not count. */
  #edge(): number {
    return Math.min(EDGE, Math.floor(this.#uncovered() * MARGIN_SHARE) - 1);
  }

  /** On a map that is neither turned nor tilted the uncovered area is a range of coordinates, so that many places need no projection. */
  countOutside(places: readonly LatLon[]): number {
    if (this.#map.getBearing() !== 0 || this.#map.getPitch() !== 0)
      return places.filter((place) => !this.shows(place)).length;
    const edge = this.#edge();
    const { left, top, width, height } = this.#area();
    const northwest = this.#map.unproject([left + edge, top + edge]);
    const southeast = this.#map.unproject([left + width - edge, top + height - edge]);
    const center = this.#map.getCenter().lng;
    return places.filter((place) => {
      const { latitude, longitude } = near(place, center);
      const inside = longitude >= northwest.lng && longitude <= southeast.lng;
      return !inside || latitude > northwest.lat || latitude < southeast.lat;
    }).length;
  }

  /** @param edge pixels around the uncovered area that do not count */
  shows(place: LatLon, edge = this.#edge()): boolean {
    const { left, top, width, height } = this.#area();
    const { x, y } = project(this.#map, place);
    const across = x >= left + edge && x <= left + width - edge;
    return across && y >= top + edge && y <= top + height - edge;
  }

  /** All of them are in the uncovered area, clear of the buttons, and a fit would not tell them apart much better. */
  showsWell(places: readonly LatLon[]): boolean {
    if (this.#map.isMoving() || !places.every((place) => this.shows(place, BESIDE_BUTTONS))) return false;
    if (this.#map.getZoom() >= FIT_ZOOM) return true;
    const { width, height } = this.#area();
    const points = places.map((place) => project(this.#map, place));
    const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const across = span(points.map(({ x }) => x)) / width;
    return Math.max(across, span(points.map(({ y }) => y)) / height) >= WELL_SHARE;
  }
}

function at({ longitude, latitude }: LatLon): [number, number] {
  return [longitude, latitude];
}

function same(a: Padding, b: Padding): boolean {
  return a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;
}
