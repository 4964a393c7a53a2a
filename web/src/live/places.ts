/** Matches stop names with sites of the site book, and builds the suggestions of a place field. */
import type { PlaceMatch, Site } from '@waypost/contract/api/sites';
import type { LatLon } from '@waypost/geo/geodesy';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { coordinatesIn } from '../geo/parse-coordinates.ts';
import { coordinatesText } from '../ui/quantities.ts';
import type { Suggestion } from '../ui/Suggest.tsx';
import { numberText } from '../ui/units.ts';

const SYNONYMS: Readonly<Record<string, string>> = {
  dc: 'distributioncenter',
  whse: 'warehouse',
  wh: 'warehouse',
  ctr: 'center',
  centre: 'center',
  plt: 'plant',
  term: 'terminal',
  saint: 'st',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
};
const STOP_WORDS = new Set(['the', 'of', 'at', 'and', 'no', 'inc', 'llc', 'co']);

export function wordsOf(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/distribution (center|centre|ctr)/g, 'dc');
  const words = plain.match(/[\p{L}]+|\p{N}+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => SYNONYMS[word] ?? word.replace(/^0+(?=\d)/, ''));
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/**
 * 0 (nothing in common) to 1 (the same words). Different numbers never match ("DC 4" is not "DC 5"), and neither do names that begin
 * with different words, usually their cities: a customer's plant in Abbotsford is not its market in Baltimore.
 */
function similarity(a: readonly string[], b: readonly string[]): number {
  const numbers = (words: readonly string[]) => words.filter(isNumber).toSorted().join(' ');
  const [numbers_a, numbers_b] = [numbers(a), numbers(b)];
  if (numbers_a !== '' && numbers_b !== '' && numbers_a !== numbers_b) return 0;
  const [left, right] = [new Set(a), new Set(b)];
  if (left.size + right.size === 0) return 0;
  const begins = ([first = '']: readonly string[], other: ReadonlySet<string>) => other.has(first);
  if (!begins(a, right) && !begins(b, left)) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / (left.size + right.size);
}

const MIN_SIMILARITY = 0.6;
const MAX_SIMILAR = 3;

/**
 * @returns `exact`: the site with the same name, ignoring case, accents and punctuation; null when none or several have it. `similar`:
 * similar names as suggestions, best first, at most three.
 */
export function matchSites<T extends { readonly name: string }>(name: string, sites: readonly T[]) {
  const words = wordsOf(name);
  if (words.length === 0) return { exact: null, similar: [] };
  const literal = sites.filter((site) => site.name.trim().toLowerCase() === name.trim().toLowerCase());
  const scored = sites
    .map((site) => ({ site, score: similarity(words, wordsOf(site.name)) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score);
  const same = scored.filter(({ score }) => score === 1).map(({ site }) => site);
  const exact = literal.length === 1 ? literal[0] : same.length === 1 ? same[0] : undefined;
  if (exact) return { exact, similar: [] };
  return { exact: null, similar: scored.slice(0, MAX_SIMILAR).map(({ site }) => site) };
}

export interface PickedPlace extends LatLon {
  /** City, address or site name; null for bare coordinates. */
  readonly name: string | null;
  readonly place_name: string | null;
  readonly site: Site | null;
  /** The center of a city: nothing stops exactly there. */
  readonly is_city: boolean;
}

/** Bare coordinates. */
export const placeAt = ({ latitude, longitude }: LatLon): PickedPlace => ({
  latitude,
  longitude,
  name: null,
  place_name: null,
  site: null,
  is_city: false,
});

interface PlaceQuery {
  readonly typed: string;
  /** A stop name whose similar sites are suggested while the field is empty. */
  readonly similar_to: string;
  readonly sites: readonly Site[];
  readonly places: readonly PlaceMatch[];
  readonly unit: LengthUnit;
  readonly pick: (place: PickedPlace) => void;
}

const MAX_SITES = 8;
const MAX_PLACES = 6;

export function placeSuggestions(query: PlaceQuery): readonly Suggestion[] {
  const { typed, similar_to, sites, places, unit, pick } = query;
  const read = coordinatesIn(typed);
  if (read?.ok)
    return [
      {
        id: 'coordinates',
        group: 'Coordinates',
        title: coordinatesText(read),
        detail: read.understood,
        pick: () => pick(placeAt(read)),
      },
    ];
  return [
    ...findSites(sites, typed || similar_to).map(
      (site): Suggestion => ({
        id: site.id,
        group: 'Site book',
        title: site.name,
        detail: `${lengthText(site.radius_meters, unit)} around ${coordinatesText(site)}`,
        pick: () => pick({ ...placeAt(site), name: site.name, place_name: site.name, site }),
      }),
    ),
    ...[
      ...nearFirst(places.filter(({ kind }) => kind === 'city')).slice(0, MAX_PLACES),
      ...places.filter(({ kind }) => kind === 'address'),
    ].map(
      (place): Suggestion => ({
        id: `${place.name} ${place.latitude} ${place.longitude}`,
        group: place.kind === 'city' ? 'Cities' : 'Addresses',
        title: [place.name, place.region, place.country].filter((part) => part).join(', '),
        detail: place.population > 0 ? `${numberText(place.population)} people` : undefined,
        pick: () =>
          pick({
            ...placeAt(place),
            name: place.name,
            place_name: placeName(place),
            is_city: place.kind === 'city',
          }),
      }),
    ),
  ];
}

/** `Evansville, IN` */
export const placeName = ({ name, region }: PlaceMatch): string => (region ? `${name}, ${region}` : name);

/** Places in North America are suggested first. */
const NEAR = new Set(['US', 'CA', 'MX']);
const nearFirst = <T extends { readonly country: string }>(places: readonly T[]): readonly T[] => [
  ...places.filter(({ country }) => NEAR.has(country)),
  ...places.filter(({ country }) => !NEAR.has(country)),
];

/** Sites whose name contains every word, in any order; names that start with the text first. */
function findSites(sites: readonly Site[], text: string): readonly Site[] {
  const plain = text.trim().toLowerCase();
  if (plain === '') return sites.slice(0, MAX_SITES);
  const words = wordsOf(text);
  const found = sites.filter(({ name }) => {
    if (name.toLowerCase().includes(plain)) return true;
    const site_words = wordsOf(name);
    return words.length > 0 && words.every((word) => site_words.some((one) => one.startsWith(word)));
  });
  const first = (site: Site) => (site.name.toLowerCase().startsWith(plain) ? 0 : 1);
  return found.toSorted((a, b) => first(a) - first(b)).slice(0, MAX_SITES);
}
