import type { Owner } from '@waypost/contract/api/load-triage';
import type { HandoverItem } from '@waypost/contract/api/triage';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE, START, TestWorld } from '../../testing/triage.ts';
import { periodOf, shiftReport } from './shift-report.ts';
import { toOffers } from './triage-response.ts';

const TAKE = { kind: 'assign' } as const;
const CLOSE = { kind: 'close', reason: 'known' } as const;

describeOnBothDatabases('a shift report', (fresh) => {
  /** Loads 1 to 3 stop reporting; Ann acts on 1 after four minutes and on 2 after ten, nobody on 3. */
  async function shift() {
    const { db } = await (await fresh()).open();
    const world = new TestWorld(db);
    const server = await world.server();
    await server.board.watch([id(1), id(2), id(3)], 'person', null);
    for (const load of [1, 2, 3]) await server.read(load, { health: 'no_signal' });
    world.time += 4 * MINUTE;
    await server.act(TAKE, ANN, [1]);
    world.time += 6 * MINUTE;
    await server.act({ kind: 'note', text: 'Called' }, ANN, [2]);
    const report = (since = START, until = world.time + 1) => shiftReport(db, { since, until });
    return { world, server, report };
  }

  it('counts opened and untouched exceptions, and who acted first and how soon', async () => {
    const { report } = await shift();
    expect(await report()).toMatchObject({
      total: { opened: 3, closed: 0, ended: 0, untouched: 1, first_action: { count: 2, median_s: 240 } },
      by_cause: [{ cause: 'no_signal', opened: 3, untouched: 1, first_action: { count: 2 } }],
      by_person: [{ ...ANN, assigned: 1, noted: 1, closed: 0, first_action: { count: 2, median_s: 240 } }],
    });
  });

  it('counts no undone action as the first: the next one is, or the exception is untouched', async () => {
    const { world, server, report } = await shift();
    const wrong = await server.act({ kind: 'snooze', until: null }, ANN, [3]);
    await server.triage.undo(wrong.act_id, ANN);
    expect(await report()).toMatchObject({
      total: { untouched: 1, first_action: { count: 2 } },
      by_person: [{ ...ANN, first_action: { count: 2 } }],
    });
    world.time += MINUTE;
    await server.act(TAKE, BOB, [3]);
    expect(await report()).toMatchObject({
      total: { untouched: 0, first_action: { count: 3 } },
      by_person: [ANN, { ...BOB, first_action: { count: 1, median_s: 660 } }],
    });
  });

  it('separates exceptions closed by people from those that ended by themselves, and leaves out undone actions', async () => {
    const { world, server, report } = await shift();
    await server.act(CLOSE, BOB, [1]);
    const wrong = await server.act(CLOSE, BOB, [2]);
    await server.triage.undo(wrong.act_id, BOB);
    world.time += MINUTE;
    // Another cause replaces the second one; only the third one resolved.
    for (const load of [1, 2]) await server.read(load, { health: 'not_shared' });
    await server.read(3, {});
    expect(await report()).toMatchObject({
      total: { opened: 5, closed: 1, ended: 1 },
      by_person: [ANN, { ...BOB, closed: 1, first_action: { count: 0, median_s: null } }],
    });
  });

  it('counts no closing after which the exception was opened again before the end of the period', async () => {
    const { world, server, report } = await shift();
    await server.act(CLOSE, ANN, [1, 2, 3]);
    await server.act({ kind: 'reopen' }, BOB, [1]);
    const reopened = await server.act({ kind: 'reopen' }, BOB, [2]);
    await server.triage.undo(reopened.act_id, BOB);
    expect(await report()).toMatchObject({ total: { closed: 2 }, by_person: [{ ...ANN, closed: 2 }] });
    world.time += MINUTE;
    await server.act({ kind: 'reopen' }, BOB, [3]);
    expect(await report(START, world.time)).toMatchObject({ total: { closed: 2 } });
    expect(await report()).toMatchObject({ total: { closed: 1 } });
  });

  it('counts calls about loads without an exception too, each load once', async () => {
    const { server, report } = await shift();
    await server.board.watch([id(4), id(5)], 'person', null);
    for (const load of [4, 5]) await server.read(load, {});
    const call = { kind: 'call', outcome: 'reached' } as const;
    for (const load of [1, 4, 5, 5]) await server.act(call, BOB, [load]);
    expect((await report()).by_person).toContainEqual(expect.objectContaining({ ...BOB, called: 3 }));
  });

  it('says since when loads have been watched', async () => {
    const { db } = await (await fresh()).open();
    expect((await shiftReport(db, { since: START, until: START + MINUTE })).watched_since).toBeNull();
    const { report } = await shift();
    expect((await report(START - 60 * MINUTE)).watched_since).toBe(new Date(START).toISOString());
  });

  it('counts only events within its period', async () => {
    const { report } = await shift();
    expect(await report(START + 1, START + 4 * MINUTE)).toMatchObject({
      total: { opened: 0, first_action: { count: 0 } },
      by_person: [],
    });
    expect(await report(START + 4 * MINUTE)).toMatchObject({
      total: { opened: 0, first_action: { count: 2, median_s: 240 } },
    });
  });

  it("shows who offers how many loads, except one's own", async () => {
    const { server } = await shift();
    await server.act(TAKE, ANN, [2]);
    await server.act({ kind: 'offer' }, ANN, [1, 2]);
    const items = await server.triage.handover();
    expect(toOffers(items, BOB.sub)).toMatchObject([{ owner: ANN, to: null, loads: 2 }]);
    expect(toOffers(items, ANN.sub)).toEqual([]);
  });

  it('lists offers meant for the caller first, and those meant for others last', () => {
    const CAL = { sub: 'cal', name: 'Cal' };
    const offered = (load: number, to: Owner | null, minute: number): HandoverItem => ({
      load_id: id(load),
      owner: ANN,
      offer: { at: new Date(START + minute * MINUTE).toISOString(), to, text: null },
      last_change: null,
    });
    const items = [offered(1, CAL, 3), offered(2, null, 2), offered(3, BOB, 1), offered(4, BOB, 2)];
    const of = (sub: string) => toOffers(items, sub).map(({ to, loads }) => [to?.name, loads]);
    expect(of(BOB.sub)).toEqual([
      ['Bob', 2],
      [undefined, 1],
      ['Cal', 1],
    ]);
    expect(of(CAL.sub)[0]).toEqual(['Cal', 1]);
  });
});

it('requires a period that is neither empty nor longer than a week', () => {
  const at = (day: number) => `2026-11-${day}T10:00:00Z`;
  expect(periodOf({ since: at(13), until: at(20) })).toEqual({
    since: START - 7 * 24 * 60 * MINUTE,
    until: START,
  });
  expect(() => periodOf({ since: at(20), until: at(20) })).toThrow();
  expect(() => periodOf({ since: at(12), until: at(20) })).toThrow();
});
