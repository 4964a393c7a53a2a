/** The trail of the open load on the living map. Loaded with the first trail. */
import type { GeoJSONSource, LayerSpecification, Map as LibraryMap } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { EMPTY } from './style-values.ts';
import { replayFeatures, trailFeatures } from './trail.ts';
import { REPLAY, TRAIL, trailLayers } from './trail-layers.ts';
import type { Trail, TrailPoint } from './types.ts';

/** The place of a replayed moment lies above what the trail itself lies under. */
const isReplay = ({ id }: LayerSpecification) => id.startsWith(REPLAY);

export class TrailControl {
  readonly #map: LibraryMap;
  readonly #below: string;
  #written: readonly TrailPoint[] | null = null;

  /** @param below layer under which the trail goes */
  constructor(map: LibraryMap, below: string) {
    this.#map = map;
    this.#below = below;
  }

  /** Draws it on the style that the map has now; null takes it away. */
  set(trail: Trail | null, theme: Theme): void {
    if (!this.#map.getSource(TRAIL)) this.#open(theme);
    const points = trail?.points ?? null;
    // The selected moment changes often, the way does not.
    if (points !== this.#written) {
      this.#written = points;
      void this.#source(TRAIL)?.setData(trailFeatures(trail));
    }
    void this.#source(REPLAY)?.setData(replayFeatures(trail?.replay));
  }

  layers(theme: Theme): LayerSpecification[] {
    return trailLayers(theme);
  }

  #open(theme: Theme): void {
    this.#written = null;
    for (const id of [TRAIL, REPLAY]) this.#map.addSource(id, { type: 'geojson', data: EMPTY });
    for (const layer of trailLayers(theme))
      this.#map.addLayer(layer, isReplay(layer) ? undefined : this.#below);
  }

  #source(id: string): GeoJSONSource | undefined {
    return this.#map.getSource<GeoJSONSource>(id);
  }
}
