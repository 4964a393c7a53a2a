/** What a field for a place offers: coordinates as they were typed, sites of the book, cities and addresses. */
import type { PlaceMatch, Site } from '@waypost/contract/api/sites';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { looksLikeCoordinates, parseCoordinates } from '../geo/parse-coordinates.ts';
import type { Suggestion } from '../ui/Suggest.tsx';
import { coordinatesText, personLocale } from '../ui/units.ts';
import { wordsOf } from './match-sites.ts';

export interface PickedPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** `Amarillo`, or the name of the site; null for bare coordinates. */
  readonly name: string | null;
  /** `Amarillo, TX`, or the name of the site. */
  readonly place_name: string | null;
  /** Null: not of the book. */
  readonly site: Site | null;
}

export interface PlaceQuestion {
  readonly typed: string;
  /** Name whose similar sites are offered while nothing is typed. */
  readonly similar_to: string;
  readonly sites: readonly Site[];
  /** As the server found them for what is typed. */
  readonly places: readonly PlaceMatch[];
  readonly unit: LengthUnit;
  readonly pick: (place: PickedPlace) => void;
}

const MOST_SITES = 8;
const MOST_PLACES = 6;

export function placeSuggestions(question: PlaceQuestion): readonly Suggestion[] {
  const { typed, similar_to, sites, places, unit, pick } = question;
  const read = looksLikeCoordinates(typed) ? parseCoordinates(typed) : null;
  if (read?.ok) {
    const { latitude, longitude } = read;
    return [
      {
        id: 'coordinates',
        group: 'Coordinates',
        title: coordinatesText(read),
        detail: read.understood,
        pick: () => pick({ latitude, longitude, name: null, place_name: null, site: null }),
      },
    ];
  }
  return [
    ...findSites(sites, typed || similar_to).map(
      (site): Suggestion => ({
        id: site.id,
        group: 'Site book',
        title: site.name,
        detail: `${lengthText(site.radius_meters, unit)} around ${coordinatesText(site)}`,
        pick: () => {
          const { latitude, longitude, name } = site;
          pick({ latitude, longitude, name, place_name: name, site });
        },
      }),
    ),
    ...[
      ...nearFirst(places.filter(({ kind }) => kind === 'city')).slice(0, MOST_PLACES),
      ...places.filter(({ kind }) => kind === 'address'),
    ].map(
      (place): Suggestion => ({
        id: `${place.name} ${place.latitude} ${place.longitude}`,
        group: place.kind === 'city' ? 'Cities' : 'Addresses',
        title: [place.name, place.region, place.country].filter((part) => part).join(', '),
        detail:
          place.population > 0 ? `${place.population.toLocaleString(personLocale())} people` : undefined,
        pick: () => {
          const { latitude, longitude, name, region } = place;
          const place_name = region ? `${name}, ${region}` : name;
          pick({ latitude, longitude, name, place_name, site: null });
        },
      }),
    ),
  ];
}

/** Trucks drive here; the rest of the world comes after. */
const NEAR = new Set(['US', 'CA', 'MX']);
const nearFirst = <T extends { readonly country: string }>(places: readonly T[]): readonly T[] => [
  ...places.filter(({ country }) => NEAR.has(country)),
  ...places.filter(({ country }) => !NEAR.has(country)),
];

/** Sites whose name holds every word, in any order; those that begin with them first. */
function findSites(sites: readonly Site[], text: string): readonly Site[] {
  const plain = text.trim().toLowerCase();
  if (plain === '') return sites.slice(0, MOST_SITES);
  const words = wordsOf(text);
  const found: Site[] = [];
  for (const site of sites) {
    const name = site.name.toLowerCase();
    const own = wordsOf(site.name);
    const fits =
      name.includes(plain) ||
      (words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word))));
    if (fits) found.push(site);
  }
  const first = (site: Site) => (site.name.toLowerCase().startsWith(plain) ? 0 : 1);
  return found.toSorted((a, b) => first(a) - first(b)).slice(0, MOST_SITES);
}
