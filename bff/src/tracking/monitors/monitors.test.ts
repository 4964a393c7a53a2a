/** Monitors in memory: changing links to loads, the board, and two servers sharing one database. */

import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { LoadTracking } from '@waypost/contract/loads';
import type { Monitor } from '@waypost/contract/monitors';
import { journeyOfLoad } from '@waypost/triage/monitored';
import { expect, it } from 'vitest';
import { ALWAYS_HELD } from '../../platform/lib/exclusive-work.ts';
import type { Database } from '../../platform/store/database.ts';
import { putRows } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { factOfRecord } from './facts.ts';
import { storePersonLink } from './links.ts';
import { Monitors } from './monitors.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3600_000;
const TAG = 'wp-0123456789ab';
const iso = (ms: number) => new Date(ms).toISOString();

/** A monitor of vehicle 1, which carries load 1. */
const record = (n: number, more: Partial<Monitor> = {}): Monitor => ({
  id: id(n),
  vehicle_id: id(100_001),
  status: 'active',
  updated_at: iso(NOW),
  created_at: iso(NOW + n),
  starts_at: iso(NOW - HOUR),
  expires_at: iso(NOW + HOUR),
  stops: [{ sequence: 0, arrived_at: iso(NOW - HOUR) }, { sequence: 1 }],
  ...more,
});

