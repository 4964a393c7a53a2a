import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { updateRow } from './query.ts';
import { announceWait, runningLease, takeLease, waitLeft } from './shared-clock.ts';

const lease = (owner: string, ms: number) => ({ name: 'x', owner, ms });

describeOnBothDatabases('a lease', (fresh) => {
  it('has one owner, who can prolong it, and passes to another when it expires or is released', async () => {
    const { db, dialect } = await (await fresh()).open();
    expect(await takeLease(db, dialect, lease('ann', 60_000))).toBe(1);
    expect(await takeLease(db, dialect, lease('ben', 60_000))).toBeNull();
    // Prolonged under the same number, and expired at once.
    expect(await takeLease(db, dialect, lease('ann', -1))).toBe(1);
    expect(await takeLease(db, dialect, lease('ben', 60_000))).toBe(2);
    await updateRow(db, 'lease', { name: 'x', owner: 'ann' }, { until: 0 });
    expect(await takeLease(db, dialect, lease('ann', 60_000))).toBeNull();
    await updateRow(db, 'lease', { name: 'x', owner: 'ben' }, { until: 0 });
    expect(await takeLease(db, dialect, lease('ann', 60_000))).toBe(3);
    expect(await takeLease(db, dialect, { ...lease('ben', 60_000), force: true })).toBe(4);
  });

  it('is acquired by one of many concurrent callers', async () => {
    const { db, dialect } = await (await fresh()).open();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => takeLease(db, dialect, lease(`server ${n}`, 60_000))),
    );
    expect(all.filter((fence) => fence !== null)).toEqual([1]);
  });

  it('ignores late writes of an earlier owner', async () => {
    const { db, dialect } = await (await fresh()).open();
    const fence = (await takeLease(db, dialect, lease('ann', -1))) as number;
    await takeLease(db, dialect, lease('ben', 60_000));
    await takeLease(db, dialect, { ...lease('ann', 60_000), force: true });
    expect(await updateRow(db, 'lease', { name: 'x', owner: 'ann', fence }, { note: 'late' })).toBe(false);
    expect(await updateRow(db, 'lease', { name: 'x', owner: 'ann', fence: fence + 2 }, { note: 'now' })).toBe(
      true,
    );
    expect(await runningLease(db, dialect, 'x')).toEqual({ owner: 'ann', fence: 3, note: 'now' });
  });
});

describeOnBothDatabases('an announced wait', (fresh) => {
  it("is the longest that any server received, by the database's clock", async () => {
    const { db, dialect } = await (await fresh()).open();
    expect(await waitLeft(db, dialect, 3_600_000)).toBeLessThanOrEqual(0);
    await announceWait(db, dialect, 60_000.4);
    await announceWait(db, dialect, 1_000);
    const left = await waitLeft(db, dialect, 3_600_000);
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_001);
    await announceWait(db, dialect, 90_000);
    expect(await waitLeft(db, dialect, 3_600_000)).toBeGreaterThan(80_000);
  });
});
