/**
 * One truck or the whole fleet: when most trucks of a fleet are quiet, it is its connection that needs somebody, once, and not each of
 * its loads.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Cause } from './score.ts';

export interface FleetRules {
  /** So many trucks must be quiet at least: two parked trucks are no connection that fails. */
  readonly quiet_trucks: number;
  /** And at least this part of those of which we know, 0 to 1. */
  readonly quiet_share: number;
}

export const DEFAULT_FLEET_RULES: FleetRules = { quiet_trucks: 4, quiet_share: 0.75 };

export interface FleetTrucks {
  /** Trucks with a watched load of which we know whether they report. */
  readonly trucks: number;
  readonly quiet: number;
}

export function isFleetQuiet(
  { trucks, quiet }: FleetTrucks,
  { quiet_trucks, quiet_share }: FleetRules = DEFAULT_FLEET_RULES,
): boolean {
  return quiet >= quiet_trucks && quiet >= trucks * quiet_share;
}

/** Exceptions that a quiet fleet explains. A truck in doubt is in doubt however quiet its fleet is. */
const EXPLAINED: ReadonlySet<Cause> = new Set(['stale', 'stale_driving', 'no_signal']);
export const isFleetsCause = (cause: Cause): boolean => EXPLAINED.has(cause);

/** Whether the truck of a load is quiet; null: nobody knows, or its fleet does not share where it is. */
export function isTruckQuiet({ tracking_health }: Pick<BoardLoad, 'tracking_health'>): boolean | null {
  if (tracking_health === 'stale' || tracking_health === 'no_signal') return true;
  return tracking_health === 'live' ? false : null;
}
