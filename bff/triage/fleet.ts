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

const QUIET_FLEET = 'fleet:';
/** Key of the exceptions of a quiet fleet. Used next to causes, which contain no colon. */
export const quietFleetGroup = (fleet_id: string): string => QUIET_FLEET + fleet_id;
/** The fleet of such a key; null for any other key. */
export const quietFleetOfGroup = (key: string): string | null =>
  key.startsWith(QUIET_FLEET) ? key.slice(QUIET_FLEET.length) : null;

/** Ids of the fleets that are quiet now. The page counts incrementally instead (`FleetTally`). */
export function quietFleets(loads: Iterable<BoardLoad>): ReadonlySet<string> {
  const fleets = new Map<string, { trucks: Set<string>; quiet: Set<string> }>();
  for (const load of loads) {
    const is_quiet = isTruckQuiet(load);
    if (!load.fleet || !load.vehicle_assignment || is_quiet === null) continue;
    const { fleet_id } = load.fleet;
    const counted = fleets.get(fleet_id) ?? { trucks: new Set(), quiet: new Set() };
    fleets.set(fleet_id, counted);
    const { id } = load.vehicle_assignment.vehicle;
    counted.trucks.add(id);
    if (is_quiet) counted.quiet.add(id);
  }
  return new Set(
    [...fleets].flatMap(([fleet_id, { trucks, quiet }]) =>
      isFleetQuiet({ trucks: trucks.size, quiet: quiet.size }) ? [fleet_id] : [],
    ),
  );
}

/** Id of the fleet whose silence explains a load's exception; null: the exception is the load's own. */
export function quietFleetOf(
  { fleet }: Pick<BoardLoad, 'fleet'>,
  cause: Cause,
  isQuiet: (fleet_id: string) => boolean,
): string | null {
  return fleet && isFleetsCause(cause) && isQuiet(fleet.fleet_id) ? fleet.fleet_id : null;
}
