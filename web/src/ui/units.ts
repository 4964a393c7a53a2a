/** Lengths and speeds in the person's units. One place: a setting takes `UNIT` over later. */

import type { Place } from '@waypost/contract/api/board';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';

export type LengthUnit = 'mi' | 'km';
export const UNIT: LengthUnit = 'mi';

const METERS: Readonly<Record<LengthUnit, number>> = { mi: METERS_PER_MILE, km: 1000 };
const SPEED: Readonly<Record<LengthUnit, string>> = { mi: 'mph', km: 'km/h' };

/** `12 mi`, `0.4 mi`: one decimal under ten, where it says something. */
export function distanceText(meters: number, unit: LengthUnit = UNIT): string {
  const value = meters / METERS[unit];
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value).toLocaleString('en-US')} ${unit}`;
}

/**
 * Faster than a truck drives: two clocks that disagree, or a simulation that runs faster than life. Then it drives, and
 * no more is said.
 */
const MOST_MPS = 45;
export const believable = (mps: number): boolean => mps <= MOST_MPS;

/** `62 mph` */
export function speedText(mps: number, unit: LengthUnit = UNIT): string {
  return `${Math.round((mps * 3600) / METERS[unit])} ${SPEED[unit]}`;
}

/** `12 mi W of Amarillo, TX`; in the city itself `Amarillo, TX`. */
export function placeText(place: Place, unit: LengthUnit = UNIT): string {
  const city = place.region === null ? place.name : `${place.name}, ${place.region}`;
  if (place.direction === null) return city;
  const miles = place.distance_meters / METERS[unit];
  return `${Math.max(1, Math.round(miles)).toLocaleString('en-US')} ${unit} ${place.direction} of ${city}`;
}

/** Inside a sentence: `, 12 mi W of Amarillo, TX`, or ` in Amarillo, TX`. */
export function placePhrase(place: Place, unit: LengthUnit = UNIT): string {
  return `${place.direction === null ? ' in' : ','} ${placeText(place, unit)}`;
}

/** `35.19130, -102.08400`: five decimals are a metre. */
export function coordinatesText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
