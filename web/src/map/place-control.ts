/** Plain points on the living map: writes them, opens what stands close together by zoom, and reports clicks. */
import { boundsOf } from '@waypost/geo/bounds';
import type { GeoJSONSource, Map as LibraryMap, MapGeoJSONFeature } from 'maplibre-gl';
import type { MapCamera } from './camera.ts';
import { LAYER_PLACES, PLACE_CHOSEN, PLACES, placeFeatures } from './overlay.ts';
import type { MapEvents, MapPlace, ScreenPoint } from './types.ts';

/** A place is viewed from here, at least: what is around it is then visible. */
const PLACE_ZOOM = 13;
const REACH = 6;

interface PlaceControlOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  readonly events: Pick<MapEvents, 'onPlaceSelect'>;
  /** Null while the style is on its way. */
  readonly source: (id: string) => GeoJSONSource | null;
}

export class PlaceControl {
  readonly #options: PlaceControlOptions;
  #places: readonly MapPlace[] = [];
  #written: readonly MapPlace[] = [];
  #selected: string | null = null;
  #shown = false;

  constructor(options: PlaceControlOptions) {
    this.#options = options;
    const { map, events } = options;
    map.on('click', ({ point }) => {
      // Maps of loads and of circles have none of these, and never ask.
      if (this.#places.length === 0) return;
      const picked = this.#pick(point);
      if (picked === null) events.onPlaceSelect(null);
      else if (picked.properties.cluster === true) void this.#open(picked);
      else events.onPlaceSelect(String(picked.properties.id));
    });
    map.on('mousemove', ({ point }) => {
      if (this.#places.length === 0) return;
      map.getContainer().dataset.over = this.#pick(point) ? 'place' : '';
    });
  }

  set(places: readonly MapPlace[], selected_id: string | null): void {
    this.#places = places;
    this.#selected = selected_id;
    this.#draw();
  }

  /** The map has a new style, and nothing on it. */
  open(): void {
    this.#written = [];
    this.#draw();
  }

  fit(): void {
    const bounds = boundsOf(this.#places);
    if (!bounds) return;
    this.#options.camera.fit(bounds, this.#shown);
    this.#shown = true;
  }

  show(id: string): void {
    const { camera } = this.#options;
    const place = this.#places.find((one) => one.id === id);
    if (place) camera.ease(place, Math.max(camera.get().zoom, PLACE_ZOOM));
  }

  #draw(): void {
    const { source } = this.#options;
    const points = source(PLACES);
    if (points && this.#written !== this.#places) {
      this.#written = this.#places;
      void points.setData(placeFeatures(this.#places));
    }
    const chosen = this.#places.filter(({ id }) => id === this.#selected);
    void source(PLACE_CHOSEN)?.setData(placeFeatures(chosen));
  }

  #pick({ x, y }: ScreenPoint): MapGeoJSONFeature | null {
    const { map } = this.#options;
    if (map.isMoving() || !map.getLayer(LAYER_PLACES)) return null;
    const [picked] = map.queryRenderedFeatures(
      [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ],
      { layers: [LAYER_PLACES], validate: false },
    );
    return picked ?? null;
  }

  async #open({ properties, geometry }: MapGeoJSONFeature): Promise<void> {
    if (geometry.type !== 'Point') return;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const { source, camera } = this.#options;
    try {
      const zoom = await source(PLACES)?.getClusterExpansionZoom(Number(properties.cluster_id));
      if (zoom !== undefined) camera.ease({ latitude, longitude }, zoom + 0.2);
    } catch {
      // It went away between the click and the answer: the map has already drawn what took its place.
    }
  }
}
