/** Finds places by text: cities of the embedded data, and addresses from the operator's geocoder if configured. */
import type { PlaceMatch } from '@waypost/contract/api/sites';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import type { CityIndex } from './city-index.ts';

/** Best first. Never throws: results of a failed request are omitted. */
export interface Geocoder {
  find(text: string): Promise<PlaceMatch[]>;
}

interface RemoteGeocoderOptions {
  /** Search URL: `/search` of Nominatim, `/v1/search` of Pelias. Its own parameters are kept. */
  readonly url: URL;
  readonly log: Pick<Logger, 'warn'>;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

const TIMEOUT_MS = 2_000;
const MAX_RESULTS = 6;
const MAX_CACHED = 500;
const CACHE_MS = 24 * 3600_000;
/** Shorter text is treated as the start of a city name. */
const MIN_TEXT_LENGTH = 4;

/** Both kinds of geocoder respond with GeoJSON, but use different properties for the name of a place. */
const answerSchema = z.object({ features: z.array(z.unknown()) });
const featureSchema = z.object({
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) }),
  properties: z.object({ label: z.string().optional(), display_name: z.string().optional() }),
});

export class RemoteGeocoder extends ServerPart<RemoteGeocoderOptions> implements Geocoder {
  readonly #cache = new TtlCache<PlaceMatch[]>(CACHE_MS, this.monotonicNow, MAX_CACHED);

  async find(text: string): Promise<PlaceMatch[]> {
    if (text.length < MIN_TEXT_LENGTH) return [];
    try {
      return await this.#cache.fetch(text.toLowerCase(), () => this.#request(text));
    } catch (error) {
      this.options.log.warn({ err: error }, 'the geocoder request failed');
      return [];
    }
  }

  async #request(text: string): Promise<PlaceMatch[]> {
    const url = new URL(this.options.url);
    // Nominatim reads the first three, Pelias the others.
    const parameters = {
      q: text,
      format: 'geojson',
      limit: String(MAX_RESULTS),
      text,
      size: String(MAX_RESULTS),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const response = await (this.options.fetch ?? fetch)(url, {
      headers: { Accept: 'application/json', 'User-Agent': 'waypost' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the geocoder answered ${response.status}`);
    const { features } = answerSchema.parse(await response.json());
    return features.flatMap((one) => matchOf(one) ?? []).slice(0, MAX_RESULTS);
  }
}

/** Null for an unreadable row, so that it does not affect the others. */
function matchOf(row: unknown): PlaceMatch | null {
  const { data } = featureSchema.safeParse(row);
  const name = data?.properties.label ?? data?.properties.display_name;
  const [longitude = Number.NaN, latitude = Number.NaN] = data?.geometry.coordinates ?? [];
  if (!name || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return { kind: 'address', name, region: null, country: '', latitude, longitude, population: 0 };
}

/** Queries all in parallel; results in the order given. */
export function combineGeocoders(geocoders: readonly Geocoder[]): Geocoder {
  return {
    find: async (text) => (await Promise.all(geocoders.map((one) => one.find(text)))).flat(),
  };
}

export function createGeocoder(cities: CityIndex, url: URL | null, log: Logger): Geocoder {
  const embedded: Geocoder = { find: async (text) => cities.find(text) };
  return url ? combineGeocoders([embedded, new RemoteGeocoder({ url, log })]) : embedded;
}
