import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import { DAY_MS } from '@waypost/contract/common';
import type { LoadStop, LoadTracking } from '@waypost/contract/loads';
import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { listArchivedLoads } from '../../platform/store/archived-loads.ts';
import { type OpenDatabase, openDatabase } from '../../platform/store/open-database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { createStopPlaces } from '../arrival/stop-places.ts';
import { Board } from '../board/board.ts';
import { ShareLinks } from '../share-links/share-links.ts';
import { Archiver } from './archiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-11-20T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
/** On I-40, more than an hour from the pickup. */
const DOCK = { latitude: 35.2, longitude: -101.8, radius_meters: 500 };
const FAR = { latitude: 35.2, longitude: -104 };
const AMARILLO = { latitude: 35.22, longitude: -101.83 };

const stop = (sequence: number, name: string | null, at: number): LoadStop => ({
  id: id(500 + sequence),
  sequence,
  stop_type: null,
  name,
  estimated_arrival_at: iso(at),
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
});

async function setup(opened: OpenDatabase, site = 'Dock 4') {
  const { db } = opened;
  let now = START;
  const board = await Board.open({
    db,
    placeOf: () => null,
    fleetOf: () => ({ fleet_id: id(9), fleet_ref: 'CARRIER-1', name: null }),
    log: silentLog,
    now: () => now,
    batchMs: 3_600_000,
  });
  const left: BoardLoad[] = [];
  const archiver = new Archiver({
    db,
    log: silentLog,
    board,
    activity: new Activity(db, silentLog),
    stopPlaceOf: createStopPlaces({
      findCity: () => [
        { ...AMARILLO, kind: 'city', name: 'Amarillo', region: 'TX', country: 'US', population: 200_000 },
      ],
      siteNamed: (name) => (name === site ? DOCK : null),
    }),
    settings: { deliveredMs: HOUR, overdueMs: 24 * HOUR, notFoundMs: 24 * HOUR },
    onArchived: (loads) => left.push(...loads),
    everyMs: 3_600_000,
    now: () => now,
  });
  /** Records responses of the service, then runs the archiver. */
  const turn = async (answers: readonly LoadTracking[], at = now) => {
    now = at;
    for (const answer of answers) board.recordAnswer(answer.load_id, answer, answer);
    await board.flush();
    await archiver.runOnce();
    await board.flush();
  };
  return {
    board,
    archiver,
    left,
    turn,
    item: (n: number) => board.get(id(n))?.item,
    archive: () => listArchivedLoads(db, { limit: 100 }),
    wait: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

const PLAN = [stop(0, 'Origin', START - 8 * HOUR), stop(1, 'Dock 4', START - HOUR)];
const seen = (
  at: number,
  where: { latitude: number; longitude: number },
  more: object = {},
): LoadTracking => ({
  ...tracking({ at: iso(at), latitude: where.latitude, longitude: where.longitude }),
  stops: PLAN,
  ...more,
});

describeOnBothDatabases('loads that are delivered', (fresh) => {
  it('leave once the truck stayed at the site of the last stop, with reason and fleet', async () => {
    const opened = await (await fresh()).open();
    const { board, turn, item, archive, left } = await setup(opened);
    await board.watch([id(1)], 'person', 'dana');
    await turn([seen(START - 50 * MINUTE, DOCK)], START - 50 * MINUTE);
    expect(item(1)?.leaving).toBeNull();
    await turn([seen(START - 20 * MINUTE, DOCK)], START - 20 * MINUTE);
    expect(item(1)?.leaving).toBeNull();
    await turn([seen(START, FAR)], START);
    expect(item(1)?.leaving).toEqual({
      reason: 'left_destination',
      since: iso(START - 20 * MINUTE),
      at: iso(START + 40 * MINUTE),
      next_load: null,
    });
    await turn([seen(START + 39 * MINUTE, FAR)], START + 39 * MINUTE);
    expect(board.ids()).toEqual([id(1)]);
    await turn([seen(START + 41 * MINUTE, FAR)], START + 41 * MINUTE);
    expect(board.ids()).toEqual([]);
    expect(left.map(({ load_id }) => load_id)).toEqual([id(1)]);
    expect(await archive()).toMatchObject([
      {
        load_id: id(1),
        load_ref: 'LD-1',
        reason: 'left_destination',
        destination: 'Dock 4',
        fleet_id: id(9),
        fleet_ref: 'CARRIER-1',
        archived_by_name: null,
      },
    ]);
  });

  it('are recognized after a restart from the recorded positions, and stay while nothing is read', async () => {
    const database = await fresh();
    const first = await setup(await database.open());
    await first.board.watch([id(1)], 'person', 'dana');
    for (const minutes of [50, 20])
      await first.turn([seen(START - minutes * MINUTE, DOCK)], START - minutes * MINUTE);
    await first.turn([seen(START, FAR)], START);
    await first.board.close();

    const second = await setup(await database.open());
    await second.turn([], START + 9 * HOUR);
    expect(second.item(1)?.leaving?.reason).toBe('left_destination');
    expect(second.board.ids()).toEqual([id(1)]);
    await second.turn([seen(START + 9 * HOUR, FAR)], START + 9 * HOUR);
    expect(second.board.ids()).toEqual([]);
  });

  it('stay when the load was replanned in the meantime', async () => {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1)], 'person', 'dana');
    for (const minutes of [50, 20])
      await turn([seen(START - minutes * MINUTE, DOCK)], START - minutes * MINUTE);
    await turn([seen(START, FAR)], START);
    const again = [stop(0, 'Origin', START + HOUR), stop(1, 'Dock 4', START + 9 * HOUR)];
    await turn([seen(START + 2 * HOUR, FAR, { stops: again })], START + 2 * HOUR);
    expect(item(1)?.leaving).toBeNull();
    expect(board.ids()).toEqual([id(1)]);
  });

  it('are not archived for a truck that passed by, that matches another load better, or that started there', async () => {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1), id(2), id(3)], 'person', 'dana');
    const round = [stop(0, 'Dock 4', START - 8 * HOUR), stop(1, 'Dock 4', START - HOUR)];
    const of = (load: number, at: number, where: typeof FAR, more: object = {}) => ({
      ...seen(at, where, more),
      ...tracking({ load, at: iso(at), latitude: where.latitude, longitude: where.longitude, ...more }),
      stops: load === 3 ? round : PLAN,
    });
    const step = (minutes: number, passing: typeof FAR) =>
      turn(
        [
          of(1, START - minutes * MINUTE, passing),
          of(2, START - minutes * MINUTE, DOCK, { agreement: 'disagree' }),
          of(3, START - minutes * MINUTE, DOCK),
        ],
        START - minutes * MINUTE,
      );
    await step(50, FAR);
    await step(30, DOCK);
    await step(10, FAR);
    await turn([of(1, START, FAR), of(2, START, FAR, { agreement: 'disagree' }), of(3, START, FAR)], START);
    expect([1, 2, 3].map((n) => item(n)?.leaving?.reason ?? null)).toEqual(['overdue', null, 'overdue']);
  });

  it('leave as presumed delivered when the truck has begun its next load, which is named', async () => {
    const { board, turn, item, wait, now, archive } = await setup(await (await fresh()).open(), 'nowhere');
    await board.watch([id(1), id(2)], 'person', 'dana');
    const next = (agreement: string | null) => ({
      ...tracking({ load: 2, vehicle: 1, at: iso(START), agreement }),
      stops: [stop(0, 'B', START - 30 * MINUTE), stop(1, 'C', START + 9 * HOUR)],
    });
    await turn([seen(START, FAR), next(null)]);
    expect(item(1)?.leaving?.reason).not.toBe('next_load');
    await turn([seen(START, FAR), next('agree')]);
    expect(item(1)?.leaving).toMatchObject({
      reason: 'next_load',
      since: iso(START - 30 * MINUTE),
      next_load: { load_id: id(2), load_ref: 'LD-2' },
    });
    wait(2 * HOUR);
    await turn([{ ...seen(now(), FAR) }, next('agree')]);
    expect(board.ids()).toEqual([id(2)]);
    expect(await archive()).toMatchObject([{ load_id: id(1), reason: 'next_load' }]);
  });

  it('leave as presumed delivered a day after the plan ended with the truck elsewhere, but not while it approaches', async () => {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1), id(2)], 'person', 'dana');
    const end = START - HOUR;
    const both = (at: number, away: number, coming: number) =>
      turn(
        [
          seen(at, { latitude: 35.2, longitude: away }),
          { ...tracking({ load: 2, at: iso(at), latitude: 35.2, longitude: coming }), stops: PLAN },
        ],
        at,
      );
    await both(end, -104, -110);
    await both(START, -104, -110);
    expect(item(1)?.leaving).toMatchObject({ reason: 'overdue', since: iso(end), at: iso(end + 24 * HOUR) });
    await both(START + 20 * HOUR, -105, -105);
    expect(item(2)?.leaving).toBeNull();
    await both(START + 24 * HOUR, -106, -104);
    expect(board.ids()).toEqual([id(2)]);
  });

  it('whose truck was first seen after the appointment: nothing is said of the time before, nor of a truck in the city of its stop', async () => {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1), id(2)], 'person', 'dana');
    const stops = [stop(0, 'Origin', START - 8 * HOUR), stop(1, 'Amarillo Market', START - HOUR)];
    const in_city = { ...tracking({ load: 2, at: iso(START), ...AMARILLO }), stops };
    await turn([seen(START, FAR), in_city]);
    expect(item(1)?.leaving).toMatchObject({ since: iso(START), at: iso(START + 24 * HOUR) });
    expect(item(2)?.leaving).toBeNull();
  });

  it('leave after a day in which the service did not know them, and are no longer read', async () => {
    const { board, turn, archive, archiver, wait } = await setup(await (await fresh()).open());
    await board.watch([id(1)], 'person', 'dana');
    board.recordFailure(id(1), 'not_found', 404, 'no such load');
    await turn([]);
    wait(25 * HOUR);
    await archiver.runOnce();
    expect(board.ids()).toEqual([]);
    expect(await archive()).toMatchObject([{ reason: 'not_found', since: START }]);
    const version = board.version;
    board.recordAnswer(id(1), tracking(), tracking());
    board.recordMonitor(id(1), null);
    await board.flush();
    expect(board.version).toBe(version);
    expect(board.has(id(1))).toBe(false);
  });

  it('stay when somebody keeps or restores them, until something new happens', async () => {
    const { board, turn, item, archive } = await setup(await (await fresh()).open());
    await board.watch([id(1)], 'person', 'dana');
    for (const minutes of [50, 20])
      await turn([seen(START - minutes * MINUTE, DOCK)], START - minutes * MINUTE);
    await turn([seen(START, FAR)], START);
    await board.decide(id(1), {
      leaving: null,
      kept: { by_name: 'Dana', at: new Date(START).toISOString() },
    });
    await turn([seen(START + 3 * HOUR, FAR)], START + 3 * HOUR);
    expect(item(1)).toMatchObject({ leaving: null, kept: { by_name: 'Dana' } });
    // It stays there again.
    await turn([seen(START + 4 * HOUR, DOCK)], START + 4 * HOUR);
    await turn([seen(START + 5 * HOUR, DOCK)], START + 5 * HOUR);
    await turn([seen(START + 6 * HOUR, FAR)], START + 6 * HOUR);
    expect(item(1)?.leaving?.reason).toBe('left_destination');
    await turn([seen(START + 7 * HOUR, FAR)], START + 7 * HOUR);
    expect(await archive()).toHaveLength(1);
    await board.watch([id(1)], 'person', 'dana', () => ({
      kept: { by_name: 'Dana', at: iso(START + 7 * HOUR) },
    }));
    expect(await archive()).toEqual([]);
    await turn([seen(START + 9 * HOUR, FAR)], START + 9 * HOUR);
    expect(board.ids()).toEqual([id(1)]);
  });
});

