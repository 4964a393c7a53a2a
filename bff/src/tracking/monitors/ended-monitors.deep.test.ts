/** Monitors that ended long ago: none is in memory, and all are found. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { expect, it } from 'vitest';
import { ALWAYS_HELD } from '../../platform/lib/exclusive-work.ts';
import type { Database } from '../../platform/store/database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { addEndedMonitors } from '../../testing/ended-monitors.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { factOfRecord } from './facts.ts';
import { Monitors } from './monitors.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 24 * 3600_000;
const MANY = 20_000;
const iso = (ms: number) => new Date(ms).toISOString();

describeOnBothDatabases('monitors that ended long ago', (fresh) => {
  const setUp = async (db: Database) => {
    const board = await Board.open({ db, log: silentLog, placeOf: () => null, now: () => NOW, batchMs: 1 });
    let now = NOW;
    const monitors = await Monitors.open({
      assumptions: ASSUMPTIONS,
      db,
      board,
      log: silentLog,
      onCommit: () => undefined,
      placeOf: () => null,
      site: () => undefined,
      siteAt: () => undefined,
      broadcaster: { publish: () => undefined },
      now: () => now,
    });
    monitors.publish(ALWAYS_HELD);
    const answer = async (load: ReturnType<typeof tracking>) => {
      await board.watch([load.load_id], 'person', null);
      board.recordAnswer(load.load_id, load, load);
      await board.flush();
      await monitors.searchesDone();
    };
    const list = async (filter: object) =>
      (await monitors.ended.list({ limit: 3, ...filter })).map(({ position }) => position);
    const later = (ms: number) => {
      now += ms;
    };
    return { board, monitors, answer, list, later };
  };
  const open = async () => (await (await fresh()).open()).db;
  const idsOf = (places: readonly { readonly id: string }[]) => places.map((place) => place.id);

  it(`are not held in memory, even ${MANY} of them, and are listed, counted, filtered and found by page`, async () => {
    const db = await open();
    await addEndedMonitors(db, NOW, MANY);
    const { monitors, list } = await setUp(db);
    expect(monitors.size).toBe(0);
    const first = await list({});
    expect(idsOf(first)).toEqual([id(MANY - 1), id(MANY - 2), id(MANY - 3)]);
    expect(idsOf(await list({ after: first[2] }))).toEqual([id(MANY - 4), id(MANY - 5), id(MANY - 6)]);
    expect(idsOf(await list({ status: 'cancelled' }))).toEqual([id(MANY - 10), id(MANY - 20), id(MANY - 30)]);
    expect(idsOf(await list({ words: ['angel', 'DOCK'] }))).toEqual([id(7)]);
    expect(await monitors.countEnded()).toEqual({
      completed: MANY * 0.9,
      cancelled: MANY / 10,
      expired: 0,
    });
    expect(await monitors.find(id(12))).toMatchObject({
      name: 'Trip 12',
      status: 'completed',
    } satisfies Partial<BoardMonitor>);
    expect(monitors.size).toBe(0);
  }, 120_000);

  it('are held while a watched load has them: by name, by vehicle and time, by a stored link', async () => {
    const db = await open();
    await addEndedMonitors(db, NOW, 20);
    await db
      .insertInto('monitor_link')
      .values({ monitor_id: id(9), load_id: id(1), source: 'name', state: 'linked', load_ref: 'LD-1', at: 1 })
      .execute();
    const { monitors, answer, board } = await setUp(db);
    expect(monitors.size).toBe(0);
    await answer(tracking({ load: 1, vehicle: 500 }));
    expect(idsOf(monitors.positions(id(1)))).toEqual([id(9)]);
    await answer({ ...tracking({ load: 2, vehicle: 4 }), load_ref: 'Trip 4' });
    expect(monitors.get(id(4))?.links).toMatchObject([{ load_id: id(2), source: 'name' }]);
    await board.flush();
    expect(board.get(id(2))?.item.monitor?.monitor_id).toBe(id(4));
    const times = { estimated_arrival_at: iso(NOW - 40 * DAY), estimated_departure_at: iso(NOW) };
    const stop = {
      ...times,
      id: id(30),
      sequence: 0,
      stop_type: null,
      name: 'A',
      arrived_at: null,
      departed_at: null,
    };
    await answer({ ...tracking({ load: 3, vehicle: 5 }), stops: [stop] });
    expect(monitors.get(id(5))?.links).toMatchObject([{ load_id: id(3), source: 'vehicle_time' }]);
    expect(monitors.size).toBe(3);
    const again = await setUp(db);
    expect([1, 2, 3].map((n) => idsOf(again.monitors.positions(id(n))))).toEqual([[id(9)], [id(4)], [id(5)]]);
    await board.unwatch([id(1), id(2), id(3)]);
    await monitors.evictEnded();
    expect(monitors.size).toBe(0);
  });

  it('are evicted a day after their end, and found by their last known state', async () => {
    const db = await open();
    const { monitors, list, later } = await setUp(db);
    const record = { id: id(1), name: 'Trip 1', vin: 'VIN1', created_at: iso(NOW), updated_at: iso(NOW) };
    await monitors.addFacts([
      { id: id(1), tag: null, state: factOfRecord({ ...record, status: 'completed' }) },
    ]);
    await monitors.evictEnded();
    expect(monitors.size).toBe(1);
    expect(await list({})).toEqual([]);
    expect(await monitors.countEnded()).toMatchObject({ completed: 0 });
    later(DAY + 1);
    await monitors.evictEnded();
    expect(monitors.size).toBe(0);
    expect(idsOf(await list({ words: ['vin1'] }))).toEqual([id(1)]);
    expect(await monitors.countEnded()).toMatchObject({ completed: 1 });
    // Late information reloads it, and it is found by its new name.
    const renamed = { ...record, name: 'Trip One', updated_at: iso(NOW + 1) };
    await monitors.addFacts([{ id: id(1), tag: null, state: factOfRecord(renamed) }]);
    expect(monitors.get(id(1))).toMatchObject({ name: 'Trip One', vin: 'VIN1', status: 'completed' });
    await monitors.evictEnded();
    expect(idsOf(await list({ words: ['one'] }))).toEqual([id(1)]);
  });
});
