/** Whether a fleet shares its trucks' locations with us, by the share agreements that the service lists. */

import { type Agreement, sharedUntil } from '@waypost/contract/agreements';
import type { VehicleFacts } from '@waypost/contract/api/monitors';
import { toIso } from '../lib/time.ts';
import type { Directory } from '../onboarding/directory.ts';

type Shared = Pick<VehicleFacts, 'location_shared' | 'location_shared_until'>;

/** People go on typing meanwhile; what is changed here counts at once all the same. */
const KEPT_MS = 5 * 60_000;

export const UNKNOWN: Shared = { location_shared: 'unknown', location_shared_until: null };

/** Does this fleet share `vehicle_location` now (ms)? Never throws for the service: what cannot be asked is unknown. */
export async function sharedByFleet(
  directory: Pick<Directory, 'agreementsWithin'>,
  fleet_id: string,
  now: number,
): Promise<Shared> {
  const agreements = await directory.agreementsWithin(KEPT_MS);
  const theirs = agreements.filter((one) => one.fleet_id === fleet_id);
  return theirs.length === 0 ? UNKNOWN : sharedBy(theirs, now);
}

/** Several agreements of a fleet: one that gives access is enough, until the last of those that follow without a gap ends. */
export function sharedBy(agreements: readonly Agreement[], now: number): Shared {
  // Without scopes nobody knows whether the location is shared: that is no yes.
  const known = agreements.filter(({ scopes }) => scopes);
  const until = sharedUntil(known, 'vehicle_location', now, now);
  if (until === now) return { location_shared: 'no', location_shared_until: null };
  const location_shared_until = until === Number.POSITIVE_INFINITY ? null : toIso(until);
  return { location_shared: 'yes', location_shared_until };
}
