/** Street tiles and satellite imagery on top of the basemap. Loaded when first needed, because it imports another library. */
import { addProtocol, type LayerSpecification, type Map as LibraryMap } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { Theme } from '../ui/health.ts';
import { FIRST_STREET_NAME, STREET_ATTRIBUTION, STREETS, streetLayers } from './street-layers.ts';
import type { MapImagery } from './types.ts';

const IMAGERY = 'imagery';
const PROTOCOL = 'pmtiles';

const protocol = new Protocol();
addProtocol(PROTOCOL, protocol.tile);

interface DetailControlOptions {
  readonly map: LibraryMap;
  /** Streets and imagery are inserted below the first of these layers that exists. */
  readonly below: readonly string[];
}

export class DetailControl {
  readonly #map: LibraryMap;
  readonly #below: readonly string[];

  constructor({ map, below }: DetailControlOptions) {
    this.#map = map;
    this.#below = below;
  }

  /** @param url absolute URL of the tile archive */
  showStreets(url: string, theme: Theme): void {
    const map = this.#map;
    if (map.getSource(STREETS)) return;
    map.addSource(STREETS, { type: 'vector', url: `${PROTOCOL}://${url}`, attribution: STREET_ATTRIBUTION });
    const before = this.#firstOf(this.#below);
    for (const layer of streetLayers(theme)) map.addLayer(layer, before);
  }

  /** The street layers, even when streets are not shown. */
  layers(theme: Theme): LayerSpecification[] {
    return streetLayers(theme);
  }

  setImagery(imagery: MapImagery | null): void {
    const map = this.#map;
    if (map.getLayer(IMAGERY)) map.removeLayer(IMAGERY);
    if (map.getSource(IMAGERY)) map.removeSource(IMAGERY);
    if (imagery === null) return;
    const { url, attribution } = imagery;
    map.addSource(IMAGERY, {
      type: 'raster',
      tiles: [url],
      tileSize: 256,
      attribution: escapeHtml(attribution),
    });
    map.addLayer(
      { id: IMAGERY, type: 'raster', source: IMAGERY },
      this.#firstOf([FIRST_STREET_NAME, ...this.#below]),
    );
  }

  #firstOf(ids: readonly string[]): string | undefined {
    return ids.find((id) => this.#map.getLayer(id));
  }
}

/** MapLibre parses attributions as HTML. */
function escapeHtml(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
