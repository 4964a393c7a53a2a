/** Economy of one vehicle, out of its purchases in the order of time. Pure. */
import { FUEL_CHECK_RULES, type FuelVehicle } from '@waypost/contract/api/fuel';

/** One purchase as far as it matters here. */
export interface Fill {
  readonly drives: boolean;
  /** Metres; null: not given, or in a unit that is not known. */
  readonly odometer: number | null;
  /** True when one was given, in whatever unit. */
  readonly hasOdometer: boolean;
  readonly liters: number | null;
  /** True when a volume was given, in whatever unit. */
  readonly hasVolume: boolean;
}

export type Economy = Pick<
  FuelVehicle,
  'transactions' | 'distance_meters' | 'fuel_liters' | 'meters_per_liter' | 'why_not'
>;

export function economyOf(fills: readonly Fill[]): Economy {
  const not = (why_not: NonNullable<Economy['why_not']>): Economy => ({
    transactions: fills.length,
    distance_meters: null,
    fuel_liters: null,
    meters_per_liter: null,
    why_not,
  });
  const driving = fills.filter((fill) => fill.drives);
  if (driving.length < 2) return not('one_purchase');
  const first = driving.findIndex(({ odometer }) => odometer !== null);
  const last = driving.findLastIndex(({ odometer }) => odometer !== null);
  if (first === last)
    return not(
      driving.some(({ odometer, hasOdometer }) => hasOdometer && odometer === null)
        ? 'unit_unknown'
        : 'no_odometer',
    );
  const between = driving.slice(first, last + 1);
  let furthest = 0;
  for (const { odometer } of between) {
    if (odometer === null) continue;
    if (odometer < furthest - FUEL_CHECK_RULES.odometer_back.tolerance_meters) return not('odometer_back');
    furthest = Math.max(furthest, odometer);
  }
  // What was bought first was burnt before, or represents what is still in the tank at the end.
  const burnt = between.slice(1);
  if (burnt.some(({ hasVolume }) => !hasVolume)) return not('volume_unknown');
  if (burnt.some(({ liters }) => liters === null)) return not('unit_unknown');
  const fuel_liters = burnt.reduce((sum, { liters }) => sum + (liters ?? 0), 0);
  const distance_meters = (between.at(-1)?.odometer ?? 0) - (between[0]?.odometer ?? 0);
  return {
    transactions: fills.length,
    distance_meters,
    fuel_liters,
    meters_per_liter: fuel_liters > 0 ? distance_meters / fuel_liters : null,
    why_not: fuel_liters > 0 ? null : 'volume_unknown',
  };
}
