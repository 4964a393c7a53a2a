/**
 * Distinguishes a silent truck from a silent fleet: when most trucks of a fleet are silent, its connection needs attention once,
 * not each of its loads.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Cause } from './score.ts';

export interface FleetRules {
  /** Minimum number of silent trucks: a few parked trucks do not indicate a failed connection. */
  readonly quiet_trucks: number;
  /** Minimum share of the trucks with known reporting state, 0 to 1. */
  readonly quiet_share: number;
}

export const DEFAULT_FLEET_RULES: FleetRules = { quiet_trucks: 4, quiet_share: 0.75 };

export interface FleetTrucks {
  /** Trucks with a watched load and a known reporting state. */
  readonly trucks: number;
  readonly quiet: number;
}

export function isFleetQuiet(
  { trucks, quiet }: FleetTrucks,
  { quiet_trucks, quiet_share }: FleetRules = DEFAULT_FLEET_RULES,
): boolean {
  return quiet >= quiet_trucks && quiet >= trucks * quiet_share;
}

/** Exceptions that a silent fleet explains. Doubts about a truck are not among them. */
const EXPLAINED: ReadonlySet<Cause> = new Set(['stale', 'stale_driving', 'no_signal']);
export const isFleetsCause = (cause: Cause): boolean => EXPLAINED.has(cause);

/** Null when unknown or when the fleet does not share positions. */
export function isTruckQuiet({ tracking_health }: Pick<BoardLoad, 'tracking_health'>): boolean | null {
  if (tracking_health === 'stale' || tracking_health === 'no_signal') return true;
  return tracking_health === 'live' ? false : null;
}
