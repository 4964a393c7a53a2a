import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { countEmail } from './email.ts';
import { inTransaction } from './transaction.ts';

describeOnBothDatabases('the limit of emails per minute', (fresh) => {
  it('holds for all servers together', async () => {
    const { db } = await (await fresh()).open();
    const at = (now: number) =>
      Promise.all(Array.from({ length: 8 }, () => inTransaction(db, (trx) => countEmail(trx, now, 3))));
    const waits = (await at(1_000_000)).sort((a, b) => a - b);
    expect(waits).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 60_000, 60_000]);
    expect(await at(1_059_000)).toEqual(Array(8).fill(1_000));
    expect((await at(1_060_000)).filter((ms) => ms === 0)).toHaveLength(3);
  });
});
