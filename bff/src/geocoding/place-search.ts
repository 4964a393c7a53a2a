/** Cities by name, out of the embedded data set: nobody outside learns what a dispatcher looks for. */
import type { PlaceMatch } from '@waypost/contract/api/sites';

interface NamedPlace extends PlaceMatch {
  /** The name, plain. */
  readonly words: string;
}

const MOST = 10;
/** Letters of a word's beginning by which places are kept apart. */
const KEY_LETTERS = 3;
const ROOM_FOR_WORDS = 3;
const NEAR: ReadonlySet<string> = new Set(['US', 'CA', 'MX']);

/** Without accents, case, and punctuation between words. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export class CitySearch {
  readonly #places: readonly NamedPlace[];
  /** By the letters that a word of the name and what follows it begin with: each stop of a load is looked up. */
  readonly #byLetters = new Map<string, NamedPlace[]>();

  /** In any order. */
  constructor(places: readonly PlaceMatch[]) {
    this.#places = places
      .map((place) => ({ ...place, words: plain(place.name) }))
      .sort((a, b) => b.population - a.population);
    for (const place of this.#places) {
      let at = 0;
      do {
        const letters = place.words.slice(at, at + KEY_LETTERS);
        const bucket = this.#byLetters.get(letters);
        if (!bucket) this.#byLetters.set(letters, [place]);
        else if (bucket.at(-1) !== place) bucket.push(place);
        at = place.words.indexOf(' ', at) + 1;
      } while (at > 0);
    }
  }

  /**
   * Those whose name begins with the text, then those with a word that does; each by population, North America first. What stands behind a comma, or a last
   * word of two or three letters that is a region, narrows it: "Amarillo, TX", "London ON", "Laredo, mx".
   */
  find(text: string): PlaceMatch[] {
    const comma = text.indexOf(',');
    if (comma >= 0) return this.#named(plain(text.slice(0, comma)), plain(text.slice(comma + 1)));
    const words = plain(text);
    const whole = this.#named(words, '');
    const space = words.lastIndexOf(' ');
    const last = words.slice(space + 1);
    if (space < 0 || last.length > 3) return whole;
    const narrowed = this.#named(words.slice(0, space), last);
    const seen = new Set(whole);
    return [...whole, ...narrowed.filter((place) => !seen.has(place))].slice(0, MOST);
  }

  /** All with a word that begins with these letters, and some others, largest first. */
  #candidates(name: string): readonly NamedPlace[] {
    if (name.length < KEY_LETTERS) return this.#places;
    return this.#byLetters.get(name.slice(0, KEY_LETTERS)) ?? [];
  }

  #named(name: string, region: string): PlaceMatch[] {
    if (name === '') return [];
    // On this continent before anywhere else; there, names before words.
    const kinds: NamedPlace[][] = [[], [], [], []];
    const inner = ` ${name}`;
    for (const place of this.#candidates(name)) {
      if (region !== '' && !lies(place, region)) continue;
      const begins = place.words.startsWith(name);
      if (!begins && !place.words.includes(inner)) continue;
      const kind = kinds[(NEAR.has(place.country) ? 0 : 2) + (begins ? 0 : 1)];
      if (kind && kind.length < MOST) kind.push(place);
    }
    const [names = [], words = [], farNames = [], farWords = []] = kinds;
    // However many begin with it, the best known with such a word is shown: "Paso" is El Paso for most.
    const room = MOST - Math.min(ROOM_FOR_WORDS, words.length);
    return [...names.slice(0, room), ...words, ...names.slice(room), ...farNames, ...farWords].slice(0, MOST);
  }
}

/** While a region is being typed, its beginning is enough. */
function lies({ region, country }: PlaceMatch, text: string): boolean {
  const parts = text.split(' ');
  return parts.every((part) => [region, country].some((code) => code?.toLowerCase().startsWith(part)));
}
