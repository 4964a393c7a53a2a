import type { LoadTracking } from '@waypost/contract/loads';
import { openTriage } from '@waypost/triage/testing/loads';
import { describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../platform/store/open-database.ts';
import { loadBoard, trailOf } from '../../platform/store/watched-loads.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { createStopZones, type StopPlaceOf } from '../arrival/stop-places.ts';
import { Board, type Change } from './board.ts';

const STOP = {
  id: id(7),
  sequence: 0,
  stop_type: 'origin',
  name: 'Sacramento DC 1',
  estimated_arrival_at: '2026-11-20T16:00:00.000Z',
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
};

/** Tests commit explicitly, so that none has to wait. */
const openBoard = ({ db }: OpenDatabase, now = () => Date.parse('2026-11-20T10:00:30Z')) =>
  Board.open({ db, placeOf: () => null, log: silentLog, now, batchMs: 3_600_000 });

const items = (board: Board) =>
  [...board.jsonItems()].map((json) => JSON.parse(json) as Record<string, unknown>);

describeOnBothDatabases('the board', (fresh) => {
  it('lists loads with an exception first, each once although an exception ends meanwhile', async () => {
    const board = await openBoard(await (await fresh()).open());
    await board.watch([id(1), id(2), id(3), id(4)], 'person', 'ann');
    board.recordTriage(id(3), openTriage(), 1);
    board.recordTriage(id(4), openTriage(), 2);
    await board.flush();
    const list = board.jsonItems()[Symbol.iterator]();
    const ids = [list.next().value];
    board.recordTriage(id(4), null, 3);
    board.recordTriage(id(1), openTriage(), 4);
    await board.flush();
    for (let one = list.next(); !one.done; one = list.next()) ids.push(one.value);
    expect(ids.map((json) => JSON.parse(json ?? '').load_id)).toEqual([id(3), id(4), id(1), id(2)]);
    await board.close();
  });

  it('keeps its loads and their last responses across a restart', async () => {
    const database = await fresh();
    const first = await openBoard(await database.open());
    await first.watch([id(1), id(2)], 'person', 'ann');
    first.recordAnswer(id(1), tracking({ load: 1, health: 'stale' }), tracking({ load: 1, health: 'stale' }));
    await first.close();

    const second = await openBoard(await database.open());
    expect(second.ids().sort()).toEqual([id(1), id(2)]);
    expect(second.get(id(1))?.item).toMatchObject({
      tracking_health: 'stale',
      load_ref: 'LD-1',
      read_at: '2026-11-20T10:00:30.000Z',
    });
    expect(second.get(id(2))?.item.tracking_health).toBeNull();
    expect(second.version).toBe(first.version);
  });

  it('compares a truck with the one before a gap that spans a restart', async () => {
    const database = await fresh();
    const first = await openBoard(await database.open());
    await first.watch([id(1)], 'person', 'ann');
    for (const vehicle of [7, null]) first.recordAnswer(id(1), tracking({ vehicle }), tracking({ vehicle }));
    await first.close();

    const second = await openBoard(await database.open());
    second.recordAnswer(id(1), tracking({ vehicle: 8 }), tracking({ vehicle: 8 }));
    expect(second.get(id(1))?.item.previous_vehicle_id).toBe(id(100_007));
    await second.close();
  });

  it('remembers across a restart that one truck is on two loads', async () => {
    const database = await fresh();
    const first = await openBoard(await database.open());
    await first.watch([id(1), id(2)], 'person', 'ann');
    for (const load of [1, 2])
      first.recordAnswer(id(load), tracking({ load, vehicle: 7 }), tracking({ load, vehicle: 7 }));
    await first.close();

    const second = await openBoard(await database.open());
    expect(second.get(id(1))?.item.same_truck_loads).toEqual([{ load_id: id(2), load_ref: 'LD-2' }]);
    second.recordAnswer(id(2), tracking({ load: 2, vehicle: 8 }), tracking({ load: 2, vehicle: 8 }));
    expect(second.get(id(1))?.item.same_truck_loads).toEqual([]);
    await second.close();
  });

  it('sends a browser with an id from before a restart exactly what changed since', async () => {
    const database = await fresh();
    const first = await openBoard(await database.open());
    await first.watch([id(1), id(2), id(3)], 'person', null);
    for (const n of [1, 2, 3]) first.recordAnswer(id(n), tracking({ load: n }), {});
    await first.flush();
    const seen = first.version;
    first.recordAnswer(id(2), tracking({ load: 2, health: 'stale' }), {});
    await first.unwatch([id(3)]);
    await first.close();

    const second = await openBoard(await database.open());
    const since = second.since(seen, 100);
    if ('reset' in since) throw new Error('reset');
    expect(since.items.map((json) => (JSON.parse(json) as { load_id: string }).load_id)).toEqual([id(2)]);
    expect(since.removed).toEqual([id(3)]);
  });

  it('publishes the time zones of its stops, where their places are known, and keeps them across a restart', async () => {
    const opened = await (await fresh()).open();
    const options = { db: opened.db, placeOf: () => null, log: silentLog, batchMs: 3_600_000 };
    const site = { latitude: 38.58, longitude: -121.49, place_by: 'site', radius_meters: null } as const;
    const stopPlaceOf: StopPlaceOf = (_, { name }) => (name === null ? null : site);
    const board = await Board.open({ ...options, stopZonesOf: createStopZones(stopPlaceOf, () => []) });
    const changes: Change[] = [];
    board.onChange.subscribe((change) => changes.push(change));
    await board.watch([id(1)], 'person', null);
    const unplaced = { ...STOP, id: id(8), sequence: 1, name: null };
    const read = tracking({ stops: [STOP, unplaced] });
    board.recordAnswer(id(1), read, read);
    await board.flush();
    const zones = { 0: 'America/Los_Angeles' };
    expect(changes.at(-1)?.items).toMatchObject([{ stop_zones: zones }]);
    expect(items(await openBoard(opened))).toMatchObject([{ stop_zones: zones }]);

    const nowhere = tracking({ stops: [unplaced] });
    board.recordAnswer(id(1), nowhere, nowhere);
    await board.flush();
    expect(changes.at(-1)?.items).toMatchObject([{ stop_zones: null }]);
  });

  it('resets a browser that missed a removal that has been purged', async () => {
    const database = await fresh();
    const first = await openBoard(await database.open());
    await first.watch([id(1), id(2)], 'person', null);
    const seen = first.version;
    await first.unwatch([id(1)]);
    const current = first.version;
    await first.close();

    const later = await openBoard(await database.open(), () => Date.parse('2026-11-29T10:00:00Z'));
    expect(later.since(seen, 100)).toEqual({ reset: 'that id is too old' });
    expect(later.since(current, 100)).toEqual({ items: [], removed: [] });
  });

  it('purges removed loads while it runs, and resets a browser that missed their removal', async () => {
    const { db } = await (await fresh()).open();
    let now = Date.parse('2026-11-20T10:00:30Z');
    const board = await Board.open({ db, placeOf: () => null, log: silentLog, now: () => now, batchMs: 1e8 });
    await board.watch([id(1), id(2)], 'person', null);
    const seen = board.version;
    await board.unwatch([id(1)]);
    now += 6 * 24 * 3600_000;
    await board.purgeRemoved();
    expect(board.since(seen, 100)).toMatchObject({ removed: [id(1)] });
    now += 2 * 24 * 3600_000;
    await board.purgeRemoved();
    expect((await loadBoard(db)).rows.map(({ load_id }) => load_id)).toEqual([id(2)]);
    expect(board.since(seen, 100)).toEqual({ reset: 'that id is too old' });
  });

  it('stores each position of a vehicle once, oldest first in its trail', async () => {
    const database = await fresh();
    const opened = await database.open();
    const board = await openBoard(opened);
    await board.watch([id(1)], 'person', null);
    for (const minute of ['00', '05', '05', '10'])
      board.recordAnswer(
        id(1),
        tracking({ at: `2026-11-20T10:${minute}:00Z`, longitude: -102 - Number(minute) / 100 }),
        {},
      );
    await board.flush();
    const trail = await trailOf(opened.db, id(100_001), 0, 100);
    expect(trail.map((row) => new Date(row.occurred_at).toISOString().slice(14, 16))).toEqual([
      '00',
      '05',
      '10',
    ]);
  });
});

describeOnBothDatabases('a board whose database rejects a change', (fresh) => {
  it('confirms an addition only when it is stored, also when it is repeated', async () => {
    const opened = await (await fresh()).open();
    const board = await openBoard(opened);
    const accept = await rejectWrites(opened.db, opened.dialect, 'watched_load');
    for (let n = 0; n < 2; n += 1)
      await expect(board.watch([id(1)], 'person', 'ann')).rejects.toThrow('rejected');
    await accept();
    await board.watch([id(1)], 'person', 'ann');
    expect((await loadBoard(opened.db)).rows).toMatchObject([{ load_id: id(1), watched: 1 }]);
  });

  it('has changed nothing: neither an addition, nor a removal, nor a decision', async () => {
    const opened = await (await fresh()).open();
    const board = await openBoard(opened);
    await board.watch([id(1)], 'person', 'ann');
    const before = { items: items(board), version: board.version };
    const accept = await rejectWrites(opened.db, opened.dialect, 'watched_load');
    const acts = {
      watch: () => board.watch([id(2)], 'person', 'ann'),
      unwatch: () => board.unwatch([id(1)]),
      archive: () => board.archive(new Map([[id(1), { reason: 'removed', since: null, by: null }]])),
      decide: () => board.decide(id(1), { kept: { by_name: 'Ann', at: '2026-11-20T10:00:30.000Z' } }),
    };
    for (const act of Object.values(acts)) await expect(act()).rejects.toThrow('rejected');
    expect({ items: items(board), version: board.version }).toEqual(before);
    expect(board.get(id(1))?.item.kept).toBeNull();
    await accept();
    await board.flush();
    expect({ items: items(board), version: board.version }).toEqual(before);
    expect((await loadBoard(opened.db)).rows).toMatchObject([{ load_id: id(1), watched: 1 }]);
  });

  it('that is repeated stores an addition that was taken back, and removes what was added back', async () => {
    const opened = await (await fresh()).open();
    const board = await openBoard(opened);
    await board.watch([id(1)], 'person', 'ann');
    const accept = await rejectWrites(opened.db, opened.dialect, 'watched_load');
    await expect(board.watch([id(2)], 'person', 'ann')).rejects.toThrow('rejected');
    await expect(board.unwatch([id(2)])).resolves.toEqual([]);
    await expect(board.unwatch([id(1)])).rejects.toThrow('rejected');
    await expect(board.watch([id(1)], 'person', 'ann')).resolves.toEqual([]);
    await accept();
    expect(await board.watch([id(2)], 'person', 'ann')).toEqual([id(2)]);
    expect(await board.unwatch([id(1)])).toEqual([id(1)]);
    expect((await loadBoard(opened.db)).rows.map(({ load_id, watched }) => [load_id, watched])).toEqual([
      [id(2), 1],
      [id(1), 0],
    ]);
  });

  it('keeps what was read, and stores it once it is accepted', async () => {
    const opened = await (await fresh()).open();
    const board = await openBoard(opened);
    await board.watch([id(1)], 'person', 'ann');
    board.recordAnswer(id(1), tracking(), tracking());
    const accept = await rejectWrites(opened.db, opened.dialect, 'watched_load');
    await expect(board.flush()).rejects.toThrow('rejected');
    await accept();
    await board.flush();
    expect(await trailOf(opened.db, id(100_001), 0, 100)).toHaveLength(1);
    expect(items(await openBoard(opened))[0]).toMatchObject({ tracking_health: 'live' });
  });

  it('is not confused with a listener that throws, which harms no other listener', async () => {
    const opened = await (await fresh()).open();
    const [board, other] = [await openBoard(opened), await openBoard(opened)];
    const published: number[] = [];
    for (const topic of [board.onChange, board.onMembershipChange]) {
      topic.subscribe(() => {
        throw new Error('a broken listener');
      });
      topic.subscribe(() => published.push(board.version));
    }
    await other.watch([id(1)], 'person', 'bob');
    await board.catchUp();
    expect(published).toHaveLength(2);
    expect(await board.watch([id(2)], 'person', 'ann')).toEqual([id(2)]);
    expect(published).toHaveLength(3);
  });

  it('is healthy again as soon as it is accepted, whichever server stored it', async () => {
    const opened = await (await fresh()).open();
    const other = await openBoard(opened);
    await other.watch([id(1)], 'person', 'bob');
    const board = await Board.open({ db: opened.db, placeOf: () => null, log: silentLog, batchMs: 1 });
    const accept = await rejectWrites(opened.db, opened.dialect, 'watched_load');
    board.recordAnswer(id(1), tracking(), tracking());
    await vi.waitFor(() => expect(board.healthy).toBe(false));
    await accept();
    await other.unwatch([id(1)]);
    await vi.waitFor(() => expect(board.healthy).toBe(true));
    await board.close();
  });
});

describe('changes', () => {
  const setup = async () => {
    const { openDatabase } = await import('../../platform/store/open-database.ts');
    const opened = await openDatabase('sqlite::memory:');
    const board = await openBoard(opened);
    const changes: Change[] = [];
    board.onChange.subscribe((change) => changes.push(change));
    return { board, changes };
  };

  it('publish only the fields that differ', async () => {
    const { board, changes } = await setup();
    await board.watch([id(1)], 'person', null);
    board.recordAnswer(id(1), tracking(), {});
    await board.flush();
    board.recordAnswer(id(1), tracking({ health: 'stale' }), {});
    await board.flush();
    const last = changes.at(-1)?.items[0];
    expect(Object.keys(last ?? {}).sort()).toEqual(['load_id', 'read_at', 'tracking_health', 'version']);
  });

  it('are not published when a response is unchanged', async () => {
    const { board, changes } = await setup();
    await board.watch([id(1)], 'person', null);
    board.recordAnswer(id(1), tracking(), {});
    await board.flush();
    const before = { count: changes.length, version: board.version };
    board.recordAnswer(id(1), tracking(), {});
    await board.flush();
    expect({ count: changes.length, version: board.version }).toEqual(before);
  });

  it('have increasing numbers, one per load', async () => {
    const { board, changes } = await setup();
    await board.watch([id(1), id(2)], 'person', null);
    board.recordAnswer(id(1), tracking({ load: 1 }), {});
    board.recordAnswer(id(2), tracking({ load: 2 }), {});
    await board.flush();
    const versions = changes.flatMap((change) => change.items.map((item) => item.version));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
    expect(changes.at(-1)?.version).toBe(versions.at(-1));
  });

  it('are a reset for an unknown, future or malformed id', async () => {
    const { board } = await setup();
    await board.watch([id(1)], 'person', null);
    for (const strange of [board.version + 1, Number.NaN, -1, 1.5])
      expect(board.since(strange, 10)).toHaveProperty('reset');
  });

  it('are a reset when there are too many', async () => {
    const { board } = await setup();
    await board.watch([id(1), id(2), id(3)], 'person', null);
    expect(board.since(0, 2)).toHaveProperty('reset');
    expect(board.since(0, 3)).not.toHaveProperty('reset');
  });

  it('keep a load that is removed and added again at once', async () => {
    const { board, changes } = await setup();
    await board.watch([id(1)], 'person', null);
    await Promise.all([board.unwatch([id(1)]), board.watch([id(1)], 'person', null)]);
    await board.flush();
    expect(items(board)).toHaveLength(1);
    expect(changes.at(-1)?.removed).toEqual([]);
  });

  it('keep the last response and its time when a read fails', async () => {
    const { board } = await setup();
    await board.watch([id(1)], 'person', null);
    board.recordAnswer(id(1), tracking(), {});
    board.recordFailure(id(1), 'not_found', 404, 'The service does not know it');
    await board.flush();
    expect(items(board)[0]).toMatchObject({
      tracking_health: 'live',
      read_at: '2026-11-20T10:00:30.000Z',
      read_error: { kind: 'not_found', status: 404 },
    });
  });

  it('record the previous vehicle when another one replaces it', async () => {
    const { board } = await setup();
    await board.watch([id(1)], 'person', null);
    board.recordAnswer(id(1), tracking({ vehicle: 7 }), {});
    board.recordAnswer(id(1), tracking({ vehicle: 8 }), {});
    expect(board.get(id(1))?.item).toMatchObject({
      previous_vehicle_id: id(100_007),
      vehicle_changed_at: '2026-11-20T10:00:30.000Z',
    });
  });

  it('record the truck from before a period without one', async () => {
    const { board } = await setup();
    await board.watch([id(1)], 'person', null);
    for (const vehicle of [7, null, 8]) board.recordAnswer(id(1), tracking({ vehicle }), {});
    expect(board.get(id(1))?.item).toMatchObject({
      previous_vehicle_id: id(100_007),
      vehicle_changed_at: '2026-11-20T10:00:30.000Z',
    });
  });

  it('record no change when the same truck returns after a period without one', async () => {
    const { board } = await setup();
    await board.watch([id(1)], 'person', null);
    for (const vehicle of [7, null, 7]) board.recordAnswer(id(1), tracking({ vehicle }), {});
    expect(board.get(id(1))?.item).toMatchObject({ previous_vehicle_id: null, vehicle_changed_at: null });
  });
});

describe('whether identifiers were sent', () => {
  const boardOf = async () => {
    const { openDatabase } = await import('../../platform/store/open-database.ts');
    const board = await openBoard(await openDatabase('sqlite::memory:'));
    await board.watch([id(1)], 'person', null);
    return board;
  };
  const known = (board: Board) => board.get(id(1))?.item.identifiers_sent;

  it('is unknown for a load that never had a truck, until a person states it', async () => {
    const board = await boardOf();
    board.recordAnswer(id(1), tracking({ vehicle: null, health: 'unassigned' }), {});
    expect(known(board)).toBeNull();
    await board.recordIdentifiers(id(1), true, 'Ann');
    expect(known(board)).toEqual({ sent: true, by_name: 'Ann', at: '2026-11-20T10:00:30.000Z' });
    board.recordAnswer(id(1), tracking({ vehicle: null, health: 'unassigned' }), {});
    expect(known(board)?.by_name).toBe('Ann');
  });

  it('is known from an assigned truck, even after its removal', async () => {
    const board = await boardOf();
    board.recordAnswer(id(1), tracking(), {});
    board.recordAnswer(id(1), tracking({ vehicle: null, health: 'unassigned' }), {});
    expect(known(board)).toMatchObject({ sent: true, by_name: null });
    const { vehicle_assignment, ...answer } = tracking();
    const inferred = { ...answer, vehicle_assignment: { ...vehicle_assignment, source: 'inferred' } };
    board.recordAnswer(id(1), inferred as LoadTracking, {});
    expect(known(board)).toMatchObject({ sent: false, by_name: null });
  });
});

describe('one truck on two loads', () => {
  const planned = (load: number, vehicle: number, from: string, until: string) => {
    const answer = tracking({ load, vehicle });
    const stop = (sequence: number, estimated_arrival_at: string) => ({
      id: id(900 + sequence),
      sequence,
      stop_type: null,
      name: null,
      estimated_arrival_at,
      estimated_departure_at: null,
      arrived_at: null,
      departed_at: null,
    });
    return { ...answer, stops: [stop(0, `2026-11-20T${from}:00Z`), stop(1, `2026-11-20T${until}:00Z`)] };
  };
  const boardWith = async (...answers: LoadTracking[]) => {
    const { openDatabase } = await import('../../platform/store/open-database.ts');
    const board = await openBoard(await openDatabase('sqlite::memory:'));
    await board.watch(
      answers.map(({ load_id }) => load_id),
      'person',
      null,
    );
    for (const answer of answers) board.recordAnswer(answer.load_id, answer, answer);
    return board;
  };
  const sameTruck = (board: Board, load: number) => board.get(id(load))?.item.same_truck_loads;

  it('is shown on both, until one has another truck', async () => {
    const board = await boardWith(tracking({ load: 1, vehicle: 7 }), tracking({ load: 2, vehicle: 7 }));
    expect(sameTruck(board, 1)).toEqual([{ load_id: id(2), load_ref: 'LD-2' }]);
    expect(sameTruck(board, 2)).toEqual([{ load_id: id(1), load_ref: 'LD-1' }]);
    board.recordAnswer(id(2), tracking({ load: 2, vehicle: 8 }), {});
    expect([sameTruck(board, 1), sameTruck(board, 2)]).toEqual([[], []]);
  });

  it('is no longer shown when the other load is removed', async () => {
    const board = await boardWith(tracking({ load: 1, vehicle: 7 }), tracking({ load: 2, vehicle: 7 }));
    await board.unwatch([id(2)]);
    expect(sameTruck(board, 1)).toEqual([]);
  });

  it('is not shown for consecutive trips', async () => {
    const board = await boardWith(planned(1, 7, '06:00', '12:00'), planned(2, 7, '12:00', '18:00'));
    expect([sameTruck(board, 1), sameTruck(board, 2)]).toEqual([[], []]);
  });

  it('is shown for overlapping trips, until one is delivered', async () => {
    const board = await boardWith(planned(1, 7, '06:00', '12:00'), planned(2, 7, '11:00', '18:00'));
    expect([sameTruck(board, 1)?.length, sameTruck(board, 2)?.length]).toEqual([1, 1]);
    board.recordMonitor(id(1), { monitor_id: id(50), status: 'completed', stops: [] });
    expect([sameTruck(board, 1), sameTruck(board, 2)]).toEqual([[], []]);
  });
});
