/** Formats distances, speeds, volumes, fuel economy, coordinates and sizes of files in the person's preferred units. */
import type { Place } from '@waypost/contract/api/board';
import { type Prefs, prefs } from './prefs.ts';
import { decimals, type LengthUnit, lengthUnit, METERS_IN, placeText } from './units.ts';

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `812 B`, `3.4 kB`, `12 GB`: one decimal below ten. */
export function bytesText(bytes: number): string {
  const at = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  const digits = at > 0 && value < 9.95 ? 1 : 0;
  return `${decimals(value, digits, digits)} ${BYTE_UNITS[at]}`;
}

type VolumeUnit = Prefs['volume_unit'];
const volumeUnit = (): VolumeUnit => prefs.get().volume_unit;

/** A US gallon is exactly 231 cubic inches. */
const LITERS: Readonly<Record<VolumeUnit, number>> = { gal: 3.785411784, L: 1 };
const SPEED: Readonly<Record<LengthUnit, string>> = { mi: 'mph', km: 'km/h' };

/** `12 mi`, `0.4 mi`: one decimal below ten. */
export function distanceText(meters: number, unit: LengthUnit = lengthUnit()): string {
  const value = meters / METERS_IN[unit];
  return `${decimals(value, value < 9.95 ? 1 : 0)} ${unit}`;
}

/** Faster speeds are implausible for a truck (clocks that disagree, a simulation) and are not displayed. */
const MAX_TRUCK_MPS = 45;
export const isPlausibleSpeed = (mps: number): boolean => mps <= MAX_TRUCK_MPS;

export function speedText(mps: number, unit: LengthUnit = lengthUnit()): string {
  return `${Math.round((mps * 3600) / METERS_IN[unit])} ${SPEED[unit]}`;
}

/** `120 gal`, `4.5 gal`: one decimal below a hundred. */
export function volumeText(liters: number, unit: VolumeUnit = volumeUnit()): string {
  const value = liters / LITERS[unit];
  return `${decimals(value, value < 100 ? 1 : 0)} ${unit}`;
}

/** `6.4 mpg` with miles, `36.8 L/100 km` with kilometers, whatever the unit of volume: nobody uses a mixture. */
export function economyText(meters_per_liter: number, length: LengthUnit = lengthUnit()): string {
  if (length === 'km') return `${decimals(100_000 / meters_per_liter, 1, 1)} L/100 km`;
  return `${decimals((meters_per_liter * LITERS.gal) / METERS_IN.mi, 1, 1)} mpg`;
}

/** For use in a sentence: `, 12 mi W of Amarillo, TX`, or ` in Amarillo, TX`. */
export function placePhrase(place: Place, unit: LengthUnit = lengthUnit()): string {
  return `${place.direction === null ? ' in' : ','} ${placeText(place, unit)}`;
}

/** `35.19130, -102.08400`: five decimals are about 1 m. */
export function coordinatesText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
