import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it, vi } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import type { ExclusiveWork, Lease } from '../lib/exclusive-work.ts';
import { type OpenDatabase, openDatabase } from '../store/open-database.ts';
import { runningLease, takeLease } from '../store/shared-clock.ts';
import { NamedLease } from './lease.ts';

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
/** Long enough that a busy machine does not lose it. */
const SHORT_MS = 1_500;
const LONG_MS = 600_000;

/** Work that notes what is called. */
class TestWork implements ExclusiveWork {
  readonly task = 'work';
  readonly leases: Lease[] = [];
  starts = 0;
  isRunning = false;
  failures = 0;
  end: Promise<unknown> = Promise.resolve();

  start(lease: Lease): void {
    this.starts += 1;
    if (this.starts <= this.failures) throw new Error('not yet');
    this.leases.push(lease);
    this.isRunning = true;
  }

  async stop(): Promise<void> {
    await this.end;
    this.isRunning = false;
  }
}

function server(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  options: { leaseMs?: number; now?: () => number; name?: string; isShared?: boolean } = {},
) {
  const usual = { name: 'work', isShared: true, leaseMs: SHORT_MS };
  const lease = new NamedLease({ db, dialect, log: silentLog, ...usual, ...options });
  const work = new TestWork();
  lease.add(work);
  return { lease, work };
}

