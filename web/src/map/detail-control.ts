/** What lies on the basemap where a person looks closely: streets from an archive, and imagery. Loaded when first needed, for it brings a library of its own. */
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
  /** Layer ids under which streets and imagery go; the first that the map has. */
  readonly below: readonly string[];
}

export class DetailControl {
  readonly #map: LibraryMap;
  readonly #below: readonly string[];

  constructor({ map, below }: DetailControlOptions) {
    this.#map = map;
    this.#below = below;
  }

  /** @param url of the archive, absolute */
  showStreets(url: string, theme: Theme): void {
    const map = this.#map;
    if (map.getSource(STREETS)) return;
    map.addSource(STREETS, { type: 'vector', url: `${PROTOCOL}://${url}`, attribution: STREET_ATTRIBUTION });
    const before = this.#firstOf(this.#below);
    for (const layer of streetLayers(theme)) map.addLayer(layer, before);
  }

  /** Of the streets, also while none are shown. */
  layers(theme: Theme): LayerSpecification[] {
    return streetLayers(theme);
  }

  /** Null takes it away. */
  setImagery(imagery: MapImagery | null): void {
    const map = this.#map;
    if (map.getLayer(IMAGERY)) map.removeLayer(IMAGERY);
    if (map.getSource(IMAGERY)) map.removeSource(IMAGERY);
    if (imagery === null) return;
    const { url, attribution } = imagery;
    map.addSource(IMAGERY, { type: 'raster', tiles: [url], tileSize: 256, attribution: asText(attribution) });
    map.addLayer(
      { id: IMAGERY, type: 'raster', source: IMAGERY },
      this.#firstOf([FIRST_STREET_NAME, ...this.#below]),
    );
  }

  #firstOf(ids: readonly string[]): string | undefined {
    return ids.find((id) => this.#map.getLayer(id));
  }
}

/** The library reads an attribution as HTML. */
function asText(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
