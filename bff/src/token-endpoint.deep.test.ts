/** The real process with a failing token endpoint: it keeps responding, stops on request, and resumes automatically. */
import { afterAll, expect, it, vi } from 'vitest';
import { sized } from './testing/deep.ts';
import { temporaryFolder } from './testing/server.ts';
import { type Answer, type Cleanups, startPollingProcess, TOKEN_FAULTS } from './testing/token-process.ts';

const folder = temporaryFolder();
const cleanups: Cleanups = [() => folder.remove()];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** Sends consecutive health checks; one that times out means that the process no longer responds. */
async function answers(health: string, times: number) {
  for (let n = 0; n < times; n += 1)
    expect((await fetch(health, { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
}

/**
 * Number of watched loads, the faults that it recovers from, and the fault during which it is stopped. A deep run has every fault for
 * each number.
 */
const EVERY = Object.keys(TOKEN_FAULTS);
const RUNS: readonly (readonly [loads: number, healed: readonly string[], last: string])[] = [
  [1, ['429 with Retry-After', '500'], '429 without Retry-After'],
  [3, ['429 without Retry-After'], '500'],
  [20, ['garbage', 'refused connections'], 'no answer at all'],
  [500, ['no answer at all'], 'refused connections'],
];

it.concurrent.each(RUNS)(
  'with %i watched loads it responds, resumes automatically after each of %j, and stops in time during the fault: %s',
  async (loads, healed, last) => {
    const { child, exit, service, token, up, health } = await startPollingProcess(
      folder.dir,
      loads,
      cleanups,
    );
    const read = () => service.received.filter(({ url }) => url.endsWith('/tracking')).length;
    await eventually(() => expect(read()).toBeGreaterThan(0));

    const meet = async (fault: string) => {
      const before = token.calls();
      const began = performance.now();
      await token.fail(TOKEN_FAULTS[fault] as Answer);
      await answers(health, 20);
      if (TOKEN_FAULTS[fault] !== 'refuses connections')
        await eventually(() => expect(token.calls()).toBeGreaterThan(before));
      await eventually(async () => expect(await up()).toBe(0));
      await answers(health, 50);
      expect(token.calls() - before).toBeLessThanOrEqual(3 + (performance.now() - began) / 1000);
    };
    for (const fault of sized(healed, EVERY)) {
      await meet(fault);
      await token.heal();
      const before = read();
      await eventually(() => expect(read()).toBeGreaterThan(before + Math.min(loads, 20)));
      expect(await up()).toBe(1);
    }

    await meet(last);
    const began = performance.now();
    child.kill('SIGTERM');
    const [code] = await exit;
    expect(code).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  },
  120_000,
);
