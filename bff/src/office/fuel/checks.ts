/** Pure checks for suspicious purchases, alone or compared with the previous one of the vehicle; the rules are in the contract. */
import { type FuelCheck, type FuelFinding, FUEL_CHECK_RULES as RULES } from '@waypost/contract/api/fuel';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { toIso } from '../../platform/lib/time.ts';
import type { RecordedPosition } from '../../platform/store/watched-loads.ts';

export interface Purchase {
  readonly id: string;
  readonly vehicle_id: string | null;
  /** Milliseconds since 1970; null: not given. */
  readonly at: number | null;
  readonly fuel_type: string | null;
  /** Meters; null: not given, or in an unknown unit. */
  readonly odometerMeters: number | null;
  readonly odometer: number | null;
  readonly odometer_unit: string | null;
  readonly volume: number | null;
  readonly liters: number | null;
  readonly volume_unit: string | null;
  readonly location: LatLon | null;
}

type Detail = Pick<FuelFinding, 'distance_meters' | 'seconds_apart' | 'position' | 'other'>;

/** Result of a check: null without data to judge by, `fine`, or a finding. */
export type Verdict = null | 'fine' | Detail;

const NOTHING: Detail = { distance_meters: null, seconds_apart: null, position: null, other: null };

const otherOf = (other: Purchase): Detail['other'] => ({
  id: other.id,
  occurred_at: toIso(other.at ?? 0),
  odometer: other.odometer,
  odometer_unit: other.odometer_unit,
});

const noVehicle = (one: Purchase): Verdict => (one.vehicle_id === null ? NOTHING : 'fine');

export function aboveTank({ volume, liters, volume_unit }: Purchase): Verdict {
  if (volume === null) return null;
  // Without a unit, exceed any tank only if it would do so in liters.
  const most = liters ?? (volume_unit === null ? volume : null);
  if (most === null) return null;
  return most > RULES.above_tank.liters ? NOTHING : 'fine';
}

/** `before`: the vehicle's latest purchase with a known odometer. */
export function odometerBack(one: Purchase, before: Purchase | null): Verdict {
  if (one.odometerMeters === null || before === null || before.odometerMeters === null) return null;
  const back = before.odometerMeters - one.odometerMeters;
  return back > RULES.odometer_back.tolerance_meters ? { ...NOTHING, other: otherOf(before) } : 'fine';
}

/** `sameKind`: the vehicle's latest purchase of the same kind of fuel; `before`: the latest of any kind. */
export function twiceAtOnce(one: Purchase, sameKind: Purchase | null, before: Purchase | null): Verdict {
  const { within_ms, speed_mps, distance_meters } = RULES.twice_at_once;
  if (one.at === null || before === null || before.at === null) return null;
  if (sameKind?.at != null && one.at - sameKind.at <= within_ms)
    return { ...NOTHING, seconds_apart: (one.at - sameKind.at) / 1000, other: otherOf(sameKind) };
  if (one.location === null || before.location === null) return 'fine';
  const distance = distanceMeters(before.location, one.location);
  const seconds = (one.at - before.at) / 1000;
  return distance > distance_meters + seconds * speed_mps
    ? { ...NOTHING, distance_meters: distance, seconds_apart: seconds, other: otherOf(before) }
    : 'fine';
}

/** `positions`: the nearest recorded positions before and after the purchase. */
export function farFromPosition(one: Purchase, positions: readonly RecordedPosition[]): Verdict {
  const { within_ms, distance_meters, speed_mps } = RULES.far_from_position;
  const { at, location } = one;
  if (at === null || location === null) return null;
  const apart = (position: RecordedPosition) => Math.abs(position.occurred_at - at);
  const [nearest] = positions.filter((one) => apart(one) <= within_ms).sort((a, b) => apart(a) - apart(b));
  if (!nearest) return null;
  const distance = distanceMeters(nearest, location);
  if (distance <= distance_meters + (apart(nearest) / 1000) * speed_mps) return 'fine';
  const { latitude, longitude, occurred_at } = nearest;
  return {
    ...NOTHING,
    distance_meters: distance,
    seconds_apart: apart(nearest) / 1000,
    position: { latitude, longitude, occurred_at: toIso(occurred_at) },
  };
}

/** Checks that need neither another purchase nor a position. */
export const SINGLE_CHECKS: readonly (readonly [FuelCheck, (one: Purchase) => Verdict])[] = [
  ['above_tank', aboveTank],
  ['no_vehicle', noVehicle],
];