describeOnBothDatabases('of several servers', (fresh) => {
  const open = async () => (await fresh()).open();

  it('one works, and another takes over when it stops, never both at once', async () => {
    const opened = await open();
    const [first, second] = [server(opened), server(opened)];
    await first.lease.start(true);
    await second.lease.start(false);
    expect([first.work.isRunning, second.work.isRunning]).toEqual([true, false]);
    // What its work has left is still to be stored.
    await first.lease.stopWork();
    expect([first.work.isRunning, first.lease.isHeld]).toEqual([false, true]);
    expect(await first.lease.release()).toBe(true);
    await eventually(() => expect(second.work.isRunning).toBe(true));
    await second.lease.stopWork();
    await second.lease.release();
    expect(first.work.starts).toBe(1);
  });

  it('the one that works stops before its lease ends when it cannot renew it', async () => {
    const opened = await open();
    const { lease, work } = server(opened, { leaseMs: 400 });
    await lease.start(true);
    expect(work.isRunning).toBe(true);
    await opened.close();
    await eventually(() => expect(work.isRunning).toBe(false));
    expect(lease.isHeld).toBe(false);
    await lease.release();
  });

  it('one that was suspended past its lease knows at once that it is not the one any more, and writes nothing', async () => {
    const opened = await open();
    const { db, dialect } = opened;
    let time = 0;
    const frozen = server(opened, { leaseMs: LONG_MS, now: () => time });
    await frozen.lease.start(true);
    const [held] = frozen.work.leases;
    expect(held?.isHeld()).toBe(true);
    await frozen.lease.publishNote('of the holder before');
    await takeLease(db, dialect, { name: 'work', owner: 'other', ms: LONG_MS, force: true });
    // By its clock the lease is not over: its writes carry its fence, which is.
    await frozen.lease.publishNote('of the past');
    expect(await runningLease(db, dialect, 'work')).toEqual({ owner: 'other', fence: 2, note: null });
    time = 500_000;
    // No timer has run since: this is asked right before a call.
    expect(held?.isHeld()).toBe(false);
    await frozen.lease.release();
    expect((await runningLease(db, dialect, 'work'))?.owner).toBe('other');
  });

  it('one that takes its lease again begins anew, and what it began before stays refused', async () => {
    const opened = await open();
    const { db, dialect } = opened;
    const { lease, work } = server(opened);
    await lease.start(true);
    await takeLease(db, dialect, { name: 'work', owner: 'other', ms: 50, force: true });
    await eventually(() => expect(work.leases).toHaveLength(2));
    expect(work.leases.map((one) => one.isHeld())).toEqual([false, true]);
    await lease.release();
  });

  it('one whose work cannot begin tries again, and its other work and leases do not wait for that', async () => {
    const opened = await open();
    const { lease, work } = server(opened);
    const [beside, other] = [new TestWork(), server(opened, { name: 'other' })];
    lease.add(beside);
    work.failures = 2;
    await lease.start(true);
    await other.lease.start(true);
    expect([work.isRunning, beside.isRunning, other.work.isRunning]).toEqual([false, true, true]);
    await eventually(() => expect(work.isRunning).toBe(true));
    expect([work.starts, beside.starts, other.work.starts]).toEqual([3, 1, 1]);
    for (const one of [lease, other.lease]) await one.release();
  });

  it('one whose work does not end leaves it to another after the expiry, and takes it again only after that end', async () => {
    const opened = await open();
    const { db, dialect } = opened;
    const hanging = server(opened);
    const other = server(opened);
    await hanging.lease.start(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    hanging.work.end = promise;
    await takeLease(db, dialect, { name: 'work', owner: 'dead', ms: 50, force: true });
    await eventually(() => expect(hanging.lease.isHeld).toBe(false));
    await other.lease.start(false);
    await eventually(() => expect(other.work.isRunning).toBe(true));
    expect(hanging.work.leases.map((one) => one.isHeld())).toEqual([false]);
    await other.lease.stopWork();
    await other.lease.release();
    // Several of its tries.
    await eventually(async () => expect(await runningLease(db, dialect, 'work')).toBeUndefined());
    const free = server(opened);
    await free.lease.start(false);
    expect(free.work.isRunning).toBe(true);
    await free.lease.stopWork();
    await free.lease.release();
    expect(hanging.work.starts).toBe(1);
    resolve();
    await eventually(() => expect(hanging.work.starts).toBe(2));
    await hanging.lease.release();
  });

  it('one whose work hangs at its end does not release the lease', async () => {
    const opened = await open();
    const { db, dialect } = opened;
    const { lease, work } = server(opened, { leaseMs: LONG_MS });
    await lease.start(true);
    work.end = new Promise(() => undefined);
    void lease.stopWork();
    expect(await lease.release()).toBe(false);
    expect(await runningLease(db, dialect, 'work')).toBeDefined();
    expect(work.leases[0]?.isHeld()).toBe(false);
  });
});

describe('the only server', () => {
  it('works without asking the database, and tries again what cannot begin', async () => {
    const opened = await openDatabase('sqlite::memory:');
    const { lease, work } = server(opened, { isShared: false, leaseMs: 30 });
    await opened.close();
    work.failures = 2;
    await lease.start(true);
    await eventually(() => expect(work.isRunning).toBe(true));
    expect([work.starts, lease.isHeld]).toEqual([3, true]);
    await lease.stopWork();
    expect(work.isRunning).toBe(false);
    await lease.release();
  });
});

describeOnBothDatabases('in whatever order servers ask, sleep and let go', (fresh) => {
  it('no two hold the lease at once, and its fencing number only increases', async () => {
    const { db, dialect } = await (await fresh()).open();
    const owner = fc.constantFrom('a', 'b', 'c');
    const step = fc.record({ owner, ms: fc.constantFrom(-1, 3_600_000) });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 2, maxLength: 8 }), async (s, steps) => {
        round += 1;
        const name = `lease ${round}`;
        const taken: { owner: string; fence: number; ms: number }[] = [];
        const asks = steps.map(({ owner, ms }) =>
          s.schedule(Promise.resolve()).then(async () => {
            const fence = await takeLease(db, dialect, { name, owner, ms });
            if (fence !== null) taken.push({ owner, fence, ms });
          }),
        );
        await s.waitAll();
        await Promise.all(asks);
        // Each number has one owner, and nobody else gets a lease that is still running.
        for (const one of taken)
          for (const other of taken) if (one.fence === other.fence) expect(other.owner).toBe(one.owner);
        const running = taken.filter(({ ms }) => ms > 0).map((one) => one.fence);
        expect(new Set(running).size).toBeLessThanOrEqual(1 + taken.filter(({ ms }) => ms < 0).length);
      }),
      { numRuns: runs(30) },
    );
  });
});
