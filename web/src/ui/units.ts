/** Formats lengths, speeds, volumes and fuel economy in the person's preferred units. */
import type { Place } from '@waypost/contract/api/board';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { type Prefs, prefs } from './prefs.ts';

/** The browser's locale: numbers and months follow it, although the texts are English. */
export const personLocale = (): string => globalThis.navigator?.language || 'en-US';

const formats = new Map<string, Intl.NumberFormat>();

/** By the largest and least number of fraction digits, and a currency, which is written by its code, as in CSV files: dollars of several countries look alike. Creating a format costs a hundred times as much as using it, and a board writes dozens of numbers a second. */
export function numberFormat(max: number, min: number, currency?: string): Intl.NumberFormat {
  const locale = personLocale();
  const key = `${locale} ${max} ${min} ${currency ?? ''}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      maximumFractionDigits: max,
      minimumFractionDigits: min,
      ...(currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'code' }),
    });
    formats.set(key, format);
  }
  return format;
}

/** `1,204`; at most three decimals. */
export const numberText = (count: number | bigint): string => numberFormat(3, 0).format(count);

const plurals = new Intl.PluralRules('en');

/** `load` of one, `loads` of none and of several. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  plurals.select(count) === 'one' ? one : many;

/** `1 load`, `1,204 loads` */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${plural(count, one, many)}`;

const BYTE_UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `0.4 MB`, `12 GB`: one decimal below ten. */
export function bytesText(bytes: number): string {
  const at = Math.max(0, Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
  const value = bytes / 1000 ** (at + 1);
  return `${decimals(value, value < 9.95 ? 1 : 0)} ${BYTE_UNITS[at]}`;
}

export type LengthUnit = Prefs['length_unit'];
type VolumeUnit = Prefs['volume_unit'];
export const lengthUnit = (): LengthUnit => prefs.get().length_unit;
const volumeUnit = (): VolumeUnit => prefs.get().volume_unit;

const METERS: Readonly<Record<LengthUnit, number>> = { mi: METERS_PER_MILE, km: 1000 };
/** A US gallon is exactly 231 cubic inches. */
const LITERS: Readonly<Record<VolumeUnit, number>> = { gal: 3.785411784, L: 1 };
const SPEED: Readonly<Record<LengthUnit, string>> = { mi: 'mph', km: 'km/h' };

const decimals = (value: number, max: number, min = 0): string => numberFormat(max, min).format(value);

/** `12 mi`, `0.4 mi`: one decimal below ten. */
export function distanceText(meters: number, unit: LengthUnit = lengthUnit()): string {
  const value = meters / METERS[unit];
  return `${decimals(value, value < 9.95 ? 1 : 0)} ${unit}`;
}

/** Faster speeds are implausible for a truck (clocks that disagree, a simulation) and are not displayed. */
const MAX_TRUCK_MPS = 45;
export const isPlausibleSpeed = (mps: number): boolean => mps <= MAX_TRUCK_MPS;

export function speedText(mps: number, unit: LengthUnit = lengthUnit()): string {
  return `${Math.round((mps * 3600) / METERS[unit])} ${SPEED[unit]}`;
}

/** `120 gal`, `4.5 gal`: one decimal below a hundred. */
export function volumeText(liters: number, unit: VolumeUnit = volumeUnit()): string {
  const value = liters / LITERS[unit];
  return `${decimals(value, value < 100 ? 1 : 0)} ${unit}`;
}

/** `6.4 mpg`; `36.8 L/100 km` when both units are metric; `2.7 km/gal` or `1.7 mi/L` for mixed units. */
export function economyText(
  meters_per_liter: number,
  length: LengthUnit = lengthUnit(),
  volume: VolumeUnit = volumeUnit(),
): string {
  if (length === 'km' && volume === 'L') return `${decimals(100_000 / meters_per_liter, 1, 1)} L/100 km`;
  const per_unit = decimals((meters_per_liter * LITERS[volume]) / METERS[length], 1, 1);
  return `${per_unit} ${length === 'mi' && volume === 'gal' ? 'mpg' : `${length}/${volume}`}`;
}

/** `12 mi W of Amarillo, TX`; within the city `Amarillo, TX`. */
export function placeText(place: Place, unit: LengthUnit = lengthUnit()): string {
  const city = place.region === null ? place.name : `${place.name}, ${place.region}`;
  if (place.direction === null) return city;
  const distance = place.distance_meters / METERS[unit];
  return `${numberText(Math.max(1, Math.round(distance)))} ${unit} ${place.direction} of ${city}`;
}

/** For use in a sentence: `, 12 mi W of Amarillo, TX`, or ` in Amarillo, TX`. */
export function placePhrase(place: Place, unit: LengthUnit = lengthUnit()): string {
  return `${place.direction === null ? ' in' : ','} ${placeText(place, unit)}`;
}

/** `35.19130, -102.08400`: five decimals are about 1 m. */
export function coordinatesText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
