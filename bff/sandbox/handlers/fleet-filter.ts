/** The filters `fleet_ids` and `fleet_refs` that several lists take. Both together mean both. */
import type { Fleet } from '../world/fleets.ts';

interface FleetQuery {
  readonly fleet_ids?: readonly string[] | undefined;
  readonly fleet_refs?: readonly string[] | undefined;
}

export function fleetFilter({ fleet_ids, fleet_refs }: FleetQuery): (fleet: Fleet) => boolean {
  const ids = fleet_ids && new Set(fleet_ids.map((id) => id.toLowerCase()));
  const refs = fleet_refs && new Set(fleet_refs);
  return ({ fleet_id, fleet_ref }) => (!ids || ids.has(fleet_id)) && (!refs || refs.has(fleet_ref));
}
