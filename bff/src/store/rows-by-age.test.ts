import { expect, it } from 'vitest';
import { addAgedRows } from '../testing/aged-rows.ts';
import { describeOnBothDatabases } from '../testing/databases.ts';
import { listActivity } from './activity.ts';
import type { Database } from './database.ts';
import { addRowsByAge, COLUMNS, INDEXES } from './rows-by-age.ts';

/** As it was before the migration. */
async function undo(db: Database): Promise<void> {
  for (const index of ['invitation_open_by_last_read', 'monitor_by_vehicle', 'monitor_unsearchable'])
    await db.schema.dropIndex(index).execute();
  for (const [table, columns] of INDEXES)
    await db.schema.dropIndex(`${table}_by_${columns.join('_')}`).execute();
  for (const [table, column] of COLUMNS) await db.schema.alterTable(table).dropColumn(column).execute();
}

describeOnBothDatabases('a database of an earlier version', (fresh) => {
  it('knows of its rows how old they are, and finds them in the activity log', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'one', 1_234);
    await db.updateTable('activity').set({ name: 'Ángel' }).execute();
    await undo(db);
    await addRowsByAge(db);
    expect(await listActivity(db, { words: ['angel'], limit: 5 })).toHaveLength(1);
    const one = { ended_at: 1_234, over_at: 1_234, stored_at: 1_234 };
    const [monitor, invitation, operation] = [
      await db.selectFrom('monitor').select('ended_at').executeTakeFirst(),
      await db.selectFrom('invitation').select('over_at').executeTakeFirst(),
      await db.selectFrom('operation').select('stored_at').executeTakeFirst(),
    ];
    expect({ ...monitor, ...invitation, ...operation }).toEqual(one);
  });
});
