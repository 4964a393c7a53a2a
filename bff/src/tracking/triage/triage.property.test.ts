/**
 * Any sequence of actions by people, two servers and the tracking service, including restarts and changes of the leader: no load has
 * two exceptions, none is missing or left over, nothing acknowledged is lost, also of calls, and all servers agree.
 */
import { fc, runs } from '@waypost/contract/testing/property';
import { causeOf } from '@waypost/triage/cause';
import { DEFAULT_RULES } from '@waypost/triage/score';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE, type TestTriage, TestWorld } from '../../testing/triage.ts';

const LOADS = [1, 2] as const;
const STOPS = [
  {
    id: id(900),
    sequence: 0,
    stop_type: null,
    name: 'Denver DC 5',
    estimated_arrival_at: null,
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
  },
];
const server = fc.constantFrom(0, 1);
const load = fc.constantFrom(...LOADS);
const person = fc.constantFrom(ANN, BOB);

const step = fc.oneof(
  fc.record({
    do: fc.constant('read' as const),
    load,
    health: fc.constantFrom('live', 'no_signal', 'not_shared', 'stale'),
  }),
  fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 6, 20) }),
  fc.record({
    do: fc.constant('act' as const),
    server,
    by: person,
    /** Whether the page knows the last change. */
    fresh: fc.boolean(),
    act: fc.constantFrom(
      { kind: 'assign' as const },
      { kind: 'assign' as const, sub: null },
      { kind: 'note' as const, text: 'n' },
      { kind: 'snooze' as const, until: null },
      { kind: 'wake' as const },
      { kind: 'close' as const, reason: 'known' as const },
      { kind: 'reopen' as const },
      { kind: 'offer' as const },
      { kind: 'decline' as const },
      { kind: 'call' as const, outcome: 'reached' as const, text: 'n' },
      { kind: 'call' as const, outcome: 'left_message' as const, snooze_until: null },
      {
        kind: 'call' as const,
        outcome: 'eta' as const,
        eta: { stop_sequence: 0, at: '2026-12-01T00:00:00.000Z' },
      },
      { kind: 'clear_eta' as const },
    ),
  }),
  fc.record({ do: fc.constant('undo' as const), server, by: person }),
  fc.record({ do: fc.constant('restart' as const), server }),
  fc.record({ do: fc.constant('lead' as const), server }),
);

describeOnBothDatabases('exceptions', (fresh) => {
  it('are correct after any order of actions, responses, restarts and leaders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { db, close } = await (await fresh()).open();
        const world = new TestWorld(db);
        const servers = [await world.server(0), await world.server(1)] as [TestTriage, TestTriage];
        const leading = () => servers[world.leader as 0 | 1];
        const settle = async () => {
          for (const { board } of servers) await board.catchUp();
          await leading().look();
          await leading().triage.catchUp();
          for (const { board } of servers) await board.flush();
          for (const { board } of servers) await board.catchUp();
        };
        await servers[0].board.watch(LOADS.map(id), 'person', null);
        for (const number of LOADS) await leading().read(number, { stops: STOPS });
        await settle();
        let notes = 0;
        let last: { readonly act_id: string; readonly has_note: boolean } | null = null;
        for (const one of steps) {
          if (one.do === 'read') await leading().read(one.load, { health: one.health, stops: STOPS });
          else if (one.do === 'pass') world.time += one.minutes * MINUTE;
          else if (one.do === 'lead') {
            await settle();
            world.leader = one.server;
            // The other server notices that it is no longer the leader.
            for (const server of servers) await server.look();
          } else if (one.do === 'restart') servers[one.server as 0 | 1] = await world.server(one.server);
          else if (one.do === 'act') {
            const at = servers[one.server as 0 | 1];
            if (one.fresh) await settle();
            const result = await at.act(one.act, one.by, LOADS);
            expect([...result.done, ...result.refused.map(({ load_id }) => load_id)].sort()).toEqual(
              LOADS.map(id),
            );
            const has_note = 'text' in one.act;
            if (has_note) notes += result.done.length;
            last = { act_id: result.act_id, has_note };
          } else if (last !== null) {
            const undone = await servers[one.server as 0 | 1].triage
              .undo(last.act_id, one.by)
              .catch(() => null);
            if (undone && last.has_note) notes -= undone.done.length;
            if (undone) last = null;
          }
        }
        await settle();
        const rows = await db.selectFrom('exception').selectAll().execute();
        for (const number of LOADS) {
          const current = rows.filter((row) => row.load_id === id(number) && row.ended_at === null);
          const item = leading().board.get(id(number))?.item;
          const cause = item ? causeOf(item, { now: world.time, outage: false }) : 'fine';
          const wanted = DEFAULT_RULES.severity[cause] >= DEFAULT_RULES.attention ? [cause] : [];
          expect(current.map((row) => row.cause)).toEqual(wanted);
          const stored = (await db.selectFrom('load_call').selectAll().execute()).find(
            ({ load_id }) => load_id === id(number),
          );
          const [call] = (await leading().triage.history(id(number))).filter(
            ({ kind, undone }) => kind === 'call' && !undone,
          );
          for (const one of servers) {
            const shown = one.board.get(id(number))?.item;
            expect(shown?.last_call ?? null).toEqual(
              call ? expect.objectContaining({ outcome: call.reason, at: call.at }) : null,
            );
            expect(shown?.dispatcher_eta ?? null).toEqual(stored?.eta ? JSON.parse(stored.eta) : null);
          }
          for (const one of servers)
            expect(one.of(number)).toEqual(
              current.length === 0 ? null : expect.objectContaining({ change: current[0]?.change }),
            );
        }
        const events = await db.selectFrom('exception_event').selectAll().orderBy('seq').execute();
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
        expect(events.filter(({ kind, undone_at }) => kind === 'note' && undone_at === null)).toHaveLength(
          notes,
        );
        await close();
      }),
      { numRuns: runs(15) },
    );
  });
});