const activeMonitor = (arrived_at: string | null): LoadMonitor => ({
  monitor_id: id(50),
  status: 'active',
  stops: [0, 1].map((sequence) => ({
    sequence,
    name: null,
    latitude: null,
    longitude: null,
    load_stop_sequence: sequence,
    planned_arrival_at: null,
    arrived_at: sequence === 1 ? arrived_at : null,
    departed_at: null,
    arrived_at_start: false,
  })),
});

const exceptionOf = (owner: LoadTriage['owner']): LoadTriage => ({
  exception_id: id(60),
  cause: 'overdue',
  opened_at: iso(START),
  owner,
  snooze: null,
  woke: null,
  closed: null,
  notes: 0,
  last_note: null,
  version: 1,
  change: 1,
});

describeOnBothDatabases('loads that are not known to be delivered stay', (fresh) => {
  /** A truck in a repair shop for two days after its appointment. */
  async function inRepair(prepare: (board: Board) => void) {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1)], 'person', 'dana');
    for (const hours of [0, 1, 24, 48]) {
      await turn([seen(START + hours * HOUR, FAR)], START + hours * HOUR);
      prepare(board);
    }
    await turn([seen(START + 49 * HOUR, FAR)], START + 49 * HOUR);
    return { on_board: board.ids().length === 1, leaving: item(1)?.leaving ?? null };
  }

  it('while their monitor waits for the truck at the destination', async () => {
    expect(await inRepair((board) => board.recordMonitor(id(1), activeMonitor(null)))).toEqual({
      on_board: true,
      leaving: null,
    });
  });

  it('while somebody owns their open exception', async () => {
    const owned = exceptionOf({ sub: 'dana', name: 'Dana' });
    expect(await inRepair((board) => board.recordTriage(id(1), owned, 1))).toEqual({
      on_board: true,
      leaving: null,
    });
    expect(await inRepair((board) => board.recordTriage(id(1), exceptionOf(null), 1))).toEqual({
      on_board: false,
      leaving: null,
    });
  });

  it('while the truck drives away from the destination and was not at an earlier stop', async () => {
    const { board, turn, item } = await setup(await (await fresh()).open());
    await board.watch([id(1)], 'person', 'dana');
    const stops = [...PLAN.slice(0, 1), stop(1, 'Yard', START - 3 * HOUR), stop(2, 'Dock 4', START - HOUR)];
    const at = (minutes: number, longitude: number) =>
      turn(
        [seen(START + minutes * MINUTE, { latitude: 35.2, longitude }, { stops })],
        START + minutes * MINUTE,
      );
    await at(0, -104);
    await at(30, -104.5);
    expect(item(1)?.leaving).toBeNull();
    await at(60, -104.5);
    expect(item(1)?.leaving?.reason).toBe('overdue');
  });
});

