/** Reads a length that somebody typed. */
import { type LengthUnit, METERS_PER } from './length.ts';

export type ParsedLength =
  | {
      readonly ok: true;
      readonly meters: number;
      /** The number as written, in `unit`. */
      readonly value: number;
      readonly unit: LengthUnit;
    }
  /** `reason` goes on after the name of the field: "must be …". */
  | { readonly ok: false; readonly reason: string };

const WORDS: Readonly<Record<string, LengthUnit>> = {
  m: 'm',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  km: 'km',
  kms: 'km',
  kilometer: 'km',
  kilometers: 'km',
  kilometre: 'km',
  kilometres: 'km',
  ft: 'ft',
  foot: 'ft',
  feet: 'ft',
  "'": 'ft',
  mi: 'mi',
  mile: 'mi',
  miles: 'mi',
};

const FRACTIONS: Readonly<Record<string, string>> = { '¼': ' 1/4', '½': ' 1/2', '¾': ' 3/4' };

/**
 * `800 m`, `1,500 ft`, `0.5mi`, `1/2 mile`, `1 ½ mi`, `1,5 km`. Without a unit it is in `unit`. A comma before exactly
 * three digits parts thousands, as the figures on our own pages do; any other comma is a decimal comma. Zero is refused.
 */
export function parseLength(text: string, unit: LengthUnit): ParsedLength {
  const plain = text
    .replace(/[¼½¾]/g, (sign) => FRACTIONS[sign] ?? sign)
    .replace(/[\u2032\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  if (plain === '') return { ok: false, reason: 'must not be empty' };
  const match = /^([-+]?[\d.,/ ]*\d\.?) ?([a-z']*)\.?$/.exec(plain);
  if (!match) return { ok: false, reason: 'must be a length such as 800 m, 1,500 ft or 0.5 mi' };
  const [, figures = '', word = ''] = match;
  const written = word === '' ? unit : WORDS[word];
  if (!written) return { ok: false, reason: `must be in m, km, ft or mi, not in “${word}”` };
  const value = parseNumber(figures);
  if (value === null) return { ok: false, reason: `must start with a number, not “${figures}”` };
  if (value <= 0) return { ok: false, reason: 'must be more than 0' };
  return { ok: true, meters: value * METERS_PER[written], value, unit: written };
}

function parseNumber(figures: string): number | null {
  const fraction = /^(?:(\d+) )?(\d+)\/([1-9]\d*)$/.exec(figures);
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3]);
  if (/^[-+]?\d{1,3}([, ]\d{3})+(\.\d*)?$/.test(figures)) return Number(figures.replace(/[, ]/g, ''));
  if (/^[-+]?\d*,\d+$/.test(figures)) return Number(figures.replace(',', '.'));
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(figures) ? Number(figures) : null;
}
