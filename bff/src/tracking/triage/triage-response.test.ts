import { openTriage } from '@waypost/triage/testing/loads';
import { expect, it } from 'vitest';
import { addActivity } from '../../platform/store/activity.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE, START, TestWorld } from '../../testing/triage.ts';
import { exceptionState, toOffers } from './triage-response.ts';

const TAKE = { kind: 'assign' } as const;
const OFFER = { kind: 'offer' } as const;
const DECLINE = { kind: 'decline' } as const;
const CAL = { sub: 'cal', name: 'Cal' };

describeOnBothDatabases('a handover', (fresh) => {
  /** Loads 1 and 2 have stopped reporting, and Ann has both. */
  async function taken() {
    const { db } = await (await fresh()).open();
    const world = new TestWorld(db);
    const server = await world.server();
    await server.board.watch([id(1), id(2)], 'person', null);
    for (const load of [1, 2]) await server.read(load, { health: 'no_signal' });
    await server.act({ kind: 'note', text: 'Before' }, BOB);
    world.time += MINUTE;
    await server.act(TAKE, ANN, [1, 2]);
    world.time += MINUTE;
    const of = async (load: number) =>
      (await server.triage.handover()).find(({ load_id }) => load_id === id(load));
    return { db, world, server, of };
  }

  it('shows the last change of a load since its owner took it; a note is none', async () => {
    const { server, of } = await taken();
    await server.read(1, { health: 'not_shared' });
    await server.act({ kind: 'note', text: 'Carrier calls at 5' }, BOB);
    expect(await of(1)).toMatchObject({
      owner: ANN,
      offer: null,
      last_change: { kind: 'opened', cause: 'not_shared' },
    });
    expect(await of(2)).toMatchObject({ owner: ANN, last_change: null });
  });

  it('names the person it is meant for, with a note for the shift', async () => {
    const { db, world, server, of } = await taken();
    const to_bob = { kind: 'offer', to_sub: BOB.sub, text: 'Dock 4 is closed' } as const;
    await expect(server.act(to_bob, ANN, [1])).rejects.toMatchObject({ code: 422 });
    const signed_in = { action: 'sign_in', target: null, outcome: 'done', detail: null } as const;
    for (const [n, person] of [ANN, BOB].entries())
      await addActivity(db, { id: `sign-in-${n}`, at: START, ...person, ...signed_in });
    await expect(server.act({ ...OFFER, to_sub: ANN.sub }, ANN, [1])).rejects.toMatchObject({ code: 422 });
    const offered = await server.act(to_bob, ANN, [1, 2]);
    const offer = { at: new Date(world.time).toISOString(), to: BOB, text: 'Dock 4 is closed' };
    expect(await of(1)).toMatchObject({ owner: ANN, offer });
    const [event] = await server.triage.history(id(1));
    expect(event).toMatchObject({ kind: 'offer', owner: BOB, text: 'Dock 4 is closed' });
    // Somebody else may accept it.
    expect((await of(2))?.taken_over).toBeNull();
    world.time += MINUTE;
    await server.act(TAKE, CAL, [2]);
    expect(await of(2)).toMatchObject({
      owner: CAL,
      offer: null,
      taken_over: { at: new Date(world.time).toISOString(), from: ANN, text: 'Dock 4 is closed' },
    });
    // What somebody takes without an offer has no note.
    await server.act(TAKE, ANN, [2]);
    expect((await of(2))?.taken_over).toBeNull();
    await server.triage.undo(offered.act_id, ANN);
    expect(await of(1)).toMatchObject({ owner: ANN, offer: null });
  });

  it('is declined by the person it names: the load stays with its owner, who sees it until the next offer', async () => {
    const { db, world, server, of } = await taken();
    const signed_in = { action: 'sign_in', target: null, outcome: 'done', detail: null } as const;
    await addActivity(db, { id: 'sign-in', at: START, ...BOB, ...signed_in });
    const to_bob = { ...OFFER, to_sub: BOB.sub };
    await server.act(to_bob, ANN, [1]);
    for (const other of [ANN, CAL])
      expect(await server.act(DECLINE, other, [1, 2])).toMatchObject({
        done: [],
        refused: [{ because: 'not_offered' }, { because: 'not_offered' }],
      });
    expect((await of(1))?.offer).toMatchObject({ to: BOB, declined: false });
    const declined = await server.act(DECLINE, BOB, [1]);
    expect(await of(1)).toMatchObject({ owner: ANN, offer: { to: BOB, declined: true } });
    expect(toOffers(await server.triage.handover(), BOB.sub)).toEqual([]);
    await server.triage.undo(declined.act_id, BOB);
    expect((await of(1))?.offer).toMatchObject({ declined: false });
    await server.act(DECLINE, BOB, [1]);
    world.time += MINUTE;
    await server.act(to_bob, ANN, [1]);
    expect((await of(1))?.offer).toMatchObject({ declined: false });
  });

  it('of an earlier version names nobody and has no note', async () => {
    const { db, server, of } = await taken();
    await server.act(OFFER, ANN, [1]);
    await db
      .updateTable('exception_event')
      .set({ detail: JSON.stringify({ before: {} }) })
      .where('kind', '=', 'offer')
      .execute();
    expect(await of(1)).toMatchObject({ owner: ANN, offer: { to: null, text: null } });
  });

  it('leaves out loads without an owner, closed ones, and those that have left the board', async () => {
    const { server } = await taken();
    await server.act({ kind: 'close', reason: 'known' }, ANN, [1]);
    await server.act({ kind: 'assign', sub: null }, ANN, [2]);
    expect(await server.triage.handover()).toEqual([]);
  });

  it('is offered only by the owner, changes nothing until somebody accepts, and can be undone', async () => {
    const { world, server, of } = await taken();
    expect((await server.act(OFFER, BOB, [1])).refused).toMatchObject([{ because: 'not_yours' }]);
    const offered = await server.act(OFFER, ANN, [1, 2]);
    expect(offered.done).toHaveLength(2);
    expect(server.of(1)).toMatchObject({ owner: ANN });
    expect(await of(1)).toMatchObject({
      owner: ANN,
      offer: { at: new Date(world.time).toISOString(), to: null, text: null },
    });
    await server.triage.undo(offered.act_id, ANN);
    expect(await of(1)).toMatchObject({ owner: ANN, offer: null });
  });

  it('is over once somebody has accepted, and is offered again when the acceptance is undone', async () => {
    const { server, of } = await taken();
    await server.act(OFFER, ANN, [1, 2]);
    const accepted = await server.act(TAKE, BOB, [1]);
    expect(await of(1)).toMatchObject({ owner: BOB, offer: null });
    expect(await of(2)).toMatchObject({ owner: ANN, offer: { at: expect.any(String) } });
    await server.triage.undo(accepted.act_id, BOB);
    expect(await of(1)).toMatchObject({ owner: ANN, offer: { at: expect.any(String) } });
  });

  it('is offered for twelve hours', async () => {
    const { world, server, of } = await taken();
    await server.act(OFFER, ANN, [1]);
    world.time += 12 * 60 * MINUTE;
    expect(await of(1)).toMatchObject({ owner: ANN, offer: null });
  });

  it('of a snoozed load does not wake it', async () => {
    const { server } = await taken();
    await server.act({ kind: 'snooze', until: null }, ANN, [1]);
    await server.act(OFFER, ANN, [1]);
    expect(server.of(1)?.snooze).not.toBeNull();
  });
});

it('an exception that an ETA by phone silences is snoozed for machines, as it is on the board', () => {
  const late = openTriage({ cause: 'late_known' });
  expect(exceptionState(late)).toBe('snoozed');
  expect(exceptionState({ ...late, closed: { reason: 'known', by_name: 'Ann', at: late.opened_at } })).toBe(
    'closed',
  );
  expect(exceptionState(openTriage({ cause: 'late' }))).toBe('open');
});
