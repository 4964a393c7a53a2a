/** Coordinates in the address of a map: what Google, OpenStreetMap, Apple, Bing and Waze put into their links. */
import { parseAngles } from './parse-angles.ts';
import type { ParsedCoordinates } from './parse-coordinates.ts';

/** A place in the address, most exact first: a pin before what was searched, and that before the middle of the view. */
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
      {
        what: 'Pin',
        from: ({ searchParams }) =>
          pairIn(searchParams.get('sp') ?? '', new RegExp(`point\\.${NUMBER}_${NUMBER}`, 'g')),
      },
      { what: 'Place', from: param('where1', 'q') },
      {
        what: 'Middle',
        from: ({ searchParams }) =>
          pairIn(searchParams.get('cp') ?? '', new RegExp(`^${NUMBER}~${NUMBER}$`, 'g')),
      },
    ],
  },
  {
    name: 'Waze',
    host: /(^|\.)waze\.com$/,
    sources: [
      { what: 'Place', from: param('ll', 'latlng') },
      {
        what: 'Place',
        from: ({ searchParams }) =>
          pairIn(searchParams.get('to') ?? '', new RegExp(`^ll\\.${NUMBER},${NUMBER}$`, 'g')),
      },
    ],
  },
];

const SHORT = /^(maps\.app\.)?goo\.gl$|^(www\.)?(bit\.ly|binged\.it|g\.co)$|^(maps\.apple|apple)$/;

/** Null for text that is no address at all. */
export function parseMapLink(text: string): ParsedCoordinates | null {
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
    if (parsed.ok) return { ...parsed, understood: wordsOf(what, site.name) };
  }
  return { ok: false, reason: `This ${site.name} link has no coordinates` };
}

function both(latitude: string, longitude: string): Source['from'] {
  return ({ searchParams }) => {
    const [a, b] = [searchParams.get(latitude), searchParams.get(longitude)];
    return a !== null && b !== null ? [a, b] : null;
  };
}

function wordsOf(what: string, site: string): string {
  return what === 'Middle' ? `View center in a link from ${site}` : `${what} in a link from ${site}`;
}

function urlOf(text: string): URL | null {
  if (/\s/.test(text)) return null;
  const whole = /^https?:\/\//i.test(text)
    ? text
    : /^([a-z0-9-]+\.)+[a-z]{2,}\//i.test(text)
      ? `https://${text}`
      : null;
  return whole !== null && URL.canParse(whole) ? new URL(whole) : null;
}
