/** Boards of several servers sharing one database: change numbers come from the database, and all pages converge. */
import type { Leaving } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import { fc, runs } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import type { OpenDatabase } from '../../platform/store/open-database.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board, type Change } from './board.ts';

const facts = (board: Board) =>
  [...board.jsonItems()]
    .map((json) => JSON.parse(json) as { load_id: string; read_at?: string })
    .map(({ read_at: _, ...rest }) => rest)
    .sort((a, b) => a.load_id.localeCompare(b.load_id));

async function server({ db }: OpenDatabase, now: () => number) {
  const events: string[] = [];
  const board = await Board.open({
    db,
    placeOf: () => null,
    log: silentLog,
    now,
    batchMs: 3_600_000,
  });
  board.onMembershipChange.subscribe(({ added, removed }) =>
    events.push(...added.map((one) => `+${one}`), ...removed.map((one) => `-${one}`)),
  );
  const changes: Change[] = [];
  board.onChange.subscribe((change) => changes.push(change));
  return { board, changes, events };
}

describeOnBothDatabases('boards over one store', (fresh) => {
  it('a change on one server is shown by the other, with the same number', async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    await a.board.watch([id(1), id(2)], 'person', 'ann');
    a.board.recordAnswer(id(1), tracking({ load: 1 }), tracking({ load: 1 }));
    await a.board.flush();
    await b.board.catchUp();
    expect(b.board.version).toBe(a.board.version);
    expect(facts(b.board)).toEqual(facts(a.board));
    expect(b.events).toEqual([`+${id(2)}`, `+${id(1)}`]);
    expect(b.changes.at(-1)).toMatchObject({ version: a.board.version });

    await b.board.unwatch([id(1)]);
    await a.board.catchUp();
    expect(a.board.ids()).toEqual([id(2)]);
    expect(a.changes.at(-1)).toMatchObject({ removed: [id(1)], version: b.board.version });
    await b.board.catchUp();
    expect(b.changes.filter(({ removed }) => removed.includes(id(1)))).toHaveLength(1);
  });

  it('an act that finds nothing to do in memory is done if another server has changed the load', async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    await a.board.watch([id(1)], 'person', 'ann');
    expect(await b.board.unwatch([id(1)])).toEqual([id(1)]);
    expect(await a.board.watch([id(1)], 'person', 'ann')).toEqual([id(1)]);
  });

  it('many changes at once are committed, applied and published in parts, in their order, while other work runs', async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    const ids = Array.from({ length: 250 }, (_, n) => id(n));
    await a.board.watch(ids, 'person', 'ann');
    a.changes.length = 0;
    const leaving = { reason: 'overdue', since: '', at: '', next_load: null } as const;
    for (const load_id of ids) a.board.recordLeaving(load_id, leaving);
    for (const work of [() => a.board.flush(), () => b.board.catchUp()]) {
      let turns = 0;
      const counting = setInterval(() => {
        turns += 1;
      }, 0);
      await work();
      clearInterval(counting);
      expect(turns).toBeGreaterThan(0);
    }
    for (const { board, changes } of [a, b]) {
      expect(Math.max(...changes.map(({ items }) => items.length))).toBeLessThanOrEqual(100);
      expect(changes.flatMap(({ items }) => items.map(({ load_id }) => load_id))).toEqual(ids);
      const versions = changes.map(({ version }) => version);
      expect(versions).toEqual(versions.toSorted((one, other) => one - other));
      expect(versions.at(-1)).toBe(board.version);
    }
    expect(facts(b.board)).toEqual(facts(a.board));
  });

  it('concurrent changes on two servers are both stored, one after the other', async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).board.watch([id(n)], 'person', null)),
    );
    await Promise.all([a.board.catchUp(), b.board.catchUp()]);
    expect(a.board.size).toBe(20);
    expect(facts(a.board)).toEqual(facts(b.board));
    const numbers = facts(a.board).map((one) => (one as unknown as { version: number }).version);
    expect(new Set(numbers).size).toBe(20);
  });

  it('the newer of two reads wins, whichever is committed first', async () => {
    const store = await (await fresh()).open();
    let time = Date.parse('2026-11-20T10:00:00Z');
    const [a, b] = [await server(store, () => time), await server(store, () => time)];
    await a.board.watch([id(1)], 'person', null);
    await b.board.catchUp();
    const read = ({ board }: typeof a, health: string) =>
      board.recordAnswer(id(1), tracking({ load: 1, health }), tracking({ load: 1, health }));
    read(a, 'stale');
    time += 1_000;
    read(b, 'live');
    await b.board.flush();
    await a.board.flush();
    await b.board.catchUp();
    expect(facts(a.board)).toEqual(facts(b.board));
    expect(a.board.get(id(1))?.item.tracking_health).toBe('live');

    read(a, 'unknown');
    time += 1_000;
    read(b, 'no_signal');
    await a.board.flush();
    await b.board.flush();
    await a.board.catchUp();
    expect([a, b].map(({ board }) => board.get(id(1))?.item.tracking_health)).toEqual([
      'no_signal',
      'no_signal',
    ]);
  });

  it('the newer state of an exception wins on all servers, even its end, whichever server read last', async () => {
    const store = await (await fresh()).open();
    let time = Date.parse('2026-11-20T10:00:00Z');
    const [a, b] = [await server(store, () => time), await server(store, () => time)];
    await a.board.watch([id(1)], 'person', null);
    await b.board.catchUp();
    const triage = (change: number, notes: number): LoadTriage => ({
      exception_id: id(40),
      cause: 'stale',
      opened_at: '2026-11-20T09:00:00.000Z',
      owner: null,
      snooze: null,
      woke: null,
      closed: null,
      notes,
      last_note: null,
      version: 1,
      change,
    });
    a.board.recordTriage(id(1), triage(2, 1), 2);
    b.board.recordTriage(id(1), triage(1, 0), 1);
    time += 1_000;
    b.board.recordAnswer(id(1), tracking({ health: 'stale' }), tracking({ health: 'stale' }));
    await b.board.flush();
    await a.board.flush();
    await b.board.catchUp();
    for (const { board } of [a, b])
      expect(board.get(id(1))?.item).toMatchObject({ tracking_health: 'stale', triage: { notes: 1 } });
    b.board.recordTriage(id(1), null, 3);
    await b.board.flush();
    a.board.recordTriage(id(1), triage(2, 1), 2);
    await a.board.flush();
    for (const { board } of [a, b]) {
      await board.catchUp();
      expect(board.get(id(1))?.item.triage).toBeNull();
    }
  });

  it("a person's statement on one server is not lost when the other read later", async () => {
    const store = await (await fresh()).open();
    let time = Date.parse('2026-11-20T10:00:00Z');
    const [a, b] = [await server(store, () => time), await server(store, () => time)];
    await a.board.watch([id(1)], 'person', null);
    await b.board.catchUp();
    const unassigned = (health: string) => tracking({ vehicle: null, health });
    await a.board.recordIdentifiers(id(1), true, 'Ann');
    time += 1_000;
    b.board.recordAnswer(id(1), unassigned('unassigned'), unassigned('unassigned'));
    await b.board.flush();
    await a.board.flush();
    time += 1_000;
    b.board.recordAnswer(id(1), unassigned('unknown'), unassigned('unknown'));
    await b.board.flush();
    await a.board.catchUp();
    for (const { board } of [a, b])
      expect(board.get(id(1))?.item).toMatchObject({
        tracking_health: 'unknown',
        identifiers_sent: { sent: true, by_name: 'Ann' },
      });
    expect(facts(a.board)).toEqual(facts((await server(store, () => time)).board));
  });

  it('a load removed on one server is not restored by a read in progress on the other', async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    await a.board.watch([id(1)], 'person', null);
    await b.board.catchUp();
    a.board.recordAnswer(id(1), tracking({ load: 1 }), {});
    await b.board.unwatch([id(1)]);
    await a.board.flush();
    expect([a.board.size, b.board.size]).toEqual([0, 0]);
    expect(a.changes.at(-1)?.removed).toEqual([id(1)]);
  });

  it("a monitor's arrival is not lost when another server commits the same load first", async () => {
    const store = await (await fresh()).open();
    const now = () => Date.parse('2026-11-20T10:00:30Z');
    const [a, b] = [await server(store, now), await server(store, now)];
    await a.board.watch([id(1)], 'person', null);
    await b.board.catchUp();
    const monitor = { monitor_id: id(50), status: 'active', stops: [] };
    a.board.recordMonitor(id(1), monitor);
    await b.board.recordIdentifiers(id(1), true, 'Ann');
    await a.board.flush();
    await b.board.catchUp();
    for (const { board } of [a, b])
      expect(board.get(id(1))?.item).toMatchObject({ monitor, identifiers_sent: { by_name: 'Ann' } });
  });

  it('each owner keeps its last change of a load, whichever servers changed it, in whatever order', async () => {
    const step = fc.record({
      at: fc.constantFrom(0, 1),
      column: fc.constantFrom('tracking', 'failure', 'monitor', 'triage', 'leaving', 'kept', 'identifiers'),
      value: fc.integer({ min: 1, max: 9 }),
      next: fc.constantFrom('nothing', 'commit', 'catch up'),
    });
    const start = Date.parse('2026-11-20T10:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const store = await (await fresh()).open();
        let time = start;
        const both = [await server(store, () => time), await server(store, () => time)] as const;
        await both[0].board.watch([id(1)], 'person', null);
        await both[1].board.catchUp();
        const last: Record<string, unknown> = {};
        for (const { at, column, value, next } of steps) {
          const { board } = both[at as 0 | 1];
          time += 1_000;
          const iso = new Date(time).toISOString();
          if (column === 'tracking') {
            const answer = tracking({ vehicle: null, health: `state ${value}` });
            board.recordAnswer(id(1), answer, answer);
            last.tracking_health = `state ${value}`;
            last.read_error = null;
          } else if (column === 'failure') {
            board.recordFailure(id(1), `kind ${value}`, 500, 'It failed');
            last.read_error = expect.objectContaining({ kind: `kind ${value}` });
          } else if (column === 'monitor') {
            const monitor: LoadMonitor = { monitor_id: id(50), status: `state ${value}`, stops: [] };
            // What this server has already is no change.
            if (board.get(id(1))?.item.monitor?.status !== monitor.status) last.monitor = monitor;
            board.recordMonitor(id(1), monitor);
          } else if (column === 'triage') {
            last.triage = { exception_id: id(value) };
            board.recordTriage(id(1), last.triage as LoadTriage, time);
          } else if (column === 'leaving') {
            last.leaving = { reason: 'removed', since: iso, at: iso, next_load: null };
            board.recordLeaving(id(1), last.leaving as Leaving);
          } else if (column === 'kept') {
            await board.decide(id(1), { leaving: null, kept: { by_name: `Person ${value}`, at: iso } });
            last.kept = { by_name: `Person ${value}`, at: iso };
            last.leaving = null;
          } else {
            await board.recordIdentifiers(id(1), value > 5, `Person ${value}`);
            last.identifiers_sent = { sent: value > 5, by_name: `Person ${value}`, at: iso };
          }
          if (next === 'commit') await board.flush();
          if (next === 'catch up') await board.catchUp();
        }
        // A server commits what it had read again only after it has seen what the other one committed in between.
        for (const { board } of [...both, ...both]) {
          await board.catchUp();
          await board.flush();
        }
        for (const { board } of both) await board.catchUp();
        for (const { board } of [...both, await server(store, () => time)])
          expect(board.get(id(1))?.item).toMatchObject(last);
        expect(facts(both[0].board)).toEqual(facts(both[1].board));
      }),
      { numRuns: runs(10) },
    );
  });

  it('two servers and a third one that starts later converge after any sequence of actions', async () => {
    const step = fc.record({
      at: fc.constantFrom(0, 1),
      do: fc.constantFrom('watch', 'remove', 'read', 'fail', 'commit', 'catch up'),
      load: fc.integer({ min: 1, max: 4 }),
      health: fc.constantFrom('live', 'stale', 'unknown'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const store = await (await fresh()).open();
        let time = Date.parse('2026-11-20T10:00:00Z');
        const both = [await server(store, () => time), await server(store, () => time)] as const;
        const working: Promise<unknown>[] = [];
        for (const { at, do: what, load, health } of steps) {
          const { board } = both[at as 0 | 1];
          time += 1_000;
          if (what === 'watch') working.push(board.watch([id(load)], 'person', null));
          else if (what === 'remove') working.push(board.unwatch([id(load)]));
          else if (what === 'commit') working.push(board.flush());
          else if (what === 'catch up') working.push(board.catchUp());
          else if (what === 'fail') board.recordFailure(id(load), 'not_found', 404, 'x');
          else {
            const answer = tracking({ load, health });
            board.recordAnswer(id(load), answer, answer);
          }
          if (health === 'live') await Promise.all(working);
        }
        await Promise.all(working);
        for (const { board } of both) await board.flush();
        for (const { board } of both) await board.catchUp();
        const third = await server(store, () => time);
        expect(facts(both[0].board)).toEqual(facts(third.board));
        expect(facts(both[1].board)).toEqual(facts(third.board));
        for (const { changes } of both) {
          const numbers = changes.map(({ version }) => version);
          expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
        }
      }),
      { numRuns: runs(4) },
    );
  });
});
