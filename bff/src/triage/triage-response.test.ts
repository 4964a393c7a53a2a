import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../testing/databases.ts';
import { id } from '../testing/tracking.ts';
import { ANN, BOB, MINUTE, TestWorld } from '../testing/triage.ts';

const TAKE = { kind: 'assign' } as const;
const OFFER = { kind: 'offer' } as const;

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
    return { world, server, of };
  }

  it('shows since when the owner has a load, its changes since then, and its notes', async () => {
    const { world, server, of } = await taken();
    await server.read(1, { health: 'not_shared' });
    const wrong = await server.act({ kind: 'note', text: 'Wrong load' }, BOB);
    await server.act({ kind: 'note', text: 'Carrier calls at 5' }, BOB);
    await server.triage.undo(wrong.act_id, BOB);
    expect(await of(1)).toMatchObject({
      owner: ANN,
      taken_at: new Date(world.time - MINUTE).toISOString(),
      offered_at: null,
      changes: [{ kind: 'opened', cause: 'not_shared' }, { kind: 'ended' }],
      notes: [{ text: 'Before' }, { text: 'Carrier calls at 5' }],
    });
    expect(await of(2)).toMatchObject({ owner: ANN, changes: [], notes: [] });
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
    expect(await of(1)).toMatchObject({ owner: ANN, offered_at: new Date(world.time).toISOString() });
    await server.triage.undo(offered.act_id, ANN);
    expect(await of(1)).toMatchObject({ owner: ANN, offered_at: null });
  });

  it('is over once somebody has accepted, and is offered again when the acceptance is undone', async () => {
    const { server, of } = await taken();
    await server.act(OFFER, ANN, [1, 2]);
    const accepted = await server.act(TAKE, BOB, [1]);
    expect(await of(1)).toMatchObject({ owner: BOB, offered_at: null });
    expect(await of(2)).toMatchObject({ owner: ANN, offered_at: expect.any(String) });
    await server.triage.undo(accepted.act_id, BOB);
    expect(await of(1)).toMatchObject({ owner: ANN, offered_at: expect.any(String) });
  });

  it('is offered for twelve hours', async () => {
    const { world, server, of } = await taken();
    await server.act(OFFER, ANN, [1]);
    world.time += 12 * 60 * MINUTE;
    expect(await of(1)).toMatchObject({ owner: ANN, offered_at: null });
  });

  it('of a snoozed load does not wake it', async () => {
    const { server } = await taken();
    await server.act({ kind: 'snooze', until: null }, ANN, [1]);
    await server.act(OFFER, ANN, [1]);
    expect(server.of(1)?.snooze).not.toBeNull();
  });
});
