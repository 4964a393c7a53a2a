/** What people call a time zone, and finding zones by it: city, state, abbreviation or offset. */

import { regionCodeOf } from '@waypost/geo/region-names';
import { nameAt } from './time.ts';

export interface ZoneNames {
  /** IANA name. */
  readonly zone: string;
  /** Minutes ahead of UTC at the given time. */
  readonly offset: number;
  /** `Central Time` */
  readonly generic: string;
  /** The abbreviation at the given time: `CST`, `UTC`, `GMT+1`. */
  readonly short: string;
  /** Of the whole year, in lower case: `cst`, `cdt`. Empty where only the offset is used. */
  readonly abbreviations: readonly string[];
}

const HALF_YEAR_MS = 182 * 86_400_000;
/** Names change with the clocks, on the hour at most. */
const HOUR_MS = 3_600_000;
const names_by_zone = new Map<string, ZoneNames>();
let hour_of_names = 0;

/**
 * Slow, so results are cached.
 * @param zone IANA name
 * @param now Unix milliseconds
 */
export function zoneNames(zone: string, now: number): ZoneNames {
  const hour = Math.floor(now / HOUR_MS);
  if (hour !== hour_of_names) names_by_zone.clear();
  hour_of_names = hour;
  const known = names_by_zone.get(zone);
  if (known) return known;
  const [, sign = '+', hours = '0', minutes = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(nameAt(now, zone, 'longOffset')) ?? [];
  const short = nameAt(now, zone);
  const names: ZoneNames = {
    zone,
    offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    generic: nameAt(now, zone, 'longGeneric'),
    short,
    abbreviations: [...new Set([short, nameAt(now + HALF_YEAR_MS, zone)])]
      .filter((name) => /^[A-Z]+$/.test(name))
      .map((name) => name.toLowerCase()),
  };
  names_by_zone.set(zone, names);
  return names;
}

/** States, provinces and large cities that do not name a zone themselves. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'America/New_York': [
    ...['Connecticut', 'Delaware', 'Florida', 'Georgia', 'Indiana', 'Kentucky', 'Maine', 'Maryland'],
    ...['Massachusetts', 'Michigan', 'New Hampshire', 'New Jersey', 'North Carolina', 'Ohio', 'Pennsylvania'],
    ...['Rhode Island', 'South Carolina', 'Tennessee', 'Vermont', 'Virginia', 'West Virginia'],
    ...['Washington DC', 'Albany', 'Allentown', 'Atlanta', 'Baltimore', 'Boston', 'Buffalo', 'Charleston'],
    ...['Charlotte', 'Chattanooga', 'Cincinnati', 'Cleveland', 'Columbus', 'Dayton', 'Greensboro'],
    ...['Greenville', 'Harrisburg', 'Hartford', 'Jacksonville', 'Knoxville', 'Lexington', 'Miami', 'Newark'],
    ...['Norfolk', 'Orlando', 'Philadelphia', 'Pittsburgh', 'Providence', 'Raleigh', 'Richmond', 'Roanoke'],
    ...['New York', 'Rochester', 'Savannah', 'Syracuse', 'Tampa', 'Toledo', 'Worcester'],
  ],
  'America/Chicago': [
    ...['Alabama', 'Arkansas', 'Illinois', 'Iowa', 'Kansas', 'Louisiana', 'Minnesota', 'Mississippi'],
    ...['Missouri', 'Nebraska', 'North Dakota', 'Oklahoma', 'South Dakota', 'Tennessee', 'Texas'],
    ...['Wisconsin', 'Amarillo', 'Austin', 'Baton Rouge', 'Birmingham', 'Corpus Christi', 'Dallas'],
    ...['Des Moines', 'Fargo', 'Fort Worth', 'Green Bay', 'Houston', 'Huntsville', 'Jackson', 'Joliet'],
    ...['Kansas City', 'Laredo', 'Lincoln', 'Little Rock', 'Lubbock', 'Madison', 'McAllen', 'Memphis'],
    ...['Milwaukee', 'Minneapolis', 'Mobile', 'Montgomery', 'Nashville', 'New Orleans', 'Oklahoma City'],
    ...['Omaha', 'Quad Cities', 'Rockford', 'Saint Louis', 'St. Louis', 'Saint Paul', 'St. Paul'],
    ...['San Antonio', 'Shreveport', 'Sioux Falls', 'Springfield', 'Tulsa', 'Wichita'],
  ],
  'America/Denver': [
    ...['Colorado', 'Montana', 'New Mexico', 'Utah', 'Wyoming', 'Albuquerque', 'Billings', 'Cheyenne'],
    ...['Colorado Springs', 'El Paso', 'Ogden', 'Rapid City', 'Salt Lake City'],
  ],
  'America/Boise': ['Idaho'],
  'America/Phoenix': ['Arizona', 'Mesa', 'Nogales', 'Tucson'],
  'America/Los_Angeles': [
    ...['California', 'Nevada', 'Oregon', 'Washington', 'Washington State', 'Bakersfield', 'Fresno'],
    ...['Las Vegas', 'Long Beach', 'Oakland', 'Ontario CA', 'Portland', 'Reno', 'Riverside'],
    ...['Sacramento', 'San Diego', 'San Francisco', 'San Jose', 'Seattle', 'Spokane', 'Stockton', 'Tacoma'],
  ],
  'America/Anchorage': ['Alaska', 'Fairbanks'],
  'Pacific/Honolulu': ['Hawaii'],
  'America/Toronto': ['Ontario', 'Quebec', 'Hamilton', 'London ON', 'Mississauga', 'Montreal', 'Ottawa'],
  'America/Winnipeg': ['Manitoba'],
  'America/Regina': ['Saskatchewan', 'Saskatoon'],
  'America/Edmonton': ['Alberta', 'Calgary'],
  'America/Vancouver': ['British Columbia', 'Surrey'],
  'America/Halifax': ['New Brunswick', 'Nova Scotia', 'Prince Edward Island'],
  'America/St_Johns': ['Newfoundland'],
  'America/Mexico_City': ['Guadalajara', 'Leon', 'Puebla', 'Queretaro', 'Veracruz'],
  'America/Monterrey': ['Nuevo Leon', 'Saltillo'],
  'America/Matamoros': ['Nuevo Laredo', 'Reynosa'],
  'America/Hermosillo': ['Sonora'],
};

const startsOf = (text: string) => text.toLowerCase().split(/[\s/_,.()−-]+/);
const beginsAWord = (text: string, word: string) => startsOf(text).some((start) => start.startsWith(word));

/** The place of the zone that all words name, such as `Dallas`; null: none. */
export function placeIn(zone: string, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return (
    PLACES[zone]?.find((place) =>
      words.every((word) => beginsAWord(place, word.replace(/[.,]$/, '')) || place.toLowerCase() === word),
    ) ?? null
  );
}

/** Whether a word is the code of a state or province in the zone: `il` of Chicago's. */
function isRegionOf(zone: string, word: string): boolean {
  const code = word.length === 2 ? regionCodeOf(word) : null;
  return code !== null && (PLACES[zone] ?? []).some((place) => regionCodeOf(place) === code);
}

/** Abbreviations for both halves of the year. */
const GENERIC: Readonly<Record<string, string>> = {
  at: 'Atlantic Time',
  ct: 'Central Time',
  et: 'Eastern Time',
  mt: 'Mountain Time',
  pt: 'Pacific Time',
};

/** Minutes that `-6`, `UTC-6`, `gmt+5:30` or `-06:00` mean; null: no offset. A lone number needs its sign. */
function offsetIn(word: string): number | null {
  const [found, sign, hours, minutes = '0'] = /^(?:utc|gmt)?([+\-−])(\d{1,2})(?::?(\d\d))?$/.exec(word) ?? [];
  if (found === undefined) return null;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * The zones that people may mean, in the order given.
 * @param words in lower case; every one must match. An abbreviation in use, such as `est` or `ct`, means nothing else, nor does the
 * code of a state.
 * @param textsOf what the field shows of a zone, and other names
 */
export function findZonesBy<Z>(
  zones: readonly Z[],
  words: readonly string[],
  namesOf: (zone: Z) => ZoneNames,
  textsOf: (zone: Z) => readonly string[],
): readonly Z[] {
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) {
    const called = zones.filter((one) => {
      const { abbreviations, generic } = namesOf(one);
      return abbreviations.includes(only) || generic === GENERIC[only];
    });
    if (called.length > 0) return called;
    const around = zones.filter((one) => isRegionOf(namesOf(one).zone, only));
    if (around.length > 0) return around;
  }
  return zones.filter((one) => {
    const { zone, offset, generic, short } = namesOf(one);
    const shown = [zone, zone.replaceAll('_', ' '), generic, short, ...textsOf(one)].join(' ').toLowerCase();
    const matches = (word: string) => {
      const typed = offsetIn(word);
      if (typed !== null) return typed === offset;
      const bare = word.replace(/[.,]$/, '');
      return beginsAWord(shown, bare) || isRegionOf(zone, bare);
    };
    return words.every(matches) || placeIn(zone, words) !== null;
  });
}
