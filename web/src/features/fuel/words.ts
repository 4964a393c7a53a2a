import {
  FUEL_CHECK_RULES,
  type FuelCheck,
  type FuelFinding,
  type FuelGroup,
  type FuelRow,
  type FuelVehicle,
} from '@waypost/contract/api/fuel';
import { distanceText, speedText, volumeText } from '../../ui/quantities.ts';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { numberFormat } from '../../ui/units.ts';

/** Smaller fractions are floating-point noise. */
const MAX_DECIMALS = 6;

/**
 * Formats a decimal string with all its digits and at least `decimals` fraction digits, without going through a float. Other text is
 * returned unchanged.
 */
export function exactText(decimal: string, decimals = 0, currency?: string): string {
  if (!/^[+-]?\d+(\.\d+)?$/.test(decimal)) return decimal;
  return numberFormat(MAX_DECIMALS, decimals, currency).format(decimal as Intl.StringNumericLiteral);
}

/** Fixed, so that prices align vertically. */
const PRICE_DECIMALS = 4;
/** `3.8610`, in columns. */
export const priceDigits = (price: string): string => exactText(price, PRICE_DECIMALS);

/** Longer numbers are database keys of a provider, not unit numbers. */
const MAX_UNIT_LENGTH = 12;
const UNIT_SUFFIX_LENGTH = 6;

/** The name, else the provider's identifier; long numbers are shortened: `Unit …512830`. */
export function vehicleName({
  vehicle_name,
  source_vehicle_id,
}: Pick<FuelRow, 'vehicle_name' | 'source_vehicle_id'>): string | null {
  const name = vehicle_name ?? source_vehicle_id ?? null;
  return name !== null && name.length > MAX_UNIT_LENGTH && /^\d+$/.test(name)
    ? `Unit …${name.slice(-UNIT_SUFFIX_LENGTH)}`
    : name;
}

export const fleetText = ({
  fleet_name,
  fleet_ref,
}: Pick<FuelVehicle, 'fleet_name'> & Pick<FuelRow, 'fleet_ref'>) => fleet_name ?? fleet_ref ?? null;

/** `USD 1,234.50`, `CAD 90.10`; marks a missing currency, and keeps a text that is no currency code as received. */
export function costText(cost: string | null, currency: string | null): string | null {
  if (cost === null) return null;
  return currency !== null && /^[a-z]{3}$/i.test(currency)
    ? exactText(cost, 2, currency)
    : `${exactText(cost, 2)} ${currency ?? '(no currency)'}`;
}

/** `42,317.8`: providers send thousandths, which nobody reads. A CSV has all digits. */
export const volumeDigits = (volume: string): string =>
  /^[+-]?\d+(\.\d+)?$/.test(volume) ? numberFormat(1, 0).format(volume as Intl.StringNumericLiteral) : volume;

export const volumeWithUnit = (volume: string | null, unit: string | null): string | null =>
  volume === null ? null : `${volumeDigits(volume)} ${unit ?? '(no unit)'}`;

export const priceText = (
  price: string | null,
  currency: string | null,
  unit: string | null,
): string | null => (price === null ? null : `${costText(price, currency ?? '?')} / ${unit ?? 'unit'}`);

/** `USD, gal` */
export const groupName = ({ currency, volume_unit }: Pick<FuelGroup, 'currency' | 'volume_unit'>): string =>
  `${currency ?? 'No currency'}, ${volume_unit ?? 'no unit'}`;

const { far_from_position, odometer_back, above_tank, twice_at_once } = FUEL_CHECK_RULES;

type CheckWords = Readonly<Record<'title' | 'short', string>> & { readonly rule: () => string };

export const CHECK_WORDS: Readonly<Record<FuelCheck, CheckWords>> = {
  far_from_position: {
    title: 'Truck was elsewhere',
    short: 'Far away',
    rule: () =>
      `Within ${durationText(far_from_position.within_ms)} of the purchase, our nearest recorded position is more than ${distanceText(far_from_position.distance_meters)} away: too far to drive at ${speedText(far_from_position.speed_mps)}. Checked only where we have a position.`,
  },
  odometer_back: {
    title: 'Odometer went backward',
    short: 'Odometer lower',
    rule: () =>
      `The odometer is more than ${distanceText(odometer_back.tolerance_meters)} lower than at the vehicle's previous purchase. Checked only where both units are known.`,
  },
  above_tank: {
    title: 'More than tank capacity',
    short: 'Over tank',
    rule: () =>
      `More than ${volumeText(above_tank.liters)} in one purchase, which is more than a truck's tanks hold. A volume without a unit is read as liters.`,
  },
  twice_at_once: {
    title: 'Duplicate purchase',
    short: 'Duplicate',
    rule: () =>
      `The same vehicle bought the same kind of fuel within ${durationText(twice_at_once.within_ms)}, or at two places more than ${distanceText(twice_at_once.distance_meters)} apart, too far to drive at ${speedText(twice_at_once.speed_mps)}.`,
  },
  no_vehicle: {
    title: 'No vehicle matched',
    short: 'No vehicle',
    rule: () => 'The transaction does not match a vehicle.',
  },
};

export function reasonOf(finding: FuelFinding): string {
  const { check, transaction, distance_meters, seconds_apart, position, other } = finding;
  const away = distance_meters === null ? '' : distanceText(distance_meters);
  const apart = seconds_apart === null ? '' : durationText(Math.abs(seconds_apart) * 1000);
  switch (check) {
    case 'far_from_position':
      return `Our recorded position was ${away} away${position ? `, at ${fullDateTime(position.occurred_at)}` : ''}, ${apart} from the purchase.`;
    case 'odometer_back':
      return `Odometer ${odometerText(transaction)}, after ${other ? odometerText(other) : 'more'} at the previous purchase${other ? `, ${fullDateTime(other.occurred_at)}` : ''}.`;
    case 'above_tank':
      return `${volumeWithUnit(reportedText(transaction.fuel_volume), transaction.volume_unit)} in one purchase.`;
    case 'twice_at_once':
      return away === ''
        ? `Another purchase of the same kind ${apart} earlier${other ? `, ${fullDateTime(other.occurred_at)}` : ''}.`
        : `Another purchase ${apart} earlier, ${away} away${other ? `, ${fullDateTime(other.occurred_at)}` : ''}.`;
    case 'no_vehicle':
      return 'Does not match a vehicle.';
  }
}

export const reportedText = (value: number | null | undefined): string | null =>
  value == null ? null : String(value);

/** In its own unit, as received. */
export function odometerText({
  odometer,
  odometer_unit,
}: {
  readonly odometer?: number | null | undefined;
  readonly odometer_unit?: string | null | undefined;
}): string | null {
  return odometer == null ? null : `${exactText(String(odometer))} ${odometer_unit ?? '(no unit)'}`;
}

export const WHY_NO_ECONOMY: Readonly<Record<NonNullable<FuelVehicle['why_not']>, string>> = {
  one_purchase: 'Only one purchase in this range',
  no_odometer: 'No odometer',
  unit_unknown: 'Missing or unknown unit',
  volume_unknown: 'Missing volume',
  odometer_back: 'Odometer went backward',
};
