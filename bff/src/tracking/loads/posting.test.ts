/** Posted loads with a real board and store, and interruptions at any point. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SecretBox } from '../../platform/secrets/keys.ts';
import { listArchivedLoads } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { requestContext } from '../../service/intents/kinds.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { LoadPoster } from './posting.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const box = new SecretBox([{ id: 'k', key: Buffer.alloc(32, 3) }]);
const dana = { sub: 'dana', name: 'Dana', token: async () => undefined };

function intentOf(load: number): IntentRow {
  const intent_id = id(900 + load);
  const request = { load_ref: `LD-${load}`, stops: [], vehicle: { vin: '1XKYDP9X0KJ211111' } };
  return {
    id: intent_id,
    kind: 'load',
    state: 'sending',
    credentials: 'organization',
    tag: intent_id,
    attempt: 1,
    subject: `LD-${load}`,
    fingerprint: '',
    request: box.seal(JSON.stringify(request), requestContext(intent_id)),
    result_id: null,
    result: null,
    service_status: null,
    message: null,
    created_by: dana.sub,
    created_by_name: dana.name,
    created_at: NOW,
    updated_at: NOW,
    checks: 0,
    next_check_at: null,
  };
}

/** One run of the server over a persistent database. `read` is called for each load that is read or will be. */
async function start(db: Database, read: (load_id: string) => void, sent: (load_id: string) => void) {
  const board = await Board.open({
    db,
    placeOf: () => null,
    log: silentLog,
    now: () => NOW,
    batchMs: 3_600_000,
  });
  const poster = new LoadPoster({
    db,
    box,
    board,
    poller: { add: (load_ids) => load_ids.forEach(read), readNow: async (load_id) => read(load_id) },
    intents: { send: () => Promise.reject(new Error('posts come as their answers here')) },
    client: {
      call: async (_endpoint, { params }) => {
        const { load_id } = params as { load_id: string };
        sent(load_id);
        return { load_id } as never;
      },
    },
    endpoints: serviceEndpoints(ASSUMPTIONS),
    activity: new Activity(db, silentLog),
    log: silentLog,
    now: () => NOW,
    retryMs: 10,
  });
  await poster.open();
  return { board, poster };
}

const act = fc.record({
  what: fc.constantFrom('post', 'cut off', 'named', 'correct', 'remove', 'return', 'answer', 'restart'),
  load: fc.integer({ min: 1, max: 4 }),
});

describe('corrections by two servers at once', () => {
  it('only one succeeds; one that fails releases its version to the next', async () => {
    const opened = await openDatabase('sqlite::memory:');
    const { db } = opened;
    let fails = true;
    const send = () => {
      if (fails) throw new Error('no answer');
    };
    const nothing = () => undefined;
    const first = await start(db, nothing, send);
    await first.board.watch([id(1)], 'person', 'dana');
    const second = await start(db, nothing, send);
    const correct = ({ poster }: typeof first, version: number) =>
      poster.correct(id(1), { version, load_ref: 'NEW' }, dana).then(
        ({ sent }) => sent.version,
        ({ code }: { code?: number }) => code ?? 'failed',
      );
    for (const version of [0, 1]) {
      fails = true;
      expect(await correct(first, version)).toBe('failed');
      expect((await first.poster.sent(id(1))).version).toBe(version);
      fails = false;
      const both = await Promise.all([correct(first, version), correct(second, version)]);
      expect(both.toSorted()).toEqual([version + 1, 412]);
    }
    for (const { board } of [first, second]) await board.close();
    await opened.close();
  });
});

describeOnBothDatabases('a posted load that the board could not store', (fresh) => {
  it('comes as soon as the database accepts it', async () => {
    const { db, dialect } = await (await fresh()).open();
    const nothing = () => undefined;
    const { board, poster } = await start(db, nothing, nothing);
    const accept = await rejectWrites(db, dialect, 'watched_load');
    await (await poster.done(db, intentOf(1), { load_id: id(1) }))?.();
    expect(board.ids()).toEqual([]);
    await accept();
    await vi.waitFor(() =>
      expect(board.get(id(1))?.item.identifiers_sent).toMatchObject({ sent: true, by_name: 'Dana' }),
    );
    await poster.stop();
  });
});

describe('whatever the order of posts, corrections, removals, restores, responses and restarts', () => {
  it('each posted load is in exactly one place, and no archived one is read or corrected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), async (acts) => {
        const opened = await openDatabase('sqlite::memory:');
        const { db } = opened;
        const expected = new Map<string, 'board' | 'archive'>();
        const versions = new Map<string, number>();
        const inUse: string[] = [];
        const use = (load_id: string) => {
          if (expected.get(load_id) !== 'board') inUse.push(load_id);
        };
        let { board, poster } = await start(db, use, use);
        const restart = async () => {
          await board.close();
          ({ board, poster } = await start(db, use, use));
        };
        for (const { what, load } of acts) {
          const load_id = id(load);
          const at = expected.get(load_id);
          if (what === 'answer') board.recordAnswer(load_id, tracking({ load }), tracking({ load }));
          else if (what === 'restart') await restart();
          else if (what === 'post' || what === 'cut off' || what === 'named') {
            // The service gives each load an id of its own.
            if (at !== undefined) continue;
            expected.set(load_id, 'board');
            versions.set(load_id, 1);
            if (what === 'named') await (await poster.identified(db, intentOf(load), load_id))?.();
            else {
              const then = await poster.done(db, intentOf(load), { load_id });
              if (what === 'post') await then?.();
              else await restart();
            }
          } else if (what === 'correct') {
            const version = versions.get(load_id) ?? 0;
            const corrected = poster.correct(load_id, { version, load_ref: `NEW-${load}` }, dana);
            if (at === 'board') {
              expect((await corrected).sent.version).toBe(version + 1);
              versions.set(load_id, version + 1);
            } else await expect(corrected).rejects.toMatchObject({ code: 404 });
          } else if (at !== undefined && what === 'remove') {
            expected.set(load_id, 'archive');
            await board.archive(new Map([[load_id, { reason: 'removed', since: null, by: null }]]));
          } else if (at !== undefined) {
            expected.set(load_id, 'board');
            await board.watch([load_id], 'person', 'dana');
          }
        }
        await restart();
        const archived = (await listArchivedLoads(db, { limit: 100 })).map(({ load_id }) => load_id);
        const of = (place: string) =>
          [...expected].flatMap(([one, at]) => (at === place ? [one] : [])).sort();
        expect(board.ids().sort()).toEqual(of('board'));
        expect(archived.sort()).toEqual(of('archive'));
        expect(inUse).toEqual([]);
        await board.close();
        await opened.close();
      }),
      { numRuns: runs(40) },
    );
  });
});