describeOnBothDatabases('monitors', (fresh) => {
  async function setUp(db: Database, { leads = true } = {}) {
    let later = false;
    const board = await Board.open({ db, log: silentLog, placeOf: () => null, now: () => NOW, batchMs: 1 });
    const known: BoardMonitor[] = [];
    const monitors = await Monitors.open({
      assumptions: ASSUMPTIONS,
      db,
      board,
      log: silentLog,
      onCommit: () => undefined,
      placeOf: () => null,
      site: (site) => (site === id(70) ? SITE : undefined),
      siteAt: ({ latitude }) => (later && latitude === C.latitude ? SITE : undefined),
      broadcaster: {
        publish: (_event, _key, item) => {
          const json = typeof item === 'string' ? item : item();
          if (json !== undefined) known.push(JSON.parse(json) as BoardMonitor);
        },
      },
      now: () => NOW,
    });
    if (leads) monitors.publish(ALWAYS_HELD);
    const answer = async (load: LoadTracking) => {
      await board.watch([load.load_id], 'person', null);
      board.recordAnswer(load.load_id, load, load);
      await board.flush();
    };
    const take = (more: Monitor, tag: string | null = null) =>
      monitors.addFacts([{ id: more.id, tag, state: factOfRecord(more) }]);
    const links = (n: number) =>
      monitors.get(id(n))?.links.map(({ load_id, source, state }) => [load_id, source, state]);
    const onBoard = async () => {
      await board.flush();
      return board.get(id(1))?.item.monitor?.monitor_id ?? null;
    };
    const addSite = () => {
      later = true;
      monitors.sitesChanged();
    };
    return { board, monitors, known, answer, take, links, onBoard, addSite };
  }
  const TERMS = { free_minutes: 60, detention_rate: '75', detention_currency: 'USD' };
  const SITE = { name: 'Yard gate', ...TERMS };
  const open = async () => (await (await fresh()).open()).db;
  /** What a person entered with the monitor. */
  const putAbout = (db: Database, body: object) => {
    const about = { tag: TAG, intent_id: id(3), load_ref: 'LD-1', created_by_name: 'Ann', created_at: NOW };
    return putRows(
      db,
      'monitor_about',
      ['tag'],
      [{ ...about, body: JSON.stringify(body), monitor_id: null }],
    );
  };

  it('named after a load on its vehicle is linked, and stays linked when the load loses its vehicle', async () => {
    const db = await open();
    const { answer, take, links, onBoard } = await setUp(db);
    await answer(tracking());
    await take(record(10, { name: 'Trip LD-1' }));
    expect(links(10)).toEqual([[id(1), 'name', 'linked']]);
    expect(await onBoard()).toBe(id(10));
    await answer(tracking({ vehicle: null, health: 'unassigned' }));
    expect(links(10)).toEqual([[id(1), 'name', 'linked']]);
    expect((await setUp(db)).links(10)).toEqual([[id(1), 'name', 'linked']]);
  });

  it('marks an arrival at the origin as unproven when the truck was there as tracking started', async () => {
    const { board, monitors, answer, take } = await setUp(await open());
    await answer(tracking());
    const MINUTE = 60_000;
    const arrived = (n: number, at: number, created_at: number, name = 'x') =>
      take(
        record(n, {
          name,
          starts_at: iso(NOW - 4 * HOUR),
          created_at: iso(created_at),
          stops: [
            { sequence: 0, arrived_at: iso(at) },
            { sequence: 1, arrived_at: iso(at) },
          ],
        }),
      );
    await arrived(10, NOW - 4 * HOUR + 10 * MINUTE, NOW - 5 * HOUR, 'LD-1');
    await arrived(11, NOW - 3 * HOUR, NOW - 5 * HOUR);
    // Created long after its start: its first ping is the one after its creation.
    await arrived(12, NOW - HOUR + 2 * MINUTE, NOW - HOUR);
    const marks = (n: number) => monitors.get(id(n))?.stops.map((stop) => stop.arrived_at_start);
    expect([10, 11, 12].map(marks)).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
    await board.flush();
    expect(board.get(id(1))?.item.monitor?.stops[0]?.arrived_at_start).toBe(true);
  });

  it('accepts an arrival right after the tracking start when recorded positions show the truck outside the origin in between', async () => {
    const db = await open();
    const { board, monitors, answer, take } = await setUp(db);
    const MINUTE = 60_000;
    const origin = {
      point: { type: 'Point' as const, coordinates: [-102.05, 41.85] as [number, number] },
      radius_meters: 400,
    };
    const seen = async (minutes: number, latitude: number) => {
      await answer({ ...tracking({ latitude, at: iso(NOW - HOUR + minutes * MINUTE) }) });
      await monitors.searchesDone();
    };
    const arrived = (n: number, name: string) =>
      take(
        record(n, {
          name,
          created_at: iso(NOW - 2 * HOUR),
          stops: [{ sequence: 0, ...origin, arrived_at: iso(NOW - HOUR + 10 * MINUTE) }, { sequence: 1 }],
        }),
      );
    const isAtStart = (n: number, from = monitors) => from.get(id(n))?.stops[0]?.arrived_at_start;

    // Outside, but before tracking started; and within the drift of a parked truck.
    await seen(-5, 41.95);
    await seen(2, 41.855);
    await arrived(10, 'LD-1');
    expect(isAtStart(10)).toBe(true);
    // Read after the arrival was received, but recorded before it.
    await seen(6, 41.87);
    expect(isAtStart(10)).toBe(false);
    await board.flush();
    expect(board.get(id(1))?.item.monitor?.stops[0]?.arrived_at_start).toBe(false);

    // Recorded when the arrival is received, and remembered after positions are purged.
    await arrived(11, 'x');
    expect(isAtStart(11)).toBe(false);
    await db.deleteFrom('vehicle_position').execute();
    expect(isAtStart(11, (await setUp(db)).monitors)).toBe(false);
  });

  it('is linked when the load is added later, and gets its new name', async () => {
    const { answer, take, links } = await setUp(await open());
    await take(record(10, { name: 'LD-1' }));
    expect(links(10)).toEqual([]);
    await answer(tracking());
    expect(links(10)).toEqual([[id(1), 'name', 'linked']]);
  });

  it('is only suggested by vehicle and time, until a person confirms it; then the board shows it', async () => {
    const db = await open();
    const { monitors, answer, take, links, onBoard } = await setUp(db);
    await answer(tracking());
    await take(record(10));
    expect(links(10)).toEqual([[id(1), 'vehicle_time', 'suggested']]);
    expect(await onBoard()).toBeNull();
    const say = async (state: 'linked' | 'rejected') => {
      await storePersonLink(db, { monitor_id: id(10), load_id: id(1), state, load_ref: 'LD-1', at: NOW });
      await monitors.relink(id(10));
    };
    await say('linked');
    expect(links(10)).toEqual([[id(1), 'person', 'linked']]);
    expect(await onBoard()).toBe(id(10));
    await say('rejected');
    expect(await onBoard()).toBeNull();
    // No automatic link restores it.
    await take(record(10, { name: 'LD-1', updated_at: iso(NOW + 1) }));
    expect(links(10)).toEqual([[id(1), 'person', 'rejected']]);
  });

  it("that is active provides the load's times before an ended one, then the latest", async () => {
    const { answer, take, onBoard } = await setUp(await open());
    await answer(tracking());
    await take(record(10, { name: 'LD-1' }));
    await take(
      record(11, { name: 'LD-1', status: 'cancelled', cancelled_at: iso(NOW), starts_at: iso(NOW) }),
    );
    expect(await onBoard()).toBe(id(10));
    await take(record(10, { status: 'completed', completed_at: iso(NOW + 1), updated_at: iso(NOW + 1) }));
    expect(await onBoard()).toBe(id(11));
  });

  it('keeps what a person entered: load, names, plan and the terms of its sites', async () => {
    const db = await open();
    const { monitors, take, answer } = await setUp(db);
    const stops = [
      { sequence: 0, name: 'Yard', site_id: id(70), planned_departure_at: iso(NOW) },
      { sequence: 1, name: 'Atlanta Cross-dock 7', city_center: 'Atlanta, GA' },
    ];
    const body = {
      origin: C,
      destination: C,
      starts_at: iso(NOW),
      name: 'A name',
      about: { load_id: id(1), stops },
    };
    await putAbout(db, body);
    await take(record(10, { name: `A name [${TAG}]` }), TAG);
    const wanted = {
      name: 'A name',
      created_by_name: 'Ann',
      links: [{ load_id: id(1), load_ref: 'LD-1', source: 'created', state: 'linked' }],
      stops: [
        { name: 'Yard', ...TERMS, planned_departure_at: iso(NOW), radius_meters: 400 },
        { city_center: 'Atlanta, GA' },
      ],
    };
    expect(monitors.get(id(10))).toMatchObject(wanted);
    await answer(tracking());
    expect((await setUp(db)).monitors.get(id(10))).toMatchObject(wanted);
  });

  it('has the terms of a site that was made at the place of a stop later, and names it', async () => {
    const { monitors, known, take, addSite } = await setUp(await open());
    const point = { type: 'Point' as const, coordinates: [C.longitude, C.latitude] as [number, number] };
    const stop = { sequence: 0, point, radius_meters: C.radius_meters };
    await take(record(10, { stops: [stop, { sequence: 1 }] }));
    expect(monitors.get(id(10))?.stops[0]).toMatchObject({ free_minutes: null });
    addSite();
    expect(known.at(-1)?.stops).toMatchObject([
      { ...TERMS, site_name: 'Yard gate', site_id: null },
      { free_minutes: null },
    ]);
  });

  it('that begins around the truck says nothing about the origin of its load, and its truck is on the way', async () => {
    const db = await open();
    const { monitors, board, take, answer } = await setUp(db);
    const stopOf = (sequence: number, name: string) => ({
      id: id(900 + sequence),
      sequence,
      stop_type: null,
      name,
      estimated_arrival_at: iso(NOW + sequence * HOUR),
      estimated_departure_at: null,
      arrived_at: null,
      departed_at: null,
    });
    const stops = [
      { sequence: 0, name: 'Start of tracking', load_stop_sequence: null, around_truck: true },
      { sequence: 1, name: 'Boston', load_stop_sequence: 1 },
    ];
    await putAbout(db, { origin: C, destination: C, starts_at: iso(NOW), about: { load_id: id(1), stops } });
    await answer({ ...tracking(), stops: [stopOf(0, 'Raleigh'), stopOf(1, 'Boston')] });
    const arrived = { sequence: 0, arrived_at: iso(NOW) };
    await take(record(10, { name: `LD-1 [${TAG}]`, stops: [arrived, { sequence: 1 }] }), TAG);
    await board.flush();
    const monitor = board.get(id(1))?.item.monitor;
    expect(monitor?.stops.map((stop) => stop.load_stop_sequence)).toEqual([null, 1]);
    expect(monitor?.stops[0]).toMatchObject({ planned_arrival_at: null, around_truck: true });
    expect(monitors.get(id(10))?.stops[0]).toMatchObject({ around_truck: true });
    expect(journeyOfLoad({ monitor: monitor ?? null })?.kind).toBe('on_the_way');
  });

  it('changes stored by one server are applied by another, and only the leader writes to the board', async () => {
    const db = await open();
    const one = await setUp(db);
    await one.answer(tracking());
    const other = await setUp(db, { leads: false });
    await other.take(record(10, { name: 'LD-1' }));
    expect(await other.onBoard()).toBeNull();
    expect(one.monitors.get(id(10))).toBeNull();
    await one.monitors.catchUp();
    expect(one.monitors.get(id(10))).toEqual(other.monitors.get(id(10)));
    expect(await one.onBoard()).toBe(id(10));
    await other.board.catchUp();
    expect(await other.onBoard()).toBe(id(10));
    // And changes stored by both in the meantime, with numbers that each knows only in part.
    await Promise.all([one.take(record(11)), other.take(record(12))]);
    await Promise.all([one.monitors.catchUp(), other.monitors.catchUp()]);
    const ids = (monitors: Monitors) => monitors.positions().map((place) => place.id);
    expect(ids(one.monitors)).toEqual([id(12), id(11), id(10)]);
    expect(ids(other.monitors)).toEqual(ids(one.monitors));
  });

  it('know where their truck is', async () => {
    const { monitors, answer, take } = await setUp(await open());
    await take(record(10));
    await answer(tracking({ at: iso(NOW - 60_000) }));
    expect(monitors.get(id(10))?.last_position).toEqual({
      latitude: 35.19,
      longitude: -102.05,
      occurred_at: iso(NOW - 60_000),
    });
  });

  it('tell the board whether they still wait at the origin, and which truck and circle they watch', async () => {
    const { monitors, board, answer, take } = await setUp(await open());
    await answer(tracking());
    const onLoad = async () => {
      await board.flush();
      return board.get(id(1))?.item.monitor;
    };
    const point = { type: 'Point' as const, coordinates: [-102.05, 41.85] as [number, number] };
    const origin = { sequence: 0, point, radius_meters: 400 };
    await take(record(10, { name: 'LD-1', stops: [origin, { sequence: 1 }] }));
    expect(await onLoad()).toMatchObject({
      vehicle_id: id(100_001),
      waits_at_origin: true,
      stops: [{ radius_meters: 400 }, { radius_meters: null }],
    });
    expect(monitors.get(id(10))?.stops.map(({ time_zone }) => time_zone)).toEqual(['America/Denver', null]);
    // The service watches the second stop already.
    await take(record(10, { name: 'LD-1', current_stop_sequence: 1, updated_at: iso(NOW + 1) }));
    expect(await onLoad()).toMatchObject({ waits_at_origin: false });
  });

  it('deleted by age are neither shown nor linked anymore; others remain', async () => {
    const db = await open();
    const { monitors, answer, take, links } = await setUp(db);
    await answer(tracking());
    await take(record(10, { status: 'completed', completed_at: iso(NOW - HOUR) }));
    await take(record(11));
    monitors.evictEndedBefore(NOW);
    expect(monitors.has(id(10))).toBe(true);
    monitors.evictEndedBefore(NOW + 1);
    expect(monitors.has(id(10))).toBe(false);
    expect(monitors.positions().map((place) => place.id)).toEqual([id(11)]);
    expect(monitors.positions(id(1)).map((place) => place.id)).toEqual([id(11)]);
    expect(monitors.monitorsOnVehicle(id(100_001)).map(({ row }) => row.id)).toEqual([id(11)]);
    expect(links(11)).toHaveLength(1);
  });
});

const C = { latitude: 35.2, longitude: -101.8, radius_meters: 400 };
