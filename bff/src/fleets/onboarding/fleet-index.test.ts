import { expect, it } from 'vitest';
import { addRow, rowsOf } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { FleetIndex, learnVehicleFleets } from './fleet-index.ts';

const row = (vehicle_id: string, fleet_id: string, fleet_ref: string | null = null) => ({
  vehicle_id,
  fleet_id,
  fleet_ref,
});

describeOnBothDatabases('the fleets of vehicles', (fresh) => {
  it('are known as soon as they are learned, and after a restart', async () => {
    const { db } = await (await fresh()).open();
    const index = new FleetIndex(db);
    expect(index.ofVehicle('v')).toBeNull();
    await index.learn([row('v', 'f', 'CARRIER-1')]);
    const known = { fleet_id: 'f', name: null, fleet_ref: 'CARRIER-1' };
    expect(index.ofVehicle('v')).toEqual(known);
    const again = new FleetIndex(db);
    await again.refresh();
    expect(again.ofVehicle('v')).toEqual(known);
  });

  it('publish a change once, and nothing for what was known', async () => {
    const { db } = await (await fresh()).open();
    const index = new FleetIndex(db);
    let changes = 0;
    index.onChange.subscribe(() => {
      changes += 1;
    });
    await index.learn([row('v', 'f')]);
    await index.learn([row('v', 'f')]);
    await index.refresh();
    expect(changes).toBe(1);
    // Another server.
    await learnVehicleFleets(db, [row('w', 'f')], 1);
    await index.refresh();
    expect(changes).toBe(2);
  });

  it('of vehicles that were never seen again are forgotten, also by other servers, until they return', async () => {
    const { db } = await (await fresh()).open();
    let now = 1_000;
    const [index, other] = [new FleetIndex(db, () => now), new FleetIndex(db)];
    await index.learn([row('gone', 'f'), row('driving', 'f')]);
    now = 2_000;
    await index.learn([row('new', 'f')]);
    await other.refresh();
    await addRow(db, 'vehicle_position', {
      vehicle_id: 'driving',
      occurred_at: 1,
      latitude: 1,
      longitude: 2,
    });
    await index.forgetBefore(1_500);
    await other.refresh();
    const stored = async () => (await rowsOf(db, 'vehicle_fleet')).map(({ vehicle_id }) => vehicle_id).sort();
    expect(await stored()).toEqual(['driving', 'new']);
    for (const one of [index, other])
      expect(['gone', 'driving', 'new'].map((id) => one.ofVehicle(id)?.fleet_id)).toEqual([
        undefined,
        'f',
        'f',
      ]);
    await other.learn([row('gone', 'f')]);
    expect(await stored()).toEqual(['driving', 'gone', 'new']);
  });
});
