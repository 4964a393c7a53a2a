/** Parses and formats lengths. Everywhere except on the screen, lengths are in meters. */
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { numberFormat } from '../ui/units.ts';

export const LENGTH_UNITS = ['m', 'km', 'ft', 'mi'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** The international foot and mile, exact by definition. */
export const METERS_PER: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  km: 1000,
  ft: 0.3048,
  mi: METERS_PER_MILE,
};

/** Decimals that a person would write: 1 m, 1 ft, 10 m of a kilometer, a hundredth of a mile. */
const DECIMALS: Readonly<Record<LengthUnit, number>> = { m: 0, km: 2, ft: 0, mi: 2 };

/** The number without its unit, for a field: `1500`, `0.93`. Short lengths keep more decimals, so that none becomes 0. */
export function lengthNumber(meters: number, unit: LengthUnit): string {
  const value = meters / METERS_PER[unit];
  const decimals = value === 0 ? 0 : Math.max(DECIMALS[unit], 1 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(decimals, 6))));
}

/** `1,500 m`, `0.93 mi` */
export function lengthText(meters: number, unit: LengthUnit): string {
  const value = Number(lengthNumber(meters, unit));
  return `${numberFormat(6, 0).format(value)} ${unit}`;
}

/** An estimated length, rounded as a person would say it, in miles or kilometers: `50 mi`, `8 km`, `0.6 mi`. */
export function roundLengthText(meters: number, unit: LengthUnit): string {
  const large = unit === 'ft' || unit === 'mi' ? 'mi' : 'km';
  const value = meters / METERS_PER[large];
  const step = value < 1 ? 0.1 : value < 10 ? 1 : value < 50 ? 5 : 10;
  const rounded = Math.max(step, Math.round(value / step) * step);
  return `${numberFormat(1, 0).format(rounded)} ${large}`;
}

type ParsedLength =
  | {
      readonly ok: true;
      readonly meters: number;
      readonly value: number;
      readonly unit: LengthUnit;
    }
  | { readonly ok: false; readonly reason: string };

const UNIT_PATTERNS: Readonly<Record<LengthUnit, RegExp>> = {
  m: /^m(et(er|re)s?)?$/,
  km: /^(kms?|kilomet(er|re)s?)$/,
  ft: /^(ft|foot|feet|')$/,
  mi: /^mi(les?)?$/,
};

const FRACTIONS: Readonly<Record<string, string>> = { '¼': ' 1/4', '½': ' 1/2', '¾': ' 3/4' };

/**
 * Parses `800 m`, `1,500 ft`, `0.5mi`, `1/2 mile`, `1 ½ mi`, `1,5 km`; without a unit, in `unit`. A comma before
 * exactly three digits separates thousands, as in our own output; any other comma is a decimal comma. Zero is rejected.
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
  const [, digits = '', word = ''] = match;
  const parsed_unit = word === '' ? unit : LENGTH_UNITS.find((name) => UNIT_PATTERNS[name].test(word));
  if (!parsed_unit) return { ok: false, reason: `must be in m, km, ft or mi, not in “${word}”` };
  const value = parseNumber(digits);
  if (value === null) return { ok: false, reason: `must start with a number, not “${digits}”` };
  if (value <= 0) return { ok: false, reason: 'must be more than 0' };
  return { ok: true, meters: value * METERS_PER[parsed_unit], value, unit: parsed_unit };
}

function parseNumber(digits: string): number | null {
  const fraction = /^(?:(\d+) )?(\d+)\/([1-9]\d*)$/.exec(digits);
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3]);
  if (/^[-+]?\d{1,3}([, ]\d{3})+(\.\d*)?$/.test(digits)) return Number(digits.replace(/[, ]/g, ''));
  if (/^[-+]?\d*,\d+$/.test(digits)) return Number(digits.replace(',', '.'));
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : null;
}

/** Limits, in meters, of sizes stepped through by key. Typing accepts other sizes, too. */

export const KEY_RADIUS = { min: 10, max: 200_000 } as const;

/** Step size by the leading digits: 1.0, 1.1 … 2, 2.25 … 5, 5.5 … 10. */
function stepAt(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return power * (lead < 2 ? 0.1 : lead < 5 ? 0.25 : 0.5);
}

const within = (meters: number) => Math.min(KEY_RADIUS.max, Math.max(KEY_RADIUS.min, meters));
const EPSILON = 1e-6;

/** The next round size up or down; `fine` uses a tenth of a step. Meters in and out. */
export function stepRadius(meters: number, unit: LengthUnit, direction: 1 | -1, fine = false): number {
  const value = within(meters) / METERS_PER[unit];
  // Below 2, going down uses the smaller step of the next decade part.
  const step = stepAt(value * (1 + direction * EPSILON)) * (fine ? 0.1 : 1);
  const steps = value / step;
  const next = direction > 0 ? Math.floor(steps + EPSILON) + 1 : Math.ceil(steps - EPSILON) - 1;
  return within(Number((next * step).toPrecision(6)) * METERS_PER[unit]);
}

export function niceRadius(meters: number, unit: LengthUnit): number {
  const value = within(meters) / METERS_PER[unit];
  const step = stepAt(value);
  return within(Number((Math.round(value / step) * step).toPrecision(6)) * METERS_PER[unit]);
}
