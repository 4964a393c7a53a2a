import { serviceEndpoints } from '@waypost/contract/endpoints';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { countEntities, OwnUsage } from './own-usage.ts';

const { getLoadTracking, listUsage } = serviceEndpoints();

describeOnBothDatabases('our own usage', (fresh) => {
  it('is counted by month, endpoint and named entities, and survives a restart', async () => {
    const database = await fresh();
    let now = Date.UTC(2026, 9, 31, 23, 59, 59, 999);
    const own = new OwnUsage((await database.open()).db, silentLog, () => now);
    await own.open();
    own.recordAnswer(getLoadTracking, tracking());
    own.recordAnswer(getLoadTracking, tracking({ vehicle: null }));
    own.recordAnswer(listUsage, undefined);
    now += 1;
    own.recordAnswer(getLoadTracking, tracking());
    await own.close();

    const again = new OwnUsage((await database.open()).db, silentLog, () => now);
    await again.open();
    again.recordAnswer(getLoadTracking, tracking());
    const months = await again.months('2026-10', '2026-11');
    await again.close();
    expect(months.get('2026-10')).toEqual({
      endpoints: [
        { name: 'getLoadTracking', calls: 2 },
        { name: 'listUsage', calls: 1 },
      ],
      entity_calls: [{ entity_type: 'vehicle', entity_calls: 1 }],
    });
    expect(months.get('2026-11')?.endpoints).toEqual([{ name: 'getLoadTracking', calls: 2 }]);
    expect(await again.since()).toBe(now - 1);
  });
});

it('counts each vehicle and driver of a list once', () => {
  const items = [
    { vehicle_id: id(1), driver_id: id(2) },
    { vehicle_id: id(1), driver_id: null },
    { vehicle_id: id(3) },
  ];
  expect([...countEntities({ items })]).toEqual([
    ['vehicle', 2],
    ['driver', 1],
  ]);
  expect([...countEntities({ fleets: 3 })]).toEqual([]);
});
