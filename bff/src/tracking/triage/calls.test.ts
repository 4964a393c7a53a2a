import type { TriageAct } from '@waypost/contract/api/triage';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/store/database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE, START, TestWorld } from '../../testing/triage.ts';
import { shiftReport } from './shift-report.ts';

const inMinutes = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const LEFT_MESSAGE = { kind: 'call', outcome: 'left_message' } as const;
const eta = (minutes: number, stop_sequence = 1): TriageAct => ({
  kind: 'call',
  outcome: 'eta',
  eta: { stop_sequence, at: inMinutes(minutes) },
});
const STOPS = [0, 1].map((sequence) => ({
  id: id(900 + sequence),
  sequence,
  stop_type: null,
  name: ['Amarillo DC 4', 'Denver DC 5'][sequence] as string,
  estimated_arrival_at: inMinutes(60 * sequence),
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
}));

/** A server with load 1, whose truck has stopped reporting. */
async function silent(db: Database) {
  const world = new TestWorld(db);
  const server = await world.server();
  await server.board.watch([id(1)], 'person', null);
  await server.read(1, { health: 'no_signal', stops: STOPS });
  const load = () => server.board.get(id(1))?.item;
  return { world, server, load };
}

describeOnBothDatabases('calls to a carrier', (fresh) => {
  const open = async () => (await (await fresh()).open()).db;

  it('are logged with note, snooze and ETA in one act, and one undo reverts all of it', async () => {
    const { server, load } = await silent(await open());
    await server.act({ kind: 'note', text: 'Gate 4' }, BOB);
    const { act_id, changed } = await server.act(
      { ...eta(90), text: 'Driver slept', snooze_until: inMinutes(30) } as TriageAct,
      ANN,
    );
    expect(changed).toEqual([id(1)]);
    expect(load()).toMatchObject({
      last_call: { outcome: 'eta', by_name: 'Ann', at: inMinutes(0), text: 'Driver slept' },
      dispatcher_eta: { stop_sequence: 1, at: inMinutes(90), by: ANN, set_at: inMinutes(0) },
      triage: {
        notes: 2,
        last_note: { text: 'Driver slept' },
        snooze: { until: inMinutes(30), by_name: 'Ann' },
      },
    });
    expect((await server.triage.history(id(1))).slice(0, 3)).toMatchObject([
      { kind: 'snooze' },
      { kind: 'note', text: 'Driver slept' },
      { kind: 'call', reason: 'eta', eta: { stop_name: 'Denver DC 5', at: inMinutes(90) } },
    ]);

    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)], refused: [] });
    expect(load()).toMatchObject({
      last_call: null,
      dispatcher_eta: null,
      triage: { notes: 1, last_note: { text: 'Gate 4' }, snooze: null },
    });
    const [undo, ...undone] = await server.triage.history(id(1));
    expect(undo).toMatchObject({ kind: 'undo', reason: 'call' });
    expect(undone.slice(0, 3).every((event) => event.undone)).toBe(true);
  });

  it('are logged although somebody else owns, has changed or has closed the exception, which stays as it is', async () => {
    const { server, load } = await silent(await open());
    await server.act({ kind: 'assign' }, ANN);
    await server.act({ kind: 'close', reason: 'known' }, ANN);
    const act = { ...LEFT_MESSAGE, snooze_until: null } as const;
    const items = [{ load_id: id(1), version: 0 }];
    const result = await server.triage.act({ act_id: id(70), act, items }, BOB);
    expect(result).toMatchObject({ changed: [id(1)], refused: [] });
    expect(load()).toMatchObject({
      last_call: { outcome: 'left_message', by_name: 'Bob' },
      triage: { owner: ANN, snooze: null, closed: { by_name: 'Ann' } },
    });
  });

  it('take what nobody has if asked, and nothing that somebody has; one undo gives it back', async () => {
    const { server, load } = await silent(await open());
    const taking = { ...LEFT_MESSAGE, text: 'Busy', snooze_until: null, take: true } as const;
    const { act_id } = await server.act(taking, ANN);
    expect(load()).toMatchObject({ triage: { owner: ANN, snooze: { by_name: 'Ann' }, notes: 1 } });
    await server.act(taking, BOB);
    expect(load()).toMatchObject({ last_call: { by_name: 'Bob' }, triage: { owner: ANN } });
    await server.act({ kind: 'wake' }, ANN);
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ refused: [{ because: 'changed' }] });
    const again = await server.act({ kind: 'assign', sub: null }, ANN).then(() => server.act(taking, ANN));
    expect(load()).toMatchObject({ triage: { owner: ANN } });
    await server.triage.undo(again.act_id, ANN);
    expect(load()).toMatchObject({ triage: { owner: null, snooze: null } });
  });

  it('are no condition: a note, too, takes what nobody has and snoozes it, and one undo gives it back', async () => {
    const { server, load } = await silent(await open());
    const note = { kind: 'note', text: 'Busy', snooze_until: null, take: true } as const;
    const { act_id } = await server.act(note, ANN);
    expect(load()).toMatchObject({ triage: { owner: ANN, snooze: { by_name: 'Ann' }, notes: 1 } });
    await server.triage.undo(act_id, ANN);
    expect(load()).toMatchObject({ triage: { owner: null, snooze: null, notes: 0 } });
    await server.act({ kind: 'assign' }, BOB);
    await server.act(note, ANN);
    expect(load()).toMatchObject({ triage: { owner: BOB, snooze: { by_name: 'Ann' }, notes: 1 } });
  });

  it('are logged once for a repeated request', async () => {
    const { server } = await silent(await open());
    for (const _ of [1, 2]) await server.act({ ...LEFT_MESSAGE, text: 'Again' }, ANN, [1], id(70));
    expect(server.of(1)).toMatchObject({ notes: 1 });
  });

  it('are logged for a load without an exception, and undone', async () => {
    const { server, load } = await silent(await open());
    await server.read(1, { stops: STOPS });
    expect(server.of(1)).toBeNull();
    const { act_id } = await server.act({ ...eta(90), text: 'Fine', snooze_until: null } as TriageAct, ANN);
    expect(load()).toMatchObject({
      last_call: { outcome: 'eta' },
      dispatcher_eta: { by: ANN },
      triage: null,
    });
    await server.triage.undo(act_id, ANN);
    expect(load()).toMatchObject({ last_call: null, dispatcher_eta: null });
  });

  it('can be undone after their exception has ended, without their note when it returns', async () => {
    const { world, server, load } = await silent(await open());
    const { act_id } = await server.act({ ...LEFT_MESSAGE, text: 'Busy', snooze_until: null }, ANN);
    await server.read(1, { stops: STOPS });
    expect(server.of(1)).toBeNull();
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)], refused: [] });
    world.time += MINUTE;
    await server.read(1, { health: 'no_signal', stops: STOPS });
    expect(load()).toMatchObject({ last_call: null, triage: { notes: 0, last_note: null, snooze: null } });
  });

  it('keep what somebody else has learned since when they are undone', async () => {
    const { world, server, load } = await silent(await open());
    const first = await server.act(eta(90), ANN);
    world.time += MINUTE;
    const second = await server.act(eta(120), BOB);
    await server.triage.undo(first.act_id, ANN);
    expect(load()).toMatchObject({ last_call: { by_name: 'Bob' }, dispatcher_eta: { at: inMinutes(120) } });
    await server.triage.undo(second.act_id, BOB);
    // Both were undone, in whatever order.
    expect(load()).toMatchObject({ last_call: null, dispatcher_eta: null });
  });

  it('return with the undo of a later one, unless they were undone too', async () => {
    const { server, load } = await silent(await open());
    await server.act(eta(60), ANN);
    const second = await server.act(eta(90), BOB);
    const third = await server.act(eta(120), ANN);
    await server.triage.undo(second.act_id, BOB);
    await server.triage.undo(third.act_id, ANN);
    expect(load()).toMatchObject({ dispatcher_eta: { at: inMinutes(60) } });
  });

  it('with an ETA later than the one before stay snoozed, and can be undone', async () => {
    const { server, load } = await silent(await open());
    await server.act({ ...eta(90), snooze_until: inMinutes(80) } as TriageAct, ANN);
    const { act_id } = await server.act({ ...eta(240), snooze_until: inMinutes(80) } as TriageAct, ANN);
    await server.look();
    expect(load()).toMatchObject({
      dispatcher_eta: { at: inMinutes(240) },
      triage: { snooze: { by_name: 'Ann' }, woke: null },
    });
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ refused: [] });
    expect(load()).toMatchObject({
      dispatcher_eta: { at: inMinutes(90) },
      triage: { snooze: { by_name: 'Ann' } },
    });
  });

  it('can be undone after their snooze has ended by itself, without a new snooze', async () => {
    const { world, server, load } = await silent(await open());
    await server.act({ kind: 'snooze', until: inMinutes(10) }, BOB);
    const { act_id } = await server.act({ ...LEFT_MESSAGE, take: true, snooze_until: inMinutes(5) }, ANN);
    world.time += 6 * MINUTE;
    await server.look();
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)], refused: [] });
    expect(load()).toMatchObject({ last_call: null, triage: { owner: null, snooze: null } });
  });

  it('that took an exception give it back by their undo, also after its cause has changed', async () => {
    const { world, server, load } = await silent(await open());
    await server.act({ kind: 'note', text: 'Gate 4' }, BOB);
    const { act_id } = await server.act({ ...LEFT_MESSAGE, text: 'Busy', take: true }, ANN);
    world.time += MINUTE;
    await server.read(1, { health: 'not_shared', stops: STOPS });
    expect(load()).toMatchObject({ triage: { cause: 'not_shared', owner: ANN, notes: 2 } });
    await server.triage.undo(act_id, ANN);
    expect(load()).toMatchObject({
      last_call: null,
      triage: { owner: null, notes: 1, last_note: { text: 'Gate 4' } },
    });
  });

  it('leave the owner of another cause as it is once somebody has taken that', async () => {
    const { world, server, load } = await silent(await open());
    const { act_id } = await server.act({ ...LEFT_MESSAGE, take: true }, ANN);
    world.time += MINUTE;
    await server.read(1, { health: 'not_shared', stops: STOPS });
    await server.act({ kind: 'assign' }, BOB);
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({ done: [id(1)] });
    expect(load()).toMatchObject({ last_call: null, triage: { owner: BOB } });
  });

  it('cannot be undone once somebody else has changed the exception that they snoozed', async () => {
    const { server, load } = await silent(await open());
    const { act_id } = await server.act({ ...LEFT_MESSAGE, snooze_until: null }, ANN);
    await server.act({ kind: 'assign' }, BOB);
    expect(await server.triage.undo(act_id, ANN)).toMatchObject({
      done: [],
      refused: [{ because: 'changed' }],
    });
    expect(load()?.last_call).toMatchObject({ by_name: 'Ann' });
  });

  it('reject an ETA in the past, and one for a stop that is unknown or reached', async () => {
    const { server } = await silent(await open());
    const rejected = (act: TriageAct) => expect(server.act(act, ANN)).rejects.toMatchObject({ code: 422 });
    await rejected(eta(-1));
    await rejected(eta(90, 7));
    await server.read(1, {
      health: 'no_signal',
      stops: STOPS.map((stop) => ({ ...stop, arrived_at: stop.sequence === 0 ? inMinutes(0) : null })),
    });
    await rejected(eta(90, 0));
    await rejected({ ...LEFT_MESSAGE, snooze_until: inMinutes(-1) });
  });

  it('are counted for their person', async () => {
    const db = await open();
    const { server } = await silent(db);
    await server.act(LEFT_MESSAGE, ANN);
    const { act_id } = await server.act(LEFT_MESSAGE, BOB);
    await server.triage.undo(act_id, BOB);
    const { by_person } = await shiftReport(db, { since: START - MINUTE, until: START + MINUTE });
    expect(by_person).toMatchObject([{ name: 'Ann', called: 1, noted: 0 }]);
  });
});

