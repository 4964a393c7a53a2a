import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addActivity } from '../../platform/store/activity.ts';
import type { Database } from '../../platform/store/database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE, START, type TestTriage, TestWorld } from '../../testing/triage.ts';

const SNOOZE = { kind: 'snooze', until: null } as const;
const TAKE = { kind: 'assign' } as const;
const CLOSE = { kind: 'close', reason: 'known' } as const;

const kinds = async ({ triage }: TestTriage, load = 1) =>
  (await triage.history(id(load))).map(({ kind }) => kind).reverse();

/** A server with load 1, which has stopped reporting. */
async function silent(db: Database) {
  const world = new TestWorld(db);
  const server = await world.server();
  await server.board.watch([id(1)], 'person', null);
  await server.read(1, { health: 'no_signal' });
  return { world, server };
}

/** A server with load 1, whose monitor shows that it left its first stop, and which is expected at the second within the hour. */
async function monitored(db: Database) {
  const world = new TestWorld(db);
  const server = await world.server();
  await server.board.watch([id(1)], 'person', null);
  server.board.recordMonitor(id(1), {
    monitor_id: id(50),
    status: 'active',
    stops: [0, 1].map((sequence) => ({
      sequence,
      name: null,
      latitude: null,
      longitude: null,
      load_stop_sequence: null,
      planned_arrival_at: new Date(START + sequence * 60 * MINUTE).toISOString(),
      arrived_at: sequence === 0 ? new Date(START - MINUTE).toISOString() : null,
      departed_at: sequence === 0 ? new Date(START).toISOString() : null,
      arrived_at_start: false,
    })),
  });
  await server.read(1);
  return { world, server };
}

