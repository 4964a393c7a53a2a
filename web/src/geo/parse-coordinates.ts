/** Parses a pasted location: decimal degrees, degrees with minutes, a geo: URI, or a map link. Makes no requests. */

type ParsedCoordinates =
  | {
      readonly ok: true;
      /** Degrees, WGS 84. */
      readonly latitude: number;
      readonly longitude: number;
      /** How the text was interpreted, shown under the field: `Marker in a link from OpenStreetMap`. */
      readonly understood: string;
    }
  /** `reason` is a sentence without a final period. */
  | { readonly ok: false; readonly reason: string };

/** Value of `understood` for plain decimal degrees, which need no explanation. */
export const PLAIN = 'Decimal degrees';

export function parseCoordinates(text: string): ParsedCoordinates {
  const plain = text.trim();
  if (plain === '') return { ok: false, reason: 'Enter coordinates' };
  if (/^geo:/i.test(plain)) return parseGeoUri(plain);
  return parseMapLink(plain) ?? parseAngles(plain);
}

/** True for text that is meant as coordinates or a link; a search field then does not search for a city. */
export function looksLikeCoordinates(text: string): boolean {
  const plain = text.trim();
  return /^(geo:|https?:|www\.)/i.test(plain) || parseMapLink(plain) !== null || parseAngles(plain).ok;
}

/** Null when the text is not meant as coordinates or a link. */
export const coordinatesIn = (text: string): ParsedCoordinates | null =>
  looksLikeCoordinates(text) ? parseCoordinates(text) : null;

/** RFC 5870, with Android's extension `q`: `geo:0,0?q=35.19,-102.08(Yard)`. */
function parseGeoUri(uri: string): ParsedCoordinates {
  const query = /[?&]q=([^&]+)/i.exec(uri)?.[1];
  const crs = /;crs=([^;?]+)/i.exec(uri)?.[1];
  if (crs && crs.toLowerCase() !== 'wgs84')
    return { ok: false, reason: `The geo: address uses ${crs}; only WGS 84 works here` };
  const number = String.raw`([-+]?\d+(?:\.\d+)?)`;
  const pair = new RegExp(`^${number},${number}(?![\\d.])`);
  const match = pair.exec(query ? query.replaceAll('%2C', ',') : uri.slice(4)) ?? pair.exec(uri.slice(4));
  if (!match) return { ok: false, reason: 'The geo: address has no coordinates' };
  const parsed = parseAngles(`${match[1]}, ${match[2]}`);
  return parsed.ok ? { ...parsed, understood: 'geo: address' } : parsed;
}

/** Latitude or longitude as a number: decimal, or degrees with minutes and seconds, with a sign or N S E W. */
type Axis = 'latitude' | 'longitude';
interface Angle {
  /** Signed degrees. */
  readonly degrees: number;
  /** Null when the text does not say which of the two it is. */
  readonly axis: Axis | null;
  /** 1: degrees; 2: with minutes; 3: with seconds. */
  readonly parts: number;
}

const FORMS = 'Enter coordinates such as 35.1913, -102.0840 or 35°11′29″N 102°05′02″W, or paste a map link';
const UNDERSTOOD = ['', 'Decimal degrees', 'Degrees and minutes', 'Degrees, minutes and seconds'] as const;
/** Seven decimals of a degree are about 1 cm. */
const round = (degrees: number) => Number(degrees.toFixed(7));

function parseAngles(text: string): ParsedCoordinates {
  const { plain, longitude_first } = normalize(text);
  const halves = split(plain);
  if (!halves) return { ok: false, reason: FORMS };
  const first = parseAngle(halves[0]);
  const second = parseAngle(halves[1]);
  if (typeof first === 'string') return { ok: false, reason: first };
  if (typeof second === 'string') return { ok: false, reason: second };
  if (first.axis !== null && first.axis === second.axis)
    return { ok: false, reason: `Both numbers are a ${first.axis}` };
  const beyond =
    first.axis === null &&
    second.axis === null &&
    Math.abs(first.degrees) > 90 &&
    Math.abs(second.degrees) <= 90;
  const swapped = longitude_first || first.axis === 'longitude' || second.axis === 'latitude' || beyond;
  const [latitude, longitude] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  if (Math.abs(latitude) > 90)
    return { ok: false, reason: `${round(latitude)} is not a latitude: the maximum is 90` };
  if (Math.abs(longitude) > 180)
    return {
      ok: false,
      reason: `${round(longitude)} is not a longitude: the maximum is 180`,
    };
  const form = UNDERSTOOD[Math.max(first.parts, second.parts)] ?? '';
  return {
    ok: true,
    latitude: round(latitude),
    longitude: round(longitude),
    understood:
      beyond && !longitude_first ? `${form}, read as longitude first: a latitude is at most 90` : form,
  };
}

