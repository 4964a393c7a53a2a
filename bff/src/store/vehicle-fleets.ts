/** Which fleet a vehicle belongs to. Tracking does not say it, so it is learned from every answer that has both. */
import type { Database, Tables } from './database.ts';

export type VehicleFleetRow = Tables['vehicle_fleet'];
export type LearnedFleet = Omit<VehicleFleetRow, 'learned_at'>;

const CHUNK = 200;

/** Later knowledge takes the place of earlier. */
export async function learnVehicleFleets(
  db: Database,
  rows: readonly LearnedFleet[],
  now: number,
): Promise<void> {
  const each = [...new Map(rows.map((row) => [row.vehicle_id, row])).values()];
  for (let n = 0; n < each.length; n += CHUNK)
    await db
      .insertInto('vehicle_fleet')
      .values(each.slice(n, n + CHUNK).map((row) => ({ ...row, learned_at: now })))
      .onConflict((c) =>
        c.column('vehicle_id').doUpdateSet((eb) => ({
          fleet_id: eb.ref('excluded.fleet_id'),
          fleet_ref: eb.ref('excluded.fleet_ref'),
          learned_at: eb.ref('excluded.learned_at'),
        })),
      )
      .execute();
}

/** Every vehicle whose fleet is known. */
export async function allVehicleFleets(db: Database): Promise<LearnedFleet[]> {
  return db.selectFrom('vehicle_fleet').select(['vehicle_id', 'fleet_id', 'fleet_ref']).execute();
}

/** Fleet of one vehicle, where it is known. */
export async function fleetOfVehicle(db: Database, vehicle_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('vehicle_fleet')
    .select('fleet_id')
    .where('vehicle_id', '=', vehicle_id)
    .executeTakeFirst();
  return row?.fleet_id ?? null;
}