describeOnBothDatabases("a dispatcher's ETA", (fresh) => {
  const open = async () => (await (await fresh()).open()).db;

  it('ends when it is cleared, and returns with an undo', async () => {
    const { server, load } = await silent(await open());
    await server.act(eta(90), ANN);
    const { act_id, changed } = await server.act({ kind: 'clear_eta' }, BOB);
    expect(changed).toEqual([id(1)]);
    expect(load()).toMatchObject({ dispatcher_eta: null, last_call: { outcome: 'eta' } });
    expect(await server.act({ kind: 'clear_eta' }, BOB)).toMatchObject({ done: [id(1)], changed: [] });
    await server.triage.undo(act_id, BOB);
    expect(load()?.dispatcher_eta).toMatchObject({ at: inMinutes(90), by: ANN });
  });

  it('ends the snooze that was made until it, and no other', async () => {
    const { server, load } = await silent(await open());
    const clear = async (snooze_minutes: number) => {
      await server.act({ ...eta(90), snooze_until: inMinutes(snooze_minutes) } as TriageAct, ANN);
      const { act_id } = await server.act({ kind: 'clear_eta' }, BOB);
      const snooze = load()?.triage?.snooze;
      await server.triage.undo(act_id, BOB);
      expect(load()?.triage?.snooze).toMatchObject({ until: inMinutes(snooze_minutes) });
      return snooze;
    };
    expect(await clear(90)).toBeNull();
    expect(await clear(120)).toMatchObject({ until: inMinutes(120) });
  });

  it('ends when the stop is reached, for good', async () => {
    const { server, load } = await silent(await open());
    await server.act(eta(90), ANN);
    const reached = STOPS.map((stop) => ({ ...stop, arrived_at: inMinutes(1) }));
    await server.read(1, { stops: reached });
    expect(load()?.dispatcher_eta).toBeNull();
    await server.read(1, { stops: STOPS });
    expect(load()?.dispatcher_eta).toBeNull();
  });

  it('ends when the truck changes, not when it is only gone', async () => {
    const { world, server, load } = await silent(await open());
    await server.act(eta(90), ANN);
    world.time += MINUTE;
    await server.read(1, { health: 'unassigned', vehicle: null, stops: STOPS });
    expect(load()?.dispatcher_eta).not.toBeNull();
    await server.read(1, { vehicle: 2, stops: STOPS });
    expect(load()?.dispatcher_eta).toBeNull();
  });

  it('and the last call reach all servers, and survive a restart, a new leader and leaving the board', async () => {
    const { world, server, load } = await silent(await open());
    const other = await world.server(1);
    const atOther = () => other.board.get(id(1))?.item;
    await other.act(eta(90), BOB);
    expect(atOther()?.dispatcher_eta).toMatchObject({ by: BOB });
    await server.board.catchUp();
    expect(load()).toMatchObject({ dispatcher_eta: { by: BOB }, last_call: { by_name: 'Bob' } });

    // Acknowledged, but this server stops before it has published it to the board's own table.
    await server.triage.act(
      { act_id: id(71), act: LEFT_MESSAGE, items: [{ load_id: id(1), version: 0 }] },
      ANN,
    );
    const restarted = await world.server(0);
    await restarted.look();
    expect(restarted.board.get(id(1))?.item).toMatchObject({
      dispatcher_eta: { by: BOB },
      last_call: { by_name: 'Ann' },
    });
    await restarted.board.flush();
    world.leader = 1;
    await other.look();
    expect(atOther()?.last_call).toMatchObject({ by_name: 'Ann' });

    await other.board.unwatch([id(1)]);
    await other.look();
    await other.board.watch([id(1)], 'person', null);
    await other.read(1, { health: 'no_signal', stops: STOPS });
    expect(atOther()).toMatchObject({ dispatcher_eta: { by: BOB }, last_call: { by_name: 'Ann' } });
  });
});
