import { fc, runs } from '@waypost/contract/testing/property';
import { expect, it, vi } from 'vitest';
import { takeLease } from '../store/shared-clock.ts';
import { describeOnBothDatabases } from '../testing/databases.ts';
import { silentLog } from '../testing/tracking.ts';
import { LeaderElection } from './cluster.ts';

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

describeOnBothDatabases('of several servers', (fresh) => {
  it('one leads, and when it stops responding another takes over, never both at once', async () => {
    const { db, dialect } = await (await fresh()).open();
    const reading = new Set<string>();
    let most = 0;
    const server = (name: string) => {
      const election = new LeaderElection({ db, dialect, log: silentLog, leaseMs: 300 });
      election.subscribe({
        onGain: () => {
          reading.add(name);
          most = Math.max(most, reading.size);
        },
        onLoss: async () => {
          reading.delete(name);
        },
      });
      return election;
    };
    const [first, second] = [server('first'), server('second')];
    await first.start(true);
    await second.start(false);
    expect([...reading]).toEqual(['first']);
    // It releases its lease.
    await first.stop();
    await eventually(() => expect([...reading]).toEqual(['second']));
    expect(most).toBe(1);
    await second.stop();
    expect(reading.size).toBe(0);
  });

  it('the leader stops before its lease ends when it cannot renew it', async () => {
    const { db, dialect, close } = await (await fresh()).open();
    let lost = false;
    const election = new LeaderElection({
      db,
      dialect,
      log: silentLog,
      leaseMs: 400,
    });
    election.subscribe({
      onGain: () => undefined,
      onLoss: async () => {
        lost = true;
      },
    });
    await election.start(true);
    expect(election.isLeader).toBe(true);
    await close();
    await eventually(() => expect(lost).toBe(true));
    expect(election.isLeader).toBe(false);
    await election.stop();
  });

  it('a leader that was suspended past its lease knows at once that it no longer leads', async () => {
    const { db, dialect } = await (await fresh()).open();
    let time = 0;
    const election = new LeaderElection({
      db,
      dialect,
      log: silentLog,
      leaseMs: 600_000,
      now: () => time,
    });
    await election.start(true);
    expect(election.isLeader).toBe(true);
    time = 500_000;
    // No timer has run since: this is checked right before a call.
    expect(election.isLeader).toBe(false);
    await election.stop();
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
