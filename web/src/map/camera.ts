/** Where the map looks: fits, padding and what interrupts what. */
import type { Bounds } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import type { Map as LibraryMap } from 'maplibre-gl';
import { prefs } from '../ui/prefs.ts';
import type { Camera, Padding } from './types.ts';

/** Closest that fitting goes by itself: a town and the roads to it. */
const FIT_ZOOM = 11;
const FIT_MARGIN = 56;
/** A marker nearer to the edge than this counts as not in view. */
const EDGE = 24;
const EASE_MS = 400;
/** What the system says of motion, the library obeys by itself; what the person says here, it cannot know. */
const easeMs = (): number => (prefs.get().motion === 'reduced' ? 0 : EASE_MS);

export class MapCamera {
  readonly #map: LibraryMap;
  #padding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
  /** The fit last asked for, until the camera is sent elsewhere. */
  #goal: (() => void) | null = null;
  #reported = '';
  #began = false;

  /** @param onMove called when the camera has come to rest at another place. */
  constructor(map: LibraryMap, onMove: (camera: Camera) => void) {
    this.#map = map;
    map.on('movestart', ({ originalEvent }) => {
      // A hand on the map goes before any fit.
      if (originalEvent) this.#goal = null;
    });
    map.on('moveend', () => {
      const camera = this.get();
      const key = `${camera.longitude.toFixed(5)} ${camera.latitude.toFixed(5)} ${camera.zoom.toFixed(2)}`;
      if (key === this.#reported) return;
      this.#reported = key;
      onMove(camera);
    });
  }

  get(): Camera {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  jump(camera: Camera): void {
    this.#goal = null;
    this.#map.jumpTo({ center: at(camera), zoom: camera.zoom, padding: this.#padding });
  }

  ease(where: LatLon, zoom: number): void {
    this.#map.easeTo({ center: at(where), zoom, padding: this.#padding, duration: easeMs() });
  }

  zoomBy(steps: number): void {
    this.#goal = null;
    this.#map.zoomTo(this.#map.getZoom() + steps, { duration: easeMs() });
  }

  /** @param animate false for the very first look, where there is nothing to move away from. */
  fit({ west, south, east, north }: Bounds, animate: boolean, closest = FIT_ZOOM): void {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    // The library fits into the padding it has now, not into the one it is on its way to.
    this.#map.setPadding(this.#padding);
    this.#map.fitBounds([west, south, east, north], {
      // Never so wide that nothing is left to fit into.
      padding: Math.min(FIT_MARGIN, clientWidth / 10, clientHeight / 10),
      maxZoom: closest,
      duration: animate ? easeMs() : 0,
    });
  }

  /** Moves towards a fit; remembered, so that a change of padding meanwhile does not lose it. */
  pursue(goal: () => void): void {
    this.#goal = goal;
    goal();
  }

  /** @param keep what must not end up under the padding. */
  setPadding(padding: Padding, keep: LatLon | null): void {
    const began = this.#began;
    this.#began = true;
    if (same(padding, this.#padding)) return;
    this.#padding = padding;
    if (this.#goal && this.#map.isMoving()) {
      this.#goal();
      return;
    }
    if (keep && !this.shows(keep)) {
      this.#map.easeTo({ padding, duration: easeMs(), center: at(keep) });
      return;
    }
    // Where the map begins, its camera is meant for the uncovered part. Later what is seen stays in its place: the library would
    // move it by half of what is covered, and a marker on the other side out of the map.
    const center = began ? { center: this.#map.unproject(this.#middleOf(padding)) } : {};
    this.#map.easeTo({ padding, duration: began ? 0 : easeMs(), ...center });
  }

  /** Brings a place into the uncovered part, if it is not there. */
  reveal(place: LatLon): void {
    if (!this.shows(place)) this.ease(place, this.#map.getZoom());
  }

  #middleOf({ top, right, bottom, left }: Padding): [number, number] {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return [(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2];
  }

  /** Whether a place is in the uncovered part. */
  shows(place: LatLon): boolean {
    const { top, right, bottom, left } = this.#padding;
    // On the copy of the world that is viewed.
    const turns = Math.round((this.#map.getCenter().lng - place.longitude) / 360);
    const { x, y } = this.#map.project([place.longitude + 360 * turns, place.latitude]);
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const across = x >= left + EDGE && x <= clientWidth - right - EDGE;
    return across && y >= top + EDGE && y <= clientHeight - bottom - EDGE;
  }
}

function at({ longitude, latitude }: LatLon): [number, number] {
  return [longitude, latitude];
}

function same(a: Padding, b: Padding): boolean {
  return a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;
}
