/** People's changes of the board: between servers that share one database, and of loads that had left. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { pick } from '../../platform/lib/pick.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import type { OpenDatabase } from '../../platform/store/open-database.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { departureOf } from '../board/entry.ts';
import { Triage } from '../triage/triage.ts';
import { WatchListCommands } from './commands.ts';

const ANN = { sub: 'ann', name: 'Ann', roles: [] };

async function server({ db }: OpenDatabase) {
  const activity = new Activity(db, silentLog);
  const common = { db, log: silentLog, activity };
  const board = await Board.open({ ...common, placeOf: () => null, batchMs: 3_600_000 });
  const poller = { add: () => undefined, remove: () => undefined };
  const triage = await Triage.open({ ...common, board, onCommit: () => undefined });
  return { board, triage, commands: new WatchListCommands({ db, activity, board, poller }) };
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

describeOnBothDatabases('a load that returns from the archive', (fresh) => {
  const LEAVING = {
    reason: 'monitor_completed',
    since: '2026-11-20T10:00:00.000Z',
    at: '2126-11-20T16:00:00.000Z',
    next_load: null,
  } as const;

  /** A delivered load with a carrier's number, on the board. */
  async function delivered() {
    const store = await (await fresh()).open();
    const { board, commands } = await server(store);
    await commands.watch([id(1)], ANN);
    await commands.setCarrierPhone(id(1), '+1 806 555 0101', ANN);
    board.recordLeaving(id(1), LEAVING);
    await board.flush();
    return { db: store.db, board, commands, item: () => board.get(id(1))?.item };
  }

  it('and that a person had removed was removed by a person, and is delivered again, with what people had said of it', async () => {
    const { db, commands, item } = await delivered();
    await commands.unwatch(id(1), ANN);
    expect(await archivedLoadsOf(db, [id(1)])).toMatchObject([
      { reason: 'removed', since: null, archived_by_name: 'Ann' },
    ]);
    await commands.watch([id(1)], ANN);
    expect(item()).toMatchObject({
      leaving: LEAVING,
      kept: null,
      carrier_phone: { phone: '+1 806 555 0101', by_name: 'Ann' },
    });
  });

  it('is as it was last seen: how its truck moved, and which truck it had before', async () => {
    const { board, commands, item } = await delivered();
    const read = (health: string, minute: number, vehicle = 1) => {
      const at = `2026-11-20T10:0${minute}:00.000Z`;
      board.recordAnswer(id(1), tracking({ health, vehicle, at, latitude: 35 + minute / 100 }), null);
    };
    read('live', 0);
    read('live', 3, 2);
    read('live', 6, 2);
    read('stale', 6, 2);
    const seen = () =>
      pick(item() as BoardLoad, ['motion', 'last_position', 'previous_vehicle_id', 'vehicle_changed_at']);
    const before = seen();
    expect(before).toMatchObject({ motion: { moving: true }, previous_vehicle_id: id(100_001) });
    await commands.unwatch(id(1), ANN);
    await commands.watch([id(1)], ANN);
    read('stale', 6, 2);
    expect(seen()).toEqual(before);
  });

  it('is named in the activity log, beside the number of those added', async () => {
    const { db, board, commands } = await delivered();
    board.recordAnswer(id(1), tracking(), null);
    await commands.unwatch(id(1), ANN);
    await commands.watch([id(1), id(2)], ANN);
    const added = await rowsOf(db, 'activity', { action: 'watch_loads' });
    expect(added.map(({ detail }) => JSON.parse(detail ?? '{}'))).toContainEqual({
      added: 2,
      load_refs: ['LD-1'],
    });
  });

  it('and that Waypost had archived is kept on the board', async () => {
    const { board, commands, item } = await delivered();
    await board.archive(new Map([[id(1), departureOf(item() as BoardLoad, null)]]));
    await commands.watch([id(1)], ANN);
    expect(item()).toMatchObject({
      leaving: null,
      kept: { by_name: 'Ann' },
      carrier_phone: { by_name: 'Ann' },
    });
  });
});
