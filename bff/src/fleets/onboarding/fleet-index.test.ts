import { expect, it } from 'vitest';
import { newInvitationRow } from '../../platform/store/onboarding.ts';
import { addRow, deleteRow, putRows, rowsOf } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { FleetIndex, learnVehicleFleets } from './fleet-index.ts';
import { stateOf } from './invitation-reducer.ts';

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

  it('are named by invitations, as these are now, and with the newest name', async () => {
    const { db } = await (await fresh()).open();
    const index = new FleetIndex(db);
    const invite = (key: string, fleet_name: string, version: number) => ({
      ...newInvitationRow({ key, sealed_id: key, first_seen_at: Number(key) }),
      fleet_ref: 'CARRIER-1',
      state: JSON.stringify(stateOf({ fleet_name, fleet_ref: 'CARRIER-1' })),
      version,
    });
    const names: (string | null)[] = [];
    const refresh = async () => {
      await index.refresh();
      names.push(index.nameOf('CARRIER-1'));
    };
    await refresh();
    await addRow(db, 'invitation', invite('1', 'Old Freight', 1));
    await refresh();
    await putRows(db, 'invitation', ['key'], [invite('1', 'Freight', 2)]);
    await refresh();
    await addRow(db, 'invitation', invite('2', 'New Freight', 1));
    await refresh();
    await deleteRow(db, 'invitation', { key: '2' });
    await refresh();
    expect(names).toEqual([null, 'Old Freight', 'Freight', 'New Freight', 'Freight']);
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
