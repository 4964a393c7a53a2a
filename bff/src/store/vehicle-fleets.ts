/** Which fleet a vehicle belongs to. Tracking does not say it, so it is learned from every answer that has both. */
import type { Database, Tables } from './database.ts';
import { putRows } from './query.ts';

export type LearnedFleet = Omit<Tables['vehicle_fleet'], 'learned_at'>;

/** Later knowledge takes the place of earlier. */
export async function learnVehicleFleets(
  db: Database,
  rows: readonly LearnedFleet[],
  learned_at: number,
): Promise<void> {
  // Twice in one statement would be an error.
  const each = [...new Map(rows.map((row) => [row.vehicle_id, { ...row, learned_at }])).values()];
  await putRows(db, 'vehicle_fleet', ['vehicle_id'], each);
}