describeOnBothDatabases('exceptions', (fresh) => {
  const open = async () => (await (await fresh()).open()).db;

  it('open with their cause, end when it disappears, and are kept', async () => {
    const { world, server } = await silent(await open());
    expect(server.of(1)).toMatchObject({ cause: 'no_signal', opened_at: '2026-11-20T10:00:00.000Z' });
    world.time += MINUTE;
    await server.read(1, { health: 'live' });
    expect(server.of(1)).toBeNull();
    expect(await kinds(server)).toEqual(['opened', 'ended']);
  });

  it('are replaced when the cause changes, keeping the owner and the notes but not the snooze', async () => {
    const { server } = await silent(await open());
    await server.act(TAKE, ANN);
    await server.act({ kind: 'note', text: 'Driver calls back' }, BOB);
    await server.act(SNOOZE, ANN);
    await server.read(1, { health: 'not_shared' });
    expect(server.of(1)).toMatchObject({
      cause: 'not_shared',
      owner: ANN,
      snooze: null,
      notes: 1,
      last_note: { text: 'Driver calls back', by_name: 'Bob' },
    });
  });

  it('continue when the cause returns within the hour, and are new ones later', async () => {
    const { world, server } = await silent(await open());
    const first = server.of(1)?.exception_id;
    await server.read(1, { health: 'live' });
    world.time += 59 * MINUTE;
    await server.read(1, { health: 'no_signal' });
    expect(server.of(1)?.exception_id).toBe(first);
    await server.read(1, { health: 'live' });
    world.time += 61 * MINUTE;
    await server.read(1, { health: 'no_signal' });
    expect(server.of(1)?.exception_id).not.toBe(first);
    expect(await kinds(server)).toEqual(['opened', 'ended', 'returned', 'ended', 'opened']);
  });

  it('open by time alone, without a response of the service', async () => {
    const { world, server } = await monitored(await open());
    expect(server.of(1)).toBeNull();
    world.time += 76 * MINUTE;
    await server.look();
    expect(server.of(1)).toMatchObject({ cause: 'late' });
  });

  it('wake when the load is half an hour later than when it was snoozed, not earlier', async () => {
    const { world, server } = await monitored(await open());
    world.time += 80 * MINUTE;
    await server.look();
    await server.act(SNOOZE, ANN);
    world.time += 29 * MINUTE;
    await server.read(1, { latitude: 36 });
    expect(server.of(1)).toMatchObject({ cause: 'late', snooze: { until: null } });
    world.time += 3 * MINUTE;
    await server.read(1, { latitude: 37 });
    expect(server.of(1)).toMatchObject({ cause: 'late', snooze: null, woke: { because: 'lateness' } });
  });

  it('end when their load leaves the board', async () => {
    const { server } = await silent(await open());
    await server.board.unwatch([id(1)]);
    await server.look();
    expect((await server.triage.history(id(1)))[0]).toMatchObject({ kind: 'ended', reason: 'left' });
  });

  it.each([
    ['noticed before the return', 60],
    ['noticed after it', 0],
  ])(
    'are as they were when their load returns with the same cause: the removal is %s',
    async (_, minutes) => {
      const { world, server } = await silent(await open());
      const { board } = server;
      await board.watch([id(2)], 'person', null);
      await server.read(2, { health: 'no_signal' });
      await server.act(TAKE, ANN);
      await server.act({ kind: 'snooze', until: new Date(START + 300 * MINUTE).toISOString() }, ANN);
      await server.act(CLOSE, ANN, [2]);
      const states = () => [1, 2].map((load) => ({ ...server.of(load), version: 0, change: 0 }));
      const before = states();
      await board.unwatch([id(1), id(2)]);
      if (minutes > 0) await server.look();
      world.time += minutes * MINUTE;
      await board.watch([id(1), id(2)], 'person', null);
      await server.look();
      for (const load of [1, 2]) await server.read(load, { load, health: 'no_signal' });
      expect(states()).toEqual(before);
      world.time += 300 * MINUTE;
      await server.look();
      expect(server.of(1)).toMatchObject({ snooze: null, woke: { because: 'time' } });
    },
  );

  it('are new ones when their load returns with another cause', async () => {
    const { server } = await silent(await open());
    await server.act(SNOOZE, ANN);
    const first = server.of(1)?.exception_id;
    await server.board.unwatch([id(1)]);
    await server.look();
    await server.board.watch([id(1)], 'person', null);
    await server.read(1, { health: 'not_shared' });
    expect(server.of(1)).toMatchObject({ cause: 'not_shared', snooze: null });
    expect(server.of(1)?.exception_id).not.toBe(first);
  });

  it('survive a restart with all actions of people', async () => {
    const database = await fresh();
    const { server } = await silent((await database.open()).db);
    await server.act(TAKE, ANN);
    await server.act({ kind: 'snooze', until: new Date(START + 60 * MINUTE).toISOString() }, ANN);
    const before = server.of(1);
    await server.board.close();
    const again = await new TestWorld((await database.open()).db).server();
    await again.look();
    expect(again.of(1)).toEqual(before);
    expect(await kinds(again)).toEqual(['opened', 'assign', 'snooze']);
  });

  it('show what was committed but not published when the server was killed', async () => {
    const database = await fresh();
    const { db } = await database.open();
    const { server } = await silent(db);
    const shown = server.of(1);
    await db.updateTable('exception').set({ owner_sub: 'ann', owner_name: 'Ann', change: 99 }).execute();
    await db.updateTable('setting').set({ value: '99' }).where('key', '=', 'triage_change').execute();
    const after = new TestWorld(db);
    after.leader = 1;
    const again = await after.server();
    expect(again.of(1)).toEqual(shown);
    after.leader = 0;
    await again.look();
    expect(again.of(1)).toMatchObject({ owner: ANN });
  });

  it('remain while the time of a position from a fast clock passes, because its age is unknown', async () => {
    const { world, server } = await silent(await open());
    await server.read(1, { health: 'unknown', at: '2026-11-20T10:37:00Z' });
    expect(server.of(1)).toMatchObject({ cause: 'unknown' });
    world.time += 40 * MINUTE;
    await server.read(1, { health: 'live', at: '2026-11-20T10:37:00Z' });
    expect(server.of(1)).toMatchObject({ cause: 'unknown' });
    await server.read(1, { health: 'live', at: '2026-11-20T10:39:00Z', latitude: 36 });
    expect(server.of(1)).toBeNull();
  });

  it('stay snoozed while only the position changes', async () => {
    const { server } = await silent(await open());
    await server.read(1, { agreement: 'disagree' });
    await server.act(SNOOZE, ANN);
    await server.read(1, { agreement: 'disagree', at: '2026-11-20T10:01:00Z', latitude: 36 });
    expect(server.of(1)).toMatchObject({ cause: 'disagree', snooze: { until: null } });
  });

  it.each([
    ['position', { agreement: 'disagree', health: 'stale' }],
    ['truck', { agreement: 'disagree', vehicle: 9 }],
  ])('wake when the %s changes under the same cause', async (because, change) => {
    const { server } = await silent(await open());
    await server.read(1, { agreement: 'disagree' });
    await server.act(SNOOZE, ANN);
    await server.read(1, change);
    expect(server.of(1)).toMatchObject({ cause: 'disagree', snooze: null, woke: { because } });
    await server.act(TAKE, ANN);
    expect(server.of(1)?.woke).toBeNull();
  });

  /** Sends an answer with one stop, which is due in this many minutes. */
  async function dueIn(server: TestTriage, minutes: number) {
    const { board } = server;
    const stop = { id: id(70), sequence: 0, stop_type: 'origin', name: null, arrived_at: null } as const;
    const estimated_arrival_at = new Date(START + minutes * MINUTE).toISOString();
    const stops = [{ ...stop, departed_at: null, estimated_departure_at: null, estimated_arrival_at }];
    const load = board.get(id(1))?.item;
    const answer = { ...load, stops, load_id: id(1), tracking_health: 'no_signal' } as never;
    board.recordAnswer(id(1), answer, answer);
    await board.flush();
    await server.look();
  }

  it('wake when an appointment is moved', async () => {
    const { server } = await silent(await open());
    await server.act(SNOOZE, ANN);
    await dueIn(server, 24 * 60);
    expect(server.of(1)).toMatchObject({ snooze: null, woke: { because: 'appointment' } });
  });

  it('wake when an appointment passes of a load that was not known to be late', async () => {
    const { world, server } = await silent(await open());
    await dueIn(server, 20);
    await server.act({ kind: 'snooze', until: new Date(START + 120 * MINUTE).toISOString() }, ANN);
    world.time += 19 * MINUTE;
    await server.look();
    expect(server.of(1)?.snooze).not.toBeNull();
    world.time += 2 * MINUTE;
    await server.look();
    expect(server.of(1)).toMatchObject({ snooze: null, woke: { because: 'appointment' } });
  });

  it('wake when the snooze expires', async () => {
    const { world, server } = await silent(await open());
    await server.act({ kind: 'snooze', until: new Date(START + 30 * MINUTE).toISOString() }, ANN);
    world.time += 29 * MINUTE;
    await server.look();
    expect(server.of(1)?.snooze).not.toBeNull();
    world.time += MINUTE;
    await server.look();
    expect(server.of(1)).toMatchObject({ snooze: null, woke: { because: 'time' } });
  });

  it('reject a snooze in the past', async () => {
    const { server } = await silent(await open());
    await expect(server.act({ kind: 'snooze', until: '2026-11-20T09:59:00Z' }, ANN)).rejects.toThrow();
  });

  it('closed by a person stay closed while the cause lasts, and open again with another one', async () => {
    const { world, server } = await silent(await open());
    await server.act(CLOSE, ANN);
    world.time += 60 * MINUTE;
    await server.look();
    expect(server.of(1)).toMatchObject({ closed: { reason: 'known', by_name: 'Ann' } });
    await server.read(1, { health: 'live' });
    await server.read(1, { health: 'no_signal' });
    expect(server.of(1)).toMatchObject({ closed: null });
  });

  it('reject actions based on an outdated state, and report who did what', async () => {
    const { server } = await silent(await open());
    const version = server.of(1)?.version ?? 0;
    await server.act(TAKE, ANN);
    const late = { act_id: randomUUID(), act: SNOOZE, items: [{ load_id: id(1), version }] };
    expect(await server.triage.act(late, BOB)).toMatchObject({
      done: [],
      refused: [
        {
          load_id: id(1),
          because: 'changed',
          last: { kind: 'assign', by: ANN, owner: ANN },
          triage: { owner: ANN, snooze: null },
        },
      ],
    });
    expect(server.of(1)?.snooze).toBeNull();
    expect((await server.act(SNOOZE, BOB)).done).toEqual([id(1)]);
  });

  it('let one person act twice faster than the page is updated', async () => {
    const { server } = await silent(await open());
    const version = server.of(1)?.version ?? 0;
    for (const act of [TAKE, SNOOZE])
      expect(
        (await server.triage.act({ act_id: randomUUID(), act, items: [{ load_id: id(1), version }] }, ANN))
          .done,
      ).toEqual([id(1)]);
  });

  it('accept a note after any change, and on a load without an exception', async () => {
    const { server } = await silent(await open());
    const { version = 0 } = server.of(1) ?? {};
    await server.act(TAKE, ANN);
    const note = { kind: 'note', text: 'Gate 4' } as const;
    const items = [{ load_id: id(1), version }];
    expect((await server.triage.act({ act_id: randomUUID(), act: note, items }, BOB)).done).toEqual([id(1)]);
    // A note changes nothing that Ann has to know before she acts.
    expect(server.of(1)).toMatchObject({ notes: 1, owner: ANN });
    await server.read(1, { health: 'live' });
    expect((await server.act(note, BOB)).done).toEqual([id(1)]);
    expect((await server.act(SNOOZE, BOB)).refused).toMatchObject([{ because: 'over', triage: null }]);
  });

  it('apply a repeated request once', async () => {
    const { server } = await silent(await open());
    const act_id = randomUUID();
    for (const _ of [1, 2])
      expect((await server.act({ kind: 'note', text: 'Once' }, ANN, [1], act_id)).done).toEqual([id(1)]);
    expect(server.of(1)).toMatchObject({ notes: 1 });
  });

  it('are restored by an undo, unless they have changed since', async () => {
    const { server } = await silent(await open());
    await server.act(TAKE, BOB);
    const { act_id } = await server.act(CLOSE, ANN);
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)], changed: [id(1)] });
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)], changed: [] });
    expect(server.of(1)).toMatchObject({ closed: null, owner: BOB });
    const snoozed = await server.act(SNOOZE, ANN);
    await server.act({ kind: 'assign', sub: null }, BOB);
    expect(await server.triage.undo(snoozed.act_id, ANN)).toMatchObject({
      done: [],
      refused: [{ because: 'changed', last: { kind: 'assign', by: BOB } }],
    });
    await expect(server.triage.undo(snoozed.act_id, BOB)).rejects.toThrow('no action to undo here');
  });

  it('show the newest note that was not undone', async () => {
    const { server } = await silent(await open());
    const write = (text: string) => server.act({ kind: 'note', text }, ANN);
    const [a, b, c] = [await write('a'), await write('b'), await write('c')];
    await server.triage.undo(b.act_id, ANN);
    expect(server.of(1)).toMatchObject({ notes: 2, last_note: { text: 'c' } });
    await server.triage.undo(c.act_id, ANN);
    expect(server.of(1)).toMatchObject({ notes: 1, last_note: { text: 'a' } });
    await server.triage.undo(a.act_id, ANN);
    expect(server.of(1)).toMatchObject({ notes: 0, last_note: null });
    expect((await server.triage.history(id(1))).filter(({ undone }) => undone)).toHaveLength(3);
  });

  it('can be assigned only to people who signed in recently', async () => {
    const db = await open();
    const { server } = await silent(db);
    const entry = { action: 'sign_in', target: null, outcome: 'done', detail: null };
    await addActivity(db, { id: '1', at: START - MINUTE, sub: 'bob', name: 'Bob', ...entry });
    expect(await server.triage.people()).toEqual([BOB]);
    await server.act({ kind: 'assign', sub: 'bob' }, ANN);
    expect(server.of(1)).toMatchObject({ owner: BOB });
    await expect(server.act({ kind: 'assign', sub: 'eve' }, ANN)).rejects.toThrow();
  });

  it('record when a person acted first', async () => {
    const db = await open();
    const { world, server } = await silent(db);
    world.time += 4 * MINUTE;
    await server.act({ kind: 'note', text: 'Called' }, ANN);
    world.time += MINUTE;
    await server.act(TAKE, BOB);
    const row = await db.selectFrom('exception').selectAll().executeTakeFirstOrThrow();
    expect(row.first_action_at).toBe(START + 4 * MINUTE);
  });

  it('changed at another server are shown by the one that follows, whose own changes come after them', async () => {
    const db = await open();
    const { world, server } = await silent(db);
    const other = await world.server(1);
    await other.act(TAKE, BOB);
    expect(other.of(1)).toMatchObject({ owner: BOB });
    await server.triage.catchUp();
    expect(server.of(1)).toMatchObject({ owner: BOB });
    await server.act(SNOOZE, ANN);
    expect((await server.triage.eventsSince(1, 10)).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(server.of(1)).toMatchObject({ owner: BOB });
  });
});
