/** The real process against a token endpoint that fails in every way: it goes on answering, ends when asked to, and resumes by itself. */
import { afterAll, expect, it, vi } from 'vitest';
import { sized } from './testing/deep.ts';
import { temporaryFolder } from './testing/server.ts';
import { type Answer, type Cleanups, TOKEN_FAULTS, startPollingProcess } from './testing/token-process.ts';

const folder = temporaryFolder();
const cleanups: Cleanups = [() => folder.remove()];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** Health checks in a row; one that does not come in this time is a process that no longer answers. */
async function answers(health: string, times: number) {
  for (let n = 0; n < times; n += 1)
    expect((await fetch(health, { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
}

/** How many loads are watched, the faults that are met and healed, and the one in which it is ended. Every fault for each number in a deep run. */
const EVERY = Object.keys(TOKEN_FAULTS);
const RUNS: readonly (readonly [loads: number, healed: readonly string[], last: string])[] = [
  [1, ['429 with Retry-After', '500'], '429 without Retry-After'],
  [3, ['429 without Retry-After'], '500'],
  [20, ['garbage', 'refused connections'], 'no answer at all'],
  [500, ['no answer at all'], 'refused connections'],
];

it.concurrent.each(RUNS)(
  'with %i watched loads it answers, resumes by itself after each of %j, and ends in time within the fault: %s',
  async (loads, healed, last) => {
    const { child, exit, service, token, up, health } = await startPollingProcess(folder.dir, loads, cleanups);
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
