/** People between servers that share one database: one has added a load, the other has not been told of it yet. */
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import type { OpenDatabase } from '../../platform/store/open-database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { Triage } from '../triage/triage.ts';
import { WatchListCommands } from './commands.ts';

const ANN = { sub: 'ann', name: 'Ann', roles: [] };

async function server({ db }: OpenDatabase) {
  const activity = new Activity(db, silentLog);
  const common = { db, log: silentLog, activity };
  const board = await Board.open({ ...common, placeOf: () => null, batchMs: 3_600_000 });
  const poller = { add: () => undefined, remove: () => undefined };
  const triage = await Triage.open({ ...common, board, onCommit: () => undefined });
  return { board, triage, commands: new WatchListCommands({ activity, board, poller }) };
}

describeOnBothDatabases('a load that another server has just added', (fresh) => {
  async function added() {
    const store = await (await fresh()).open();
    const [first, second] = [await server(store), await server(store)];
    await first.commands.watch([id(1)], ANN);
    expect(second.board.has(id(1))).toBe(false);
    return { first, second };
  }

  it('can be removed at once, and stays removed', async () => {
    const { first, second } = await added();
    await second.commands.unwatch(id(1), ANN);
    await first.board.catchUp();
    expect(first.board.has(id(1))).toBe(false);
  });

  it('can be opened and given a note', async () => {
    const { second } = await added();
    expect((await second.commands.find(id(1))).item.load_id).toBe(id(1));
    const { second: third } = await added();
    const note = { act_id: id(70), act: { kind: 'note', text: 'Gate 4' } } as const;
    const { done, refused } = await third.triage.act(
      { ...note, items: [{ load_id: id(1), version: 0 }] },
      ANN,
    );
    expect({ done, refused }).toEqual({ done: [id(1)], refused: [] });
  });

  it('that nobody has added is unknown', async () => {
    const { second } = await added();
    await expect(second.commands.find(id(2))).rejects.toMatchObject({ code: 404 });
  });
});