describe('whatever a truck does: late, stopped, passing or returning', () => {
  const STEP_MS = 40 * MINUTE;
  const STEP_KM = 40;
  const KM_PER_DEGREE = 111.2 * Math.cos((DOCK.latitude * Math.PI) / 180);
  const phase = fc.record({
    drive: fc.constantFrom('east', 'west', 'stand', 'to the dock'),
    steps: fc.integer({ min: 1, max: 20 }),
    owned: fc.boolean(),
    monitored: fc.boolean(),
  });
  const next = (km: number, drive: string) => {
    if (drive === 'stand') return km;
    if (drive === 'to the dock') return Math.abs(km) <= STEP_KM ? 0 : km - Math.sign(km) * STEP_KM;
    return km + (drive === 'east' ? STEP_KM : -STEP_KM);
  };

  it('its load is "delivered" only after a stay at the stop, and is never archived while owned, monitored or coming', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -500, max: 500 }),
        fc.array(phase, { minLength: 1, maxLength: 6 }),
        async (start_km, phases) => {
          const opened = await openDatabase('sqlite::memory:');
          const { db } = opened;
          const { board, turn, now } = await setup(opened);
          const stopPlaceOf = () => ({ ...DOCK, place_by: 'site' }) as const;
          const company = {
            identity: { name: null, logo_url: null },
            settings: { length_unit: 'mi', clock: '24' } as never,
          };
          const activity = new Activity(db, silentLog);
          const links = new ShareLinks({ db, activity, board, company, stopPlaceOf, now });
          await board.watch([id(1)], 'person', 'dana');
          const fields = { expires_at: iso(START + 30 * DAY_MS), shows_vehicle: false };
          const { token } = await links.create(id(1), fields, { sub: 'dana', name: 'Dana' });
          let [km, at, stayed] = [start_km, START - 4 * HOUR, false];
          for (const { drive, steps, owned, monitored } of phases) {
            for (let step = 0; step < steps; step += 1) {
              if (!board.has(id(1))) break;
              const before = km;
              km = next(km, drive);
              at += STEP_MS;
              if (km === 0 && before === 0) stayed = true;
              const [moved, to_dock] = [Math.sign(km - before), -Math.sign(km)];
              const is_coming = moved !== 0 && moved === to_dock && Math.abs(km - before) > 1;
              board.recordMonitor(id(1), monitored ? activeMonitor(null) : null);
              board.recordTriage(id(1), owned ? exceptionOf({ sub: 'dana', name: 'Dana' }) : null, at);
              const longitude = DOCK.longitude + km / KM_PER_DEGREE;
              await turn([seen(at, { latitude: DOCK.latitude, longitude })], at);
              const vetoed = owned || monitored || is_coming;
              if (vetoed) expect(board.ids(), `${drive} at ${km} km`).toEqual([id(1)]);
              const { delivered } = await links.read(token, 'office');
              if (!stayed) expect(delivered, `${drive} at ${km} km`).toBeNull();
            }
          }
          await opened.close();
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

describe('whatever the order of additions, responses, removals, archiving, restores and restarts', () => {
  const act = fc.record({
    what: fc.constantFrom('watch', 'archive', 'answer', 'failure', 'restart', 'other server'),
    load: fc.integer({ min: 1, max: 4 }),
  });

  it('each load that was ever added is in exactly one place, and is not read after it was archived', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), async (acts) => {
        const opened = await openDatabase('sqlite::memory:');
        const { db } = opened;
        const open = () =>
          Board.open({ db, placeOf: () => null, log: silentLog, now: () => START, batchMs: 3_600_000 });
        let [ours, theirs] = [await open(), await open()];
        const expected = new Map<string, 'board' | 'archive'>();
        for (const { what, load } of acts) {
          const load_id = id(load);
          if (what === 'watch') {
            await ours.watch([load_id], 'person', 'dana');
            expected.set(load_id, 'board');
          } else if (what === 'archive') {
            await ours.catchUp();
            const departure = { reason: 'removed', since: null, by: null } as const;
            await ours.archive(new Map([[load_id, departure]]));
            if (expected.has(load_id)) expected.set(load_id, 'archive');
          } else if (what === 'answer') ours.recordAnswer(load_id, tracking({ load }), tracking({ load }));
          else if (what === 'failure') ours.recordFailure(load_id, 'timeout', null, 'no answer');
          else if (what === 'restart') {
            await ours.close();
            ours = await open();
          } else [ours, theirs] = [theirs, ours];
        }
        await ours.flush();
        await theirs.flush();
        const archived = (await listArchivedLoads(db, { limit: 100 })).map(({ load_id }) => load_id);
        for (const board of [ours, theirs]) {
          await board.catchUp();
          const found = [...board.ids(), ...archived].sort();
          expect(found).toEqual([...expected.keys()].sort());
          expect(board.ids().sort()).toEqual(
            [...expected]
              .filter(([, at]) => at === 'board')
              .map(([one]) => one)
              .sort(),
          );
        }
        await opened.close();
      }),
      {
        numRuns: runs(40),
        // Added again by a server that has not seen yet that another one archived it.
        examples: [
          [
            [
              { what: 'watch', load: 2 },
              { what: 'other server', load: 1 },
              { what: 'archive', load: 2 },
              { what: 'other server', load: 1 },
              { what: 'watch', load: 2 },
              { what: 'watch', load: 1 },
            ],
          ],
        ],
      },
    );
  });
});
