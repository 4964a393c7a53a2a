/** Lengths as people write them: a number with or without a unit, in metres here and everywhere behind the screen. */
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { personLocale } from '../ui/units.ts';

export const LENGTH_UNITS = ['m', 'km', 'ft', 'mi'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Exact by definition: the international foot and mile. */
export const METERS_PER: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  km: 1000,
  ft: 0.3048,
  mi: METERS_PER_MILE,
};

/** Decimals that a person would write: a metre, a foot, ten metres of a kilometre, a hundredth of a mile. */
const DECIMALS: Readonly<Record<LengthUnit, number>> = { m: 0, km: 2, ft: 0, mi: 2 };

/** The number alone, for a field: `1500`, `0.93`. Short lengths keep more decimals, so that none becomes 0. */
export function lengthNumber(meters: number, unit: LengthUnit): string {
  const value = meters / METERS_PER[unit];
  const decimals = value === 0 ? 0 : Math.max(DECIMALS[unit], 1 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(decimals, 6))));
}

/** `1,500 m`, `0.93 mi` */
export function lengthText(meters: number, unit: LengthUnit): string {
  const value = Number(lengthNumber(meters, unit));
  return `${value.toLocaleString(personLocale(), { maximumFractionDigits: 6 })} ${unit}`;
}
