/** Data freshness of each connection by resource (assumed). */
import type { DataFreshness } from '@waypost/contract/connections';
import { RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import { HOUR, MINUTE } from '../world/clock.ts';
import { shares } from '../world/fleets.ts';
import { hash, keyOf } from '../world/random.ts';
import type { Connection } from './connections.ts';

/** How often a resource is fetched from its provider; ours. */
const EVERY: Partial<Record<ResourceName, number>> = {
  vehicle_location: MINUTE,
  hos_event: 5 * MINUTE,
  fuel_transaction: 15 * MINUTE,
};
const DEFAULT_INTERVAL = HOUR;

const iso = (wall: number) => new Date(wall).toISOString();

/** One row for every resource that the fleet shares at this instant. */
export function freshnessOf(
  connection: Connection,
  lastReportAt: number | null,
  now: number,
): DataFreshness[] {
  const { id, fleet, provider, stale } = connection;
  return RESOURCE_NAMES.filter((resource) => shares(fleet, resource, now)).map((resource) => {
    const every = EVERY[resource] ?? DEFAULT_INTERVAL;
    const offset = hash(keyOf(id), keyOf(resource)) % every;
    const last = Math.floor((now - offset) / every) * every + offset;
    const success = stale ? lastReportAt : Math.max(last, connection.created_at);
    return {
      connection_id: id,
      fleet_id: fleet.fleet_id,
      fleet_ref: fleet.fleet_ref,
      resource,
      last_successful_execution_at: success === null ? null : iso(success),
      next_execution_at: iso(last + every),
      schedule_status: stale ? 'failing' : 'active',
      share_level: fleet.agreement.scopes?.[resource] ?? null,
      source_name: provider.source_name,
      tsp_slug: provider.tsp_slug,
    };
  });
}
