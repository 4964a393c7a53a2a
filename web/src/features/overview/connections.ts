/** Connections and their fleets in words, for the choice of what is counted. */
import type { BoardConnection } from '@waypost/contract/api/agreements';
import type { FleetChoice } from './filter.ts';

type Connection = Pick<BoardConnection, 'id' | 'fleet_id' | 'fleet_ref' | 'source_name' | 'tsp_slug'>;

/** `ACME over Samsara` */
export function connectionWords({ fleet_ref, source_name, tsp_slug, id }: Connection): string {
  const provider = source_name ?? tsp_slug ?? id;
  return fleet_ref ? `${fleet_ref} over ${provider}` : provider;
}

/** By its reference where it has one; null where the service reports neither. */
export function fleetOf({ fleet_ref, fleet_id }: Connection): FleetChoice | null {
  if (fleet_ref) return { by: 'fleet_refs', value: fleet_ref };
  return fleet_id ? { by: 'fleet_ids', value: fleet_id } : null;
}

export const sameFleet = (a: FleetChoice | null, b: FleetChoice): boolean =>
  a?.by === b.by && a.value === b.value;

/** Each once, by name. */
export function fleetsOf(connections: readonly Connection[]): FleetChoice[] {
  const fleets = new Map<string, FleetChoice>();
  for (const connection of connections) {
    const fleet = fleetOf(connection);
    if (fleet) fleets.set(`${fleet.by} ${fleet.value}`, fleet);
  }
  return [...fleets.values()].sort((a, b) => a.value.localeCompare(b.value, 'en'));
}
