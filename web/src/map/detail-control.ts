/** Street tiles and satellite imagery on top of the basemap. Loaded when first needed, because it imports another library. */
import { declaredLayers, tileSchema } from '@waypost/contract/tile-schema';
import { addProtocol, type LayerSpecification, type Map as LibraryMap } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import type { Theme } from '../ui/health.ts';
import { CORRIDOR_NUMBERS } from './basemap-style.ts';
import { firstOf } from './lazy-overlay.ts';
import {
  FIRST_STREET_NAME,
  SIMULATED_ATTRIBUTION,
  STREET_ATTRIBUTION,
  STREETS,
  streetLayers,
} from './street-layers.ts';
import type { MapImagery } from './types.ts';

const IMAGERY = 'imagery';
const PROTOCOL = 'pmtiles';
/** Time between attempts to read an archive that cannot be read. */
const RETRY_MS = 30_000;

const protocol = new Protocol();
addProtocol(PROTOCOL, protocol.tile);

interface DetailControlOptions {
  readonly map: LibraryMap;
  /** Streets and imagery are inserted below the first of these layers that exists. */
  readonly below: readonly string[];
  /** Why there are no streets, as a sentence; null: there are again. */
  readonly onStreetsProblem: (problem: string | null) => void;
  readonly theme: () => Theme;
}

export class DetailControl {
  readonly #options: DetailControlOptions;
  #url: string | null = null;
  #simulated = false;
  /** The archive's schema is not supported. */
  #refused = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: DetailControlOptions) {
    this.#options = options;
    options.map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === STREETS) this.#streetsFailed();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  /**
   * @param url absolute URL of the tile archive
   * @param simulated the streets were made up for the demonstration
   */
  showStreets(url: string, simulated: boolean): void {
    this.#simulated = simulated;
    if (
      this.#url === url &&
      (this.#options.map.getSource(STREETS) || this.#retry !== undefined || this.#refused)
    )
      return;
    this.#url = url;
    this.#addStreets(url);
    // The server has checked its own archive at start, but not one of another server.
    void this.#checkSchema(url);
  }

  #addStreets(url: string): void {
    const { map } = this.#options;
    // A new reader, because the previous one caches the directory of an archive that may have been replaced.
    protocol.add(new PMTiles(url));
    const attribution = this.#simulated ? SIMULATED_ATTRIBUTION : STREET_ATTRIBUTION;
    map.addSource(STREETS, { type: 'vector', url: `${PROTOCOL}://${url}`, attribution });
    // Simulated highways have no numbers, because they are where our corridors are.
    const before = firstOf(
      map,
      this.#simulated ? [CORRIDOR_NUMBERS, ...this.#options.below] : this.#options.below,
    );
    for (const layer of streetLayers(this.#options.theme())) map.addLayer(layer, before);
  }

  #removeStreets(): void {
    const { map } = this.#options;
    for (const { id } of streetLayers(this.#options.theme())) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(STREETS)) map.removeSource(STREETS);
  }

  async #checkSchema(url: string): Promise<void> {
    const metadata = await protocol
      .get(url)
      ?.getMetadata()
      // Fails again for the tiles, which is reported there.
      .catch(() => null);
    if (this.#closed || metadata === null || metadata === undefined) return;
    const layers = declaredLayers(metadata);
    if (layers.length === 0) {
      this.#options.map.on('idle', this.#lookForRoads);
      return;
    }
    const schema = tileSchema(layers);
    if (schema.supported) return;
    this.#refused = true;
    this.#removeStreets();
    this.#options.onStreetsProblem(
      `No streets: the archive uses the schema ${schema.name}. Administrators: only Protomaps is supported.`,
    );
  }

  /** Judges an archive that declares no layers by what its tiles have, so that the map is not silently empty. */
  readonly #lookForRoads = () => {
    const roads = this.#options.map.getSource(STREETS)
      ? this.#options.map.querySourceFeatures(STREETS, { sourceLayer: 'roads' })
      : [];
    const found = roads.some(({ properties }) => 'kind' in properties || 'pmap:kind' in properties);
    if (found) this.#options.map.off('idle', this.#lookForRoads);
    this.#options.onStreetsProblem(
      found
        ? null
        : 'No streets found so far: the archive does not name its schema. Administrators: only Protomaps is supported.',
    );
  };

  /** What was drawn stays. Tries again until the archive can be read. */
  #streetsFailed(): void {
    if (this.#closed || this.#refused || this.#retry !== undefined) return;
    this.#options.onStreetsProblem("Streets can't be loaded. Trying again.");
    this.#retry = setTimeout(() => void this.#tryAgain(), RETRY_MS);
  }

  async #tryAgain(): Promise<void> {
    const url = this.#url;
    if (url === null) return;
    // Not from the browser's cache, which keeps parts of the archive.
    const answer = await fetch(url, { headers: { Range: 'bytes=0-6' }, cache: 'no-store' }).catch(() => null);
    void answer?.body?.cancel();
    if (this.#closed) return;
    this.#retry = undefined;
    if (!answer?.ok) {
      this.#streetsFailed();
      return;
    }
    this.#removeStreets();
    this.#addStreets(url);
    this.#options.onStreetsProblem(null);
  }

  /** The street layers, even when streets are not shown. */
  layers(theme: Theme): LayerSpecification[] {
    return streetLayers(theme);
  }

  setImagery(imagery: MapImagery | null): void {
    const { map } = this.#options;
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
      firstOf(map, [FIRST_STREET_NAME, ...this.#options.below]),
    );
  }
}

/** MapLibre parses attributions as HTML. */
function escapeHtml(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
