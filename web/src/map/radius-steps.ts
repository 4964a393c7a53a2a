/** Sizes that a keyboard goes through: round figures in the person's unit, about a twentieth to a tenth apart. */
import { type LengthUnit, METERS_PER } from '../geo/length.ts';

/** Metres. Typing takes other sizes as well; these are where the keys end. */
export const KEY_RADIUS = { min: 10, max: 200_000 } as const;

/** Steps by the first figure: 1.0, 1.1 … 2, 2.25 … 5, 5.5 … 10. */
function stepAt(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return power * (lead < 2 ? 0.1 : lead < 5 ? 0.25 : 0.5);
}

const within = (meters: number) => Math.min(KEY_RADIUS.max, Math.max(KEY_RADIUS.min, meters));
const SLACK = 1e-6;

/** The next round size up or down; `fine` goes in tenths of a step. Metres in and out. */
export function stepRadius(meters: number, unit: LengthUnit, direction: 1 | -1, fine = false): number {
  const value = within(meters) / METERS_PER[unit];
  // Going down from 2 the steps are already those below 2.
  const step = stepAt(value * (1 + direction * SLACK)) * (fine ? 0.1 : 1);
  const steps = value / step;
  const next = direction > 0 ? Math.floor(steps + SLACK) + 1 : Math.ceil(steps - SLACK) - 1;
  return within(Number((next * step).toPrecision(6)) * METERS_PER[unit]);
}

/** The round size nearest to one. */
export function niceRadius(meters: number, unit: LengthUnit): number {
  const value = within(meters) / METERS_PER[unit];
  const step = stepAt(value);
  return within(Number((Math.round(value / step) * step).toPrecision(6)) * METERS_PER[unit]);
}
