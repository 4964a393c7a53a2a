/** Places by what a person types: cities of the embedded data, and addresses from the operator's geocoder if there is one. */
import type { PlaceMatch } from '@waypost/contract/api/sites';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServerPart } from '../lib/server-part.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { CityIndex } from './city-index.ts';

/** Best first. Never throws: what cannot be asked is left out. */
export interface Geocoder {
  find(text: string): Promise<PlaceMatch[]>;
}

interface RemoteGeocoderOptions {
  /** Address of the search: `/search` of Nominatim, `/v1/search` of Pelias. Its own parameters are kept. */
  readonly url: URL;
  readonly log: Pick<Logger, 'warn'>;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const TIMEOUT_MS = 2_000;
const MOST = 6;
const MOST_REMEMBERED = 500;
const REMEMBERED_MS = 24 * 3600_000;
/** Shorter text is the beginning of a city's name. */
const SHORTEST = 4;

/** Both kinds of geocoder answer with GeoJSON when asked for it; they differ in what the name of a place is called. */
const answerSchema = z.object({ features: z.array(z.unknown()) });
const featureSchema = z.object({
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) }),
  properties: z.object({ label: z.string().optional(), display_name: z.string().optional() }),
});

export class RemoteGeocoder extends ServerPart<RemoteGeocoderOptions> implements Geocoder {
  readonly #cache = new TtlCache<PlaceMatch[]>(REMEMBERED_MS, this.now, MOST_REMEMBERED);

  async find(text: string): Promise<PlaceMatch[]> {
    if (text.length < SHORTEST) return [];
    try {
      return await this.#cache.fetch(text.toLowerCase(), () => this.#ask(text));
    } catch (error) {
      this.options.log.warn({ err: error }, 'the geocoder request failed');
      return [];
    }
  }

  async #ask(text: string): Promise<PlaceMatch[]> {
    const url = new URL(this.options.url);
    // Nominatim reads the first three, Pelias the others.
    const parameters = { q: text, format: 'geojson', limit: String(MOST), text, size: String(MOST) };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const response = await (this.options.fetch ?? fetch)(url, {
      headers: { Accept: 'application/json', 'User-Agent': 'waypost' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the geocoder answered ${response.status}`);
    const { features } = answerSchema.parse(await response.json());
    return features.flatMap((one) => matchOf(one) ?? []).slice(0, MOST);
  }
}

/** Null for a row that cannot be read: it hides none of the others. */
function matchOf(row: unknown): PlaceMatch | null {
  const { data } = featureSchema.safeParse(row);
  const name = data?.properties.label ?? data?.properties.display_name;
  const [longitude = Number.NaN, latitude = Number.NaN] = data?.geometry.coordinates ?? [];
  if (!name || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return { kind: 'address', name, region: null, country: '', latitude, longitude, population: 0 };
}

/** One after the other, in the order given; asked at the same time. */
export function allOf(geocoders: readonly Geocoder[]): Geocoder {
  return {
    find: async (text) => (await Promise.all(geocoders.map((one) => one.find(text)))).flat(),
  };
}

/** Cities, and what the operator's geocoder finds if there is one. */
export function createGeocoder(cities: CityIndex, url: URL | null, log: Logger): Geocoder {
  const embedded: Geocoder = { find: async (text) => cities.find(text) };
  return url ? allOf([embedded, new RemoteGeocoder({ url, log })]) : embedded;
}
