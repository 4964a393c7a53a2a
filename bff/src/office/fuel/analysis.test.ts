import { expect, it } from 'vitest';
import { economyOf, type Fill } from './analysis.ts';

const fill = (odometer: number | null, liters: number | null, more: Partial<Fill> = {}): Fill => ({
  drives: true,
  odometer,
  hasOdometer: odometer !== null,
  liters,
  hasVolume: liters !== null,
  ...more,
});

it('counts purchases from the second to the last', () => {
  expect(economyOf([fill(1_000_000, 500), fill(null, 100), fill(2_000_000, 200)])).toEqual({
    transactions: 3,
    distance_meters: 1_000_000,
    fuel_liters: 300,
    meters_per_liter: 1_000_000 / 300,
    why_not: null,
  });
});

it('leaves out other fuels, and purchases before the first or after the last odometer value', () => {
  const def = fill(1_500_000, 40, { drives: false });
  expect(
    economyOf([fill(null, 9), fill(1_000_000, 9), def, fill(1_900_000, 300), fill(null, 9)]),
  ).toMatchObject({
    transactions: 5,
    meters_per_liter: 3000,
  });
});

it.each([
  ['one_purchase', [fill(1, 1)]],
  ['one_purchase', [fill(1, 1), fill(2, 1, { drives: false })]],
  ['no_odometer', [fill(1, 1), fill(null, 1)]],
  ['unit_unknown', [fill(1, 1), fill(null, 1, { hasOdometer: true })]],
  ['unit_unknown', [fill(1, 1), fill(9000, null, { hasVolume: true })]],
  ['volume_unknown', [fill(1, 1), fill(9000, null)]],
  ['odometer_back', [fill(1, 1), fill(90_000, 1), fill(80_000, 1)]],
])('is null: %s', (why_not, fills) => {
  expect(economyOf(fills)).toMatchObject({ why_not, meters_per_liter: null, distance_meters: null });
});
