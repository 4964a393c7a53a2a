/** The city that a stop's name holds: "Amarillo DC 4", "Evansville, IN". */
import type { PlaceMatch } from '@waypost/contract/api/sites';
import type { LatLon } from '@waypost/geo/geodesy';
import { plain } from '../geocoding/place-search.ts';

const MOST_WORDS = 4;
/** A name without its state is taken for the largest city of that name, if that is so large and so much larger than the next. */
const FEWEST_PEOPLE = 30_000;
const TIMES_LARGER = 5;

/**
 * @param find cities by name, best first; "Amarillo, TX" narrows them
 * @returns null when the name holds no city, or cities that cannot be distinguished
 */
export function cityInName(name: string, find: (text: string) => readonly PlaceMatch[]): LatLon | null {
  const [, before, region] = /^(.*?),\s*([A-Z]{2})\b/.exec(name) ?? [];
  if (before !== undefined && region !== undefined) {
    const cities = endings(before).flatMap((words) => named(words, find(`${words}, ${region}`)));
    const city = cities.find((place) => place.region === region);
    return city ? placeOf(city) : null;
  }
  for (const words of beginnings(name)) {
    const [city, next] = named(words, find(words));
    if (!city) continue;
    const isClear =
      city.population >= FEWEST_PEOPLE && city.population >= TIMES_LARGER * (next?.population ?? 0);
    return isClear ? placeOf(city) : null;
  }
  return null;
}

const placeOf = ({ latitude, longitude }: PlaceMatch): LatLon => ({ latitude, longitude });

/** Cities of exactly this name, largest first. */
const named = (words: string, places: readonly PlaceMatch[]) =>
  places.filter((place) => plain(place.name) === words).sort((a, b) => b.population - a.population);

/** The first words, the most of them first. */
function beginnings(text: string): string[] {
  const words = plain(text).split(' ').slice(0, MOST_WORDS);
  return words.map((_, index) => words.slice(0, words.length - index).join(' ')).filter(Boolean);
}

/** The last words, the most of them first: "Walmart DC Evansville". */
function endings(text: string): string[] {
  const words = plain(text).split(' ').slice(-MOST_WORDS);
  return words.map((_, index) => words.slice(index).join(' ')).filter(Boolean);
}
