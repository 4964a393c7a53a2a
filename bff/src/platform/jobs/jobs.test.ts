import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { describeOnBothDatabases, type TestDatabase } from '../../testing/databases.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { silentLog } from '../../testing/tracking.ts';
import { ANN } from '../../testing/triage.ts';
import { Activity } from '../activity/activity.ts';
import { SINGLE_SERVER } from '../cluster/notify-bus.ts';
import { countJobs } from '../store/jobs.ts';
import { rowsOf, updateRow, writeSetting } from '../store/query.ts';
import { inTransaction } from '../store/transaction.ts';
import { jobRoutes } from './create.ts';
import { type JobKind, Jobs } from './jobs.ts';

const MINUTE = 60_000;
interface Payload {
  readonly n: number;
}

describeOnBothDatabases('jobs', (fresh) => {
  /** Servers on one database; each runs jobs of the kind `count` with `run`. */
  async function setup(run: JobKind<Payload>['run'], more: Partial<JobKind<Payload>> = {}) {
    const database: TestDatabase = await fresh();
    const { db, dialect } = await database.open();
    const clock = { now: Date.parse('2026-11-20T10:00:00Z') };
    const now = () => clock.now;
    const server = () => {
      const activity = new Activity(db, silentLog, now);
      const jobs = new Jobs({ db, dialect, log: silentLog, activity, bus: SINGLE_SERVER, now });
      jobs.define<Payload>({
        kind: 'count',
        concurrency: 2,
        maxTries: 2,
        retryAfterMs: () => MINUTE,
        run,
        ...more,
      });
      return jobs;
    };
    const jobs = server();
    const add = (n: number, dedupe?: string, orderKey?: string) => {
      const order = orderKey === undefined ? {} : { order: { key: orderKey, position: n } };
      return inTransaction(db, (trx) => jobs.add(trx, 'count', { n }, { dedupe, ...order }));
    };
    return { db, dialect, clock, server, jobs, add, rows: () => rowsOf(db, 'job', {}, ['created_at']) };
  }

  it('run once, on one of several servers', async () => {
    const ran: number[] = [];
    const { server, jobs, add, rows } = await setup(async ({ payload }) => {
      ran.push(payload.n);
      return {};
    });
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    for (const n of numbers) await add(n);
    await Promise.all([jobs, server(), server()].map((each) => each.runDue()));
    expect(ran.sort((a, b) => a - b)).toEqual(numbers);
    expect(await rows()).toEqual([]);
  });

  it('exist only if the transaction that added them is committed', async () => {
    const { db, jobs, rows } = await setup(async () => ({}));
    const adding = inTransaction(db, async (trx) => {
      await jobs.add(trx, 'count', { n: 1 });
      throw new Error('rolled back');
    });
    await expect(adding).rejects.toThrow('rolled back');
    expect(await rows()).toEqual([]);
  });

  it('are added once for each key while one is open', async () => {
    const { jobs, add, rows } = await setup(async () => ({}));
    expect(await Promise.all([add(1, 'a'), add(2, 'a'), add(3, 'b'), add(4), add(5)])).toHaveLength(5);
    expect((await rows()).filter(({ dedupe_key }) => dedupe_key === 'a')).toHaveLength(1);
    expect(await add(6, 'a')).toBe(false);
    await jobs.runDue();
    expect(await add(7, 'a')).toBe(true);
  });

  it('that fail for an unknown reason wait, are given up and shown, and hold up no others', async () => {
    const ran: number[] = [];
    const shown: unknown[] = [];
    const { clock, jobs, add, rows } = await setup(
      async ({ payload }) => {
        if (payload.n === 1) throw new Error('broken');
        ran.push(payload.n);
        return {};
      },
      {
        onFailure: async (_, { n }, failure) => {
          shown.push([n, failure]);
          return undefined;
        },
      },
    );
    for (const n of [1, 2, 3]) await add(n);
    await jobs.runDue();
    expect(ran).toEqual([2, 3]);
    expect(await rows()).toMatchObject([{ tries: 1, dead_at: null, problem: 'broken', claimed_by: null }]);
    clock.now += MINUTE;
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ tries: 2, dead_at: clock.now, problem: 'broken' }]);
    clock.now += MINUTE;
    await jobs.runDue();
    const failure = { problem: 'broken', isInterrupted: false };
    expect(shown).toEqual([
      [1, { ...failure, tries: 1, isDead: false }],
      [1, { ...failure, tries: 2, isDead: true }],
    ]);
    expect((await jobs.failures.get()).values).toMatchObject([{ labels: { kind: 'count' }, value: 2 }]);
  });

  it('that were given up can be retried, unless a newer one does the same', async () => {
    let isBroken = true;
    const { db, clock, jobs, add, rows } = await setup(
      async () => {
        if (isBroken) throw new Error('broken');
        return {};
      },
      { maxTries: 1 },
    );
    await add(1, 'a');
    await jobs.runDue();
    const [dead] = await rows();
    const id = dead?.id ?? '';
    await add(2, 'a');
    await expect(jobs.retry(id, ANN)).rejects.toMatchObject({ code: 409 });
    isBroken = false;
    await jobs.runDue();
    await jobs.retry(id, ANN);
    expect(await rows()).toMatchObject([{ id, tries: 0, dead_at: null, run_at: clock.now }]);
    await expect(jobs.retry(id, ANN)).rejects.toMatchObject({ code: 404 });
    const entries = await rowsOf(db, 'activity', { action: 'retry_job' });
    expect(entries).toMatchObject([{ sub: ANN.sub, target: 'count', outcome: 'done' }]);
    await jobs.runDue();
    expect(await rows()).toEqual([]);
    await jobs.stop();
  });

  it('are grouped by kind and reason, with their subjects and the counts of the system status', async () => {
    let isBroken = true;
    const { db, clock, jobs, add } = await setup(
      async ({ payload: { n } }) => {
        if (n >= 10) return { again: { afterMs: MINUTE, problem: 'the receiver rests' } };
        if (isBroken) throw new Error('no route');
        return {};
      },
      {
        order: 'passing',
        maxTries: 1,
        subjects: async (payloads) => payloads.map(({ n }) => `number ${n}`),
      },
    );
    for (const n of [1, 2]) await add(n, undefined, `key ${n}`);
    for (const n of [10, 11, 12]) await add(n, undefined, 'receiver');
    await jobs.runDue();
    const routes = jobRoutes(jobs, { db, now: () => clock.now });
    const [failed, waiting, ...others] = (await routes.list()).items;
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ state: 'failed', problem: 'no route', count: 2, next_try_at: null });
    expect(failed?.items.map(({ subject }) => subject).sort()).toEqual(['number 1', 'number 2']);
    // The first rests, and the others wait for it.
    const next_try_at = new Date(clock.now + MINUTE).toISOString();
    expect(waiting).toMatchObject({ state: 'waiting', problem: 'the receiver rests', count: 3, next_try_at });
    expect(waiting?.items.map((item) => item.next_try_at)).toEqual([next_try_at, next_try_at, next_try_at]);
    expect(await countJobs(db)).toMatchObject([{ kind: 'count', open: 3, dead: 2 }]);
    expect(await routes.retry(waiting?.group_id ?? '', ANN)).toMatchObject({ retried: 3 });
    expect(await rowsOf(db, 'job', { dead_at: null, run_at: clock.now })).toHaveLength(3);
    isBroken = false;
    expect(await routes.retry('unknown', ANN)).toMatchObject({ retried: 0 });
    const again = await routes.retry(failed?.group_id ?? '', ANN);
    expect(again).toMatchObject({ retried: 2, refused: 0 });
    expect(again.items.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('write nothing after another server has taken them over', async () => {
    const first = Promise.withResolvers<void>();
    let runs = 0;
    const { db, jobs, server, add, rows } = await setup(async () => {
      runs += 1;
      if (runs > 1) return { again: { afterMs: MINUTE, problem: 'later' } };
      await first.promise;
      return { write: (trx) => writeSetting(trx, 'result', 'late').then(() => undefined) };
    });
    await add(1);
    const late = jobs.runDue();
    await vi.waitFor(() => expect(runs).toBe(1));
    // As after a pause longer than the claim.
    await updateRow(db, 'job', {}, { claimed_until: 0 });
    await server().runDue();
    first.resolve();
    await late;
    expect(runs).toBe(2);
    expect(await rowsOf(db, 'setting', { key: 'result' })).toEqual([]);
    expect(await rows()).toMatchObject([{ problem: 'later', fence: 2 }]);
  });

  it('wait while their kind is paused, also when one that ran beside the cause has finished', async () => {
    const ran: number[] = [];
    const { clock, jobs, add, rows } = await setup(async ({ payload: { n } }) => {
      ran.push(n);
      if (n === 1) return { again: { afterMs: MINUTE, problem: 'down' }, pauseMs: MINUTE };
      await vi.waitFor(async () =>
        expect(await rows()).toContainEqual(expect.objectContaining({ problem: 'down' })),
      );
      return {};
    });
    for (const n of [1, 2, 3]) {
      await add(n);
      clock.now += 1;
    }
    await jobs.runDue();
    expect(ran.sort()).toEqual([1, 2]);
    expect(await rows()).toHaveLength(2);
  });

  it('that were running when the process ended, however often, have used up no try by that', async () => {
    let runs = 0;
    const { db, jobs, add, rows } = await setup(async () => {
      runs += 1;
      return {};
    });
    await add(1);
    await updateRow(db, 'job', {}, { tries: 2, claimed_by: 'ended', interruptions: 19 });
    await jobs.runDue();
    expect([runs, await rows()]).toEqual([1, []]);
  });

  it('that end the process at each try are given up', async () => {
    const failures: unknown[] = [];
    const { db, jobs, add, rows } = await setup(async () => ({}), {
      onFailure: async (_trx, _payload, failure) => void failures.push(failure),
    });
    await add(1);
    await updateRow(db, 'job', {}, { tries: 1, claimed_by: 'ended', interruptions: 20 });
    await jobs.runDue();
    expect(await rows()).toMatchObject([
      { tries: 1, problem: 'Waypost stopped or lost its database while it ran' },
    ]);
    expect((await rows())[0]?.dead_at).not.toBeNull();
    expect(failures).toMatchObject([{ isDead: true, isInterrupted: true }]);
  });

  it('that lose the database run again soon, and the try does not count', async () => {
    const tries: number[] = [];
    const failures: unknown[] = [];
    const { clock, jobs, add, rows } = await setup(
      async (job) => {
        tries.push(job.tries);
        if (tries.length < 4)
          throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
        return {};
      },
      { maxTries: 1, onFailure: async (_trx, _payload, failure) => void failures.push(failure) },
    );
    await add(1);
    for (let n = 0; n < 3; n += 1) {
      await jobs.runDue();
      const problem = 'The database server is not responding';
      const waiting = { dead_at: null, claimed_until: 0, run_at: clock.now + 5_000, problem };
      expect(await rows()).toMatchObject([waiting]);
      clock.now += 5_000;
    }
    await jobs.runDue();
    expect([tries, failures, await rows()]).toEqual([[1, 1, 1, 1], [], []]);
    expect((await jobs.failures.get()).values).toEqual([]);
  });

  it('that fail because the server stops run again after the start, and the try does not count', async () => {
    const started = Promise.withResolvers<void>();
    let runs = 0;
    const { jobs, server, add, rows } = await setup(async ({ signal }) => {
      runs += 1;
      if (runs > 1) return {};
      started.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return {};
    });
    await add(1);
    const running = jobs.runDue();
    await started.promise;
    await jobs.stop();
    await running;
    expect(await rows()).toMatchObject([{ tries: 0, claimed_by: null }]);
    await server().runDue();
    expect(await rows()).toEqual([]);
  });

  it('whose write is what they do fail with it, and it is not repeated', async () => {
    let writes = 0;
    const { jobs, add, rows } = await setup(async () => ({
      writeCanFail: true,
      write: async () => {
        writes += 1;
        throw new Error('broken');
      },
    }));
    await add(1);
    await jobs.runDue();
    expect(writes).toBe(1);
    expect(await rows()).toMatchObject([{ tries: 1, problem: 'broken', claimed_by: null }]);
  });

  it('store a known result when the database accepts it again, without a second run', async () => {
    let runs = 0;
    const { db, dialect, jobs, add, rows } = await setup(async () => {
      runs += 1;
      return {};
    });
    await add(1);
    const accept = await rejectWrites(db, dialect, 'job', ['DELETE']);
    const running = jobs.runDue();
    await vi.waitFor(() => expect(runs).toBe(1));
    await accept();
    await running;
    expect(await rows()).toEqual([]);
    expect(runs).toBe(1);
  });

  it('of one key run one at a time and in order, on several servers, beside those of other keys', async () => {
    const ran: number[] = [];
    const running = new Set<string>();
    let most = 0;
    const keyOf = (n: number) => `key ${n % 3}`;
    const { jobs, server, add } = await setup(
      async ({ payload: { n } }) => {
        const key = keyOf(n);
        expect(running).not.toContain(key);
        running.add(key);
        most = Math.max(most, running.size);
        await setImmediate();
        ran.push(n);
        running.delete(key);
        return {};
      },
      { order: 'strict' },
    );
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    for (const n of numbers.toReversed()) await add(n, undefined, keyOf(n));
    const servers = [jobs, server(), server()];
    do await Promise.all(servers.map((each) => each.runDue()));
    while (ran.length < numbers.length);
    expect(most).toBeGreaterThan(1);
    for (const key of [0, 1, 2])
      expect(ran.filter((n) => n % 3 === key)).toEqual(numbers.filter((n) => n % 3 === key));
  });

  it.each([
    ['strict', [3], 'waits for'],
    ['passing', [2, 3], 'passes'],
  ] as const)('in a %s order: a job %j %s one that waits after a failed try', async (order, first, _) => {
    const ran: number[] = [];
    const { clock, jobs, add, rows } = await setup(
      async ({ payload: { n } }) => {
        if (n === 1) throw new Error('broken');
        ran.push(n);
        return {};
      },
      { order },
    );
    for (const n of [1, 2]) await add(n, undefined, 'a');
    await add(3, undefined, 'b');
    await jobs.runDue();
    expect(ran.sort()).toEqual(first);
    clock.now += MINUTE;
    await jobs.runDue();
    // Given up, it holds up none.
    expect(ran.sort()).toEqual([2, 3]);
    expect(await rows()).toMatchObject([{ payload: '{"n":1}', dead_at: clock.now }]);
  });

  it('wait while an earlier one of their key waits for what is not about it, until that ends', async () => {
    const ran: number[] = [];
    let isDown = true;
    const { db, jobs, add, rows } = await setup(
      async ({ payload: { n } }) => {
        if (n === 1 && isDown) return { again: { afterMs: MINUTE, problem: 'down' } };
        ran.push(n);
        return {};
      },
      { order: 'passing' },
    );
    for (const n of [1, 2]) await add(n, undefined, 'a');
    await add(3, undefined, 'b');
    await jobs.runDue();
    expect(ran).toEqual([3]);
    expect((await rows()).map(({ tries }) => tries)).toEqual([0, 0]);
    isDown = false;
    await jobs.endWait(db, 'count', 'a');
    await jobs.runDue();
    expect(ran).toEqual([3, 1, 2]);
  });
});
