import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { addRow } from './query.ts';
import { emailCounts, incomingCounts, outgoingCounts } from './recent-counts.ts';
import { tableSizes } from './table-sizes.ts';

describeOnBothDatabases('for operators, the store', (fresh) => {
  it('measures every table with its indexes', async () => {
    const database = await fresh();
    const { db } = await database.open();
    const before = await tableSizes(db, database.url);
    expect(before.map(({ name }) => name)).toContain('vehicle_position');
    const of = (sizes: typeof before) => sizes.find(({ name }) => name === 'vehicle_position')?.bytes ?? 0;
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      vehicle_id: `vehicle ${n}`,
      occurred_at: n,
      latitude: 1,
      longitude: 2,
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('vehicle_position')
        .values(rows.slice(at, at + 500))
        .execute();
    const after = await tableSizes(db, database.url);
    expect(of(after) - of(before)).toBeGreaterThan(100_000);
    expect(after[0]?.name).toBe('vehicle_position');
  });

  it('counts what was received, sent and emailed since a time, by state', async () => {
    const { db } = await (await fresh()).open();
    await addRow(db, 'webhook_subscription', {
      id: 'address',
      purpose: 'geofence_monitor',
      base_url: '',
      secret_hash: 'hash',
      path_secret: 'sealed',
      signing_secret: null,
      webhook_group_id: null,
      webhook_ids: null,
      state: 'active',
      message: null,
      created_at: 1,
    });
    const delivery = (id: string, received_at: number, state: 'done' | 'failed') =>
      addRow(db, 'webhook_delivery', {
        id,
        subscription_id: 'address',
        received_at,
        headers: '{}',
        bytes: 1,
        body: '',
        content_type: null,
        content_encoding: null,
        signed_at: null,
        event_id: null,
        event_name: null,
        state,
        outcome: null,
        tries: 1,
        handled_at: null,
      });
    await delivery('a', 50, 'failed');
    await delivery('b', 100, 'done');
    await delivery('c', 200, 'done');
    expect(await incomingCounts(db, 100)).toEqual({ counts: [{ state: 'done', count: 2 }], last: 200 });
    expect(await outgoingCounts(db, 0)).toEqual({ counts: [], last: null });
    expect(await emailCounts(db, 0)).toEqual({ counts: [], last: null });
  });
});
