/** Places on the map: draws them, zooms into clusters on click, and reports clicks and selection. */
import { boundsOf } from '@waypost/geo/bounds';
import type { GeoJSONSource, Map as LibraryMap, MapGeoJSONFeature } from 'maplibre-gl';
import type { MapCamera } from './camera.ts';
import { LAYER_PLACES, type LazyOverlay } from './lazy-overlay.ts';
import { PLACE_OVERLAY, PLACES, placeFeatures, SELECTED_PLACE } from './place-layers.ts';
import type { MapEvents, MapPlace, ScreenPoint } from './types.ts';

/** Minimum zoom when showing a place, so that its surroundings are visible. */
const PLACE_ZOOM = 13;
const HIT_TOLERANCE = 6;

interface PlaceControlOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  readonly events: Pick<MapEvents, 'onPlaceSelect'>;
  /** Null until the style has loaded. */
  readonly source: (id: string, of: LazyOverlay) => GeoJSONSource | null;
}

export class PlaceControl {
  readonly #options: PlaceControlOptions;
  #places: readonly MapPlace[] = [];
  #drawn: readonly MapPlace[] = [];
  #selected: string | null = null;
  #fitted = false;

  constructor(options: PlaceControlOptions) {
    this.#options = options;
    const { map, events } = options;
    map.on('click', ({ point }) => {
      // Maps of loads or circles have no places.
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

  /** Draws everything again after a style has loaded. */
  open(): void {
    this.#drawn = [];
    this.#draw();
  }

  fit(): void {
    const bounds = boundsOf(this.#places);
    if (!bounds) return;
    this.#options.camera.fit(bounds, this.#fitted);
    this.#fitted = true;
  }

  show(id: string): void {
    const { camera } = this.#options;
    const place = this.#places.find((candidate) => candidate.id === id);
    if (place) camera.ease(place, Math.max(camera.get().zoom, PLACE_ZOOM));
  }

  #draw(): void {
    const { source } = this.#options;
    const points = source(PLACES, PLACE_OVERLAY);
    if (points && this.#drawn !== this.#places) {
      this.#drawn = this.#places;
      void points.setData(placeFeatures(this.#places));
    }
    const selected = this.#places.filter(({ id }) => id === this.#selected);
    void source(SELECTED_PLACE, PLACE_OVERLAY)?.setData(placeFeatures(selected));
  }

  #pick({ x, y }: ScreenPoint): MapGeoJSONFeature | null {
    const { map } = this.#options;
    if (map.isMoving() || !map.getLayer(LAYER_PLACES)) return null;
    const [picked] = map.queryRenderedFeatures(
      [
        [x - HIT_TOLERANCE, y - HIT_TOLERANCE],
        [x + HIT_TOLERANCE, y + HIT_TOLERANCE],
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
      const zoom = await source(PLACES, PLACE_OVERLAY)?.getClusterExpansionZoom(
        Number(properties.cluster_id),
      );
      if (zoom !== undefined) camera.ease({ latitude, longitude }, zoom + 0.2);
    } catch {
      // The cluster no longer exists; the map already shows its replacement.
    }
  }
}
