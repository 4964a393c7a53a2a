/** Lengths, speeds, volumes and economy in the person's units (settings). The one place that knows them. */
import type { Place } from '@waypost/contract/api/board';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { type Prefs, prefs } from './prefs.ts';

/** The language of the browser: numbers and months follow it, though the words of the page are English. */
export const personLocale = (): string => globalThis.navigator?.language || 'en-US';

/** `1,204` */
export const numberText = (count: number): string => count.toLocaleString(personLocale());

/** `1 load`, `1,204 loads` */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

export type LengthUnit = Prefs['length_unit'];
type VolumeUnit = Prefs['volume_unit'];
export const lengthUnit = (): LengthUnit => prefs.get().length_unit;
const volumeUnit = (): VolumeUnit => prefs.get().volume_unit;

const METERS: Readonly<Record<LengthUnit, number>> = { mi: METERS_PER_MILE, km: 1000 };
/** The US gallon, exact by definition: 231 cubic inches. */
const LITERS: Readonly<Record<VolumeUnit, number>> = { gal: 3.785411784, L: 1 };
const SPEED: Readonly<Record<LengthUnit, string>> = { mi: 'mph', km: 'km/h' };

const decimals = (value: number, most: number, least = 0): string =>
  value.toLocaleString(personLocale(), { maximumFractionDigits: most, minimumFractionDigits: least });

/** `12 mi`, `0.4 mi`: one decimal under ten, where it says something. */
export function distanceText(meters: number, unit: LengthUnit = lengthUnit()): string {
  const value = meters / METERS[unit];
  return `${decimals(value, value < 9.95 ? 1 : 0)} ${unit}`;
}

/**
 * Faster than a truck drives: two clocks that disagree, or a simulation that runs faster than life. Then it drives, and
 * no more is said.
 */
const MOST_MPS = 45;
export const believable = (mps: number): boolean => mps <= MOST_MPS;

/** `62 mph` */
export function speedText(mps: number, unit: LengthUnit = lengthUnit()): string {
  return `${Math.round((mps * 3600) / METERS[unit])} ${SPEED[unit]}`;
}

/** `120 gal`, `4.5 gal`: one decimal under a hundred. For exact amounts as they were bought, see the records themselves. */
export function volumeText(liters: number, unit: VolumeUnit = volumeUnit()): string {
  const value = liters / LITERS[unit];
  return `${decimals(value, value < 100 ? 1 : 0)} ${unit}`;
}

/** `6.4 mpg`; `36.8 L/100 km` where both units are metric; `2.7 km/gal` or `1.7 mi/L` where a person mixes them. */
export function economyText(
  meters_per_liter: number,
  length: LengthUnit = lengthUnit(),
  volume: VolumeUnit = volumeUnit(),
): string {
  if (length === 'km' && volume === 'L') return `${decimals(100_000 / meters_per_liter, 1, 1)} L/100 km`;
  const each = decimals((meters_per_liter * LITERS[volume]) / METERS[length], 1, 1);
  return `${each} ${length === 'mi' && volume === 'gal' ? 'mpg' : `${length}/${volume}`}`;
}

/** `12 mi W of Amarillo, TX`; in the city itself `Amarillo, TX`. */
export function placeText(place: Place, unit: LengthUnit = lengthUnit()): string {
  const city = place.region === null ? place.name : `${place.name}, ${place.region}`;
  if (place.direction === null) return city;
  const miles = place.distance_meters / METERS[unit];
  return `${Math.max(1, Math.round(miles)).toLocaleString(personLocale())} ${unit} ${place.direction} of ${city}`;
}

/** Inside a sentence: `, 12 mi W of Amarillo, TX`, or ` in Amarillo, TX`. */
export function placePhrase(place: Place, unit: LengthUnit = lengthUnit()): string {
  return `${place.direction === null ? ' in' : ','} ${placeText(place, unit)}`;
}

/** `35.19130, -102.08400`: five decimals are a metre. */
export function coordinatesText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