/** Unifies the spelling of signs and removes the axis names. */
function normalize(text: string): { plain: string; longitude_first: boolean } {
  const plain = text
    .replace(/[\u2212\u2013\u2012\uFE63\uFF0D]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/[′‵’‘´`]/g, "'")
    .replace(/[″‶“”]|''/g, '"')
    .replace(/[\u00A0\u2009\u202F]/g, ' ')
    .replace(/\b(degrees?|deg)\b/gi, '°')
    .replace(/\b(minutes?|min)\b/gi, "'")
    .replace(/\b(seconds?|sec)\b/gi, '"')
    .replace(/\b(north|south|east|west)\b/gi, (word) => word.charAt(0));
  const names = [...plain.matchAll(/\b(lat|lon|lng)[a-z]*\b/gi)].map(([name]) => name.toLowerCase());
  return {
    plain: plain
      .replace(/["']?\b(lat|lon|lng)[a-z]*\b["']?\s*[:=]?/gi, ' ')
      .replace(/[()[\]{}]/g, ' ')
      .trim()
      .replace(/^[,;]+|[,;]+$/g, '')
      .trim()
      .toUpperCase(),
    longitude_first: names.length === 2 && !names[0]?.startsWith('lat'),
  };
}

/** Splits into the two angles; null when it is ambiguous where the first one ends. */
function split(plain: string): readonly [string, string] | null {
  const decimal_commas = /^([-+]?\d{1,3}),(\d+)(?:\s*;\s*|,\s+|\s+)([-+]?\d{1,3}),(\d+)$/.exec(plain);
  if (decimal_commas) {
    const [, a, b, c, d] = decimal_commas;
    return [`${a}.${b}`, `${c}.${d}`];
  }
  const letters = [...plain.matchAll(/[NSEW]/g)].map(({ index }) => index);
  if (letters.length === 2) {
    const [one = 0, two = 0] = letters;
    const at = one === 0 ? two : one + 1;
    return halves(plain, at, at);
  }
  if (letters.length > 0) return null;
  const separators = [...plain.matchAll(/\s*[,;|/]\s*/g)];
  if (separators.length === 1 && separators[0]) {
    const { index, 0: sign } = separators[0];
    return halves(plain, index, index + sign.length);
  }
  if (separators.length > 1) return null;
  const numbers = [...plain.matchAll(/[-+]?\d+(\.\d+)?/g)].map(({ index }) => index);
  const middle = numbers[numbers.length / 2];
  return middle !== undefined && numbers.length <= 6 ? halves(plain, middle, middle) : null;
}

function halves(plain: string, end: number, begin: number): readonly [string, string] {
  return [plain.slice(0, end).replace(/[\s,;|/]+$/, ''), plain.slice(begin).replace(/^[\s,;|/]+/, '')];
}

const ANGLE =
  /^([NSEW])?\s*([-+])?(\d{1,3}(?:\.\d+)?)(?:\s*[°:\s]\s*(?:(\d{1,2}(?:\.\d+)?)(?:\s*[':\s]\s*(?:(\d{1,2}(?:\.\d+)?)\s*"?)?)?)?)?\s*([NSEW])?$/;

function parseAngle(text: string): Angle | string {
  const match = ANGLE.exec(text);
  if (!match) return FORMS;
  const [, before, sign, d = '', m, s, after] = match;
  if (before && after) return FORMS;
  const letter = before ?? after;
  if (m !== undefined && d.includes('.')) return `${d} has decimals, so no minutes can follow it`;
  if (s !== undefined && m?.includes('.')) return `${m}′ has decimals, so no seconds can follow it`;
  if (Number(m ?? 0) >= 60) return `${m}′: minutes are less than 60`;
  if (Number(s ?? 0) >= 60) return `${s}″: seconds are less than 60`;
  if (sign === '-' && (letter === 'N' || letter === 'E')) return `The minus sign contradicts the ${letter}`;
  const size = Number(d) + Number(m ?? 0) / 60 + Number(s ?? 0) / 3600;
  const negative = sign === '-' || letter === 'S' || letter === 'W';
  return {
    degrees: negative && size !== 0 ? -size : size,
    axis: letter === undefined ? null : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude',
    parts: s !== undefined ? 3 : m !== undefined ? 2 : 1,
  };
}

/**
 * Where to find coordinates in a map URL. Sources are listed from most to least exact: pin, searched place, center of the view.
 */
interface Source {
  readonly what: string;
  readonly from: (url: URL) => readonly [string, string] | string | null | undefined;
}
interface MapSite {
  readonly name: string;
  readonly host: RegExp;
  readonly sources: readonly Source[];
}

const NUMBER = String.raw`([-+]?\d+(?:\.\d+)?)`;
const pairIn = (text: string, pattern: RegExp): readonly [string, string] | null => {
  const last = [...text.matchAll(pattern)].at(-1);
  return last?.[1] && last[2] ? [last[1], last[2]] : null;
};
/** The pair in a search parameter that matches a pattern with two numbers. */
const paramPair =
  (name: string, pattern: string): Source['from'] =>
  ({ searchParams }) =>
    pairIn(searchParams.get(name) ?? '', new RegExp(pattern, 'g'));
const param =
  (...names: readonly string[]) =>
  ({ searchParams }: URL) =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null && parseAngles(value).ok);
const pathOf = (url: URL) => {
  try {
    return decodeURIComponent(url.pathname.replaceAll('+', ' '));
  } catch {
    return url.pathname;
  }
};

const SITES: readonly MapSite[] = [
  {
    name: 'Google Maps',
    host: /(^|\.)google(\.[a-z]{2,3}){1,2}$/,
    sources: [
      {
        what: 'Pin',
        from: (url) => pairIn(pathOf(url), new RegExp(`!3d${NUMBER}!4d${NUMBER}`, 'g')),
      },
      { what: 'Place', from: param('q', 'query', 'll', 'destination', 'daddr', 'center') },
      {
        what: 'Place',
        from: (url) =>
          pathOf(url)
            .split('/')
            .filter((part) => !part.startsWith('@') && parseAngles(part).ok)
            .at(-1),
      },
      { what: 'Middle', from: (url) => pairIn(pathOf(url), new RegExp(`@${NUMBER},${NUMBER}`, 'g')) },
    ],
  },
  {
    name: 'OpenStreetMap',
    host: /(^|\.)(openstreetmap|osm)\.org$/,
    sources: [
      { what: 'Marker', from: both('mlat', 'mlon') },
      { what: 'Place', from: both('lat', 'lon') },
      { what: 'Place', from: param('query') },
      {
        what: 'Middle',
        from: ({ hash }) => pairIn(hash, new RegExp(`map=[\\d.]+/${NUMBER}/${NUMBER}`, 'g')),
      },
    ],
  },
  {
    name: 'Apple Maps',
    host: /^(maps|beta\.maps)\.apple\.com$/,
    sources: [
      { what: 'Place', from: param('coordinate', 'll', 'q', 'daddr', 'address') },
      { what: 'Middle', from: param('center', 'sll') },
    ],
  },
  {
    name: 'Bing Maps',
    host: /(^|\.)bing\.com$/,
    sources: [
      { what: 'Pin', from: paramPair('sp', `point\\.${NUMBER}_${NUMBER}`) },
      { what: 'Place', from: param('where1', 'q') },
      { what: 'Middle', from: paramPair('cp', `^${NUMBER}~${NUMBER}$`) },
    ],
  },
  {
    name: 'Waze',
    host: /(^|\.)waze\.com$/,
    sources: [
      { what: 'Place', from: param('ll', 'latlng') },
      { what: 'Place', from: paramPair('to', `^ll\\.${NUMBER},${NUMBER}$`) },
    ],
  },
];

const SHORT = /^(maps\.app\.)?goo\.gl$|^(www\.)?(bit\.ly|binged\.it|g\.co)$|^(maps\.apple|apple)$/;

/** Null for text that is not a URL. */
function parseMapLink(text: string): ParsedCoordinates | null {
  const url = urlOf(text);
  if (!url) return null;
  const host = url.hostname.toLowerCase();
  if (SHORT.test(host))
    return {
      ok: false,
      reason: 'A short link hides its location. Open it and copy the full address',
    };
  const site = SITES.find((one) => one.host.test(host));
  if (!site)
    return {
      ok: false,
      reason: `Links from ${host} don't work here. Use Google Maps, OpenStreetMap, Apple Maps, Bing Maps or Waze`,
    };
  for (const { what, from } of site.sources) {
    const found = from(url);
    if (!found) continue;
    const parsed = parseAngles(typeof found === 'string' ? found : found.join(', '));
    if (parsed.ok) return { ...parsed, understood: understoodAs(what, site.name) };
  }
  return { ok: false, reason: `This ${site.name} link has no coordinates` };
}

function both(latitude: string, longitude: string): Source['from'] {
  return ({ searchParams }) => {
    const [a, b] = [searchParams.get(latitude), searchParams.get(longitude)];
    return a !== null && b !== null ? [a, b] : null;
  };
}

function understoodAs(what: string, site: string): string {
  return what === 'Middle' ? `View center in a link from ${site}` : `${what} in a link from ${site}`;
}

function urlOf(text: string): URL | null {
  if (/\s/.test(text)) return null;
  const address = /^https?:\/\//i.test(text)
    ? text
    : /^([a-z0-9-]+\.)+[a-z]{2,}\//i.test(text)
      ? `https://${text}`
      : null;
  return address !== null && URL.canParse(address) ? new URL(address) : null;
}
