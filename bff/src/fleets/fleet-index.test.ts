import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../testing/databases.ts';
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
});
