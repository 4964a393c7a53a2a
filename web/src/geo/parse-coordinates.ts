/**
 * Reads a place that somebody pasted: decimal degrees, degrees with minutes and seconds, a geo: URI, or the address of
 * a map (map-link.ts). Nothing is looked up anywhere; what cannot be read says why.
 */

import { parseMapLink } from './map-link.ts';
import { parseAngles } from './parse-angles.ts';

export type ParsedCoordinates =
  | {
      readonly ok: true;
      /** Degrees, WGS 84. */
      readonly latitude: number;
      readonly longitude: number;
      /** How it was read, to show under the field: `Marker of an OpenStreetMap link`. */
      readonly understood: string;
    }
  /** `reason` is a sentence without its full stop. */
  | { readonly ok: false; readonly reason: string };

/** What `understood` says of plain figures, where there is nothing worth telling. */
export const PLAIN = 'Decimal degrees';

export function parseCoordinates(text: string): ParsedCoordinates {
  const plain = text.trim();
  if (plain === '') return { ok: false, reason: 'Enter coordinates' };
  if (/^geo:/i.test(plain)) return parseGeoUri(plain);
  return parseMapLink(plain) ?? parseAngles(plain);
}

/** True for text that means to be coordinates or a link, so that a search field knows not to look for a city. */
export function looksLikeCoordinates(text: string): boolean {
  const plain = text.trim();
  return /^(geo:|https?:|www\.)/i.test(plain) || parseMapLink(plain) !== null || parseAngles(plain).ok;
}

/** RFC 5870, and the `q` that Android adds to it: `geo:0,0?q=35.19,-102.08(Yard)`. */
function parseGeoUri(uri: string): ParsedCoordinates {
  const asked = /[?&]q=([^&]+)/i.exec(uri)?.[1];
  const crs = /;crs=([^;?]+)/i.exec(uri)?.[1];
  if (crs && crs.toLowerCase() !== 'wgs84')
    return { ok: false, reason: `The geo: address uses ${crs}; only WGS 84 works here` };
  const number = String.raw`([-+]?\d+(?:\.\d+)?)`;
  const pair = new RegExp(`^${number},${number}(?![\\d.])`);
  const match = pair.exec(asked ? asked.replaceAll('%2C', ',') : uri.slice(4)) ?? pair.exec(uri.slice(4));
  if (!match) return { ok: false, reason: 'The geo: address has no coordinates' };
  const parsed = parseAngles(`${match[1]}, ${match[2]}`);
  return parsed.ok ? { ...parsed, understood: 'geo: address' } : parsed;
}
