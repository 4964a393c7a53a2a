/** Formats numbers, counts and places in the person's preferred units; `quantities.ts` has those that the board's first view does not need. */
import type { Place } from '@waypost/contract/api/board';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { cachedFormat } from './formats.ts';
import { type Prefs, prefs } from './prefs.ts';

/** The browser's locale: numbers and months follow it, although the texts are English. */
export const personLocale = (): string => globalThis.navigator?.language || 'en-US';

/** By the largest and least number of fraction digits, and a currency, which is written by its code, as in CSV files: dollars of several countries look alike. */
export const numberFormat = (max: number, min: number, currency?: string): Intl.NumberFormat =>
  cachedFormat(Intl.NumberFormat, personLocale(), {
    maximumFractionDigits: max,
    minimumFractionDigits: min,
    ...(currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'code' }),
  });

/** `1,204`; at most three decimals. */
export const numberText = (count: number | bigint): string => numberFormat(3, 0).format(count);

const plurals = new Intl.PluralRules('en');

/** `load` of one, `loads` of none and of several. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  plurals.select(count) === 'one' ? one : many;

/** `1 load`, `1,204 loads` */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${plural(count, one, many)}`;

export type LengthUnit = Prefs['length_unit'];
export const lengthUnit = (): LengthUnit => prefs.get().length_unit;

export const METERS_IN: Readonly<Record<LengthUnit, number>> = { mi: METERS_PER_MILE, km: 1000 };

export const decimals = (value: number, max: number, min = 0): string => numberFormat(max, min).format(value);

/** `12 mi W of Amarillo, TX`; within the city `Amarillo, TX`. */
export function placeText(place: Place, unit: LengthUnit = lengthUnit()): string {
  const city = place.region === null ? place.name : `${place.name}, ${place.region}`;
  if (place.direction === null) return city;
  const distance = place.distance_meters / METERS_IN[unit];
  return `${numberText(Math.max(1, Math.round(distance)))} ${unit} ${place.direction} of ${city}`;
}
