/**
 * An arrival at the origin right after tracking started may be a truck that was parked there all along. Our own record of positions proves
 * the arrival when it saw the truck outside the circle in between.
 */

import { distanceMeters } from '@waypost/geo/geodesy';
import type { Database } from '../store/database.ts';
import { positionsWithin } from '../store/monitors.ts';
import { updateRow } from '../store/query.ts';
import type { Entry } from './entry.ts';
import { originToProve } from './monitor-response.ts';

/** A parked truck's position wanders; only one so far outside the circle counts, meters. */
const OUTSIDE_METERS = 200;

/** Entries whose arrival is proved by this call; their rows say so, here and in the store. */
export async function proveOrigins(
  db: Database,
  entries: readonly Entry[],
  tracking_start_ms: number,
): Promise<Entry[]> {
  const open = entries.flatMap((entry) => {
    const { row, state, command, watching } = entry;
    const origin = row.outside_origin_at === null ? originToProve(state, command, tracking_start_ms) : null;
    return origin && watching.vehicle_id !== null
      ? [{ entry, origin, id: row.id, vehicle_id: watching.vehicle_id, from: origin.from, to: origin.to }]
      : [];
  });
  const positions = await positionsWithin(db, open);
  const proved: Entry[] = [];
  for (const { entry, origin } of open) {
    const outside = positions
      .get(entry.row.id)
      ?.find((at) => distanceMeters(at, origin.circle) > origin.circle.radius_meters + OUTSIDE_METERS);
    if (!outside) continue;
    await updateRow(db, 'monitor', { id: entry.row.id }, { outside_origin_at: outside.occurred_at });
    entry.row = { ...entry.row, outside_origin_at: outside.occurred_at };
    proved.push(entry);
  }
  return proved;
}
