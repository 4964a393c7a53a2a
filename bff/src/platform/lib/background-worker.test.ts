import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IntervalJob } from './background-worker.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('logs the first failure of background work, one of each later minute, and its recovery', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  let works = false;
  const work = async () => {
    if (!works) throw new Error('no answer');
  };
  const job = new IntervalJob({ log, task: 'read the list', everyMs: 10_000, work });
  const messages = () => lines.splice(0).map(({ msg, failures }) => ({ msg, failures }));
  job.wake();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(messages()).toEqual([{ msg: 'could not read the list; retrying', failures: 1 }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(messages()).toEqual([{ msg: 'could not read the list; retrying', failures: 7 }]);
  works = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(messages()).toEqual([{ msg: 'can read the list again', failures: 7 }]);
  await job.stop();
});

it('exclusive work does nothing before its start and after its stop, and skips runs while the lease is not held', async () => {
  let [runs, isHeld] = [0, true];
  const work = async () => {
    runs += 1;
  };
  const log = pino({ enabled: false });
  const job = new IntervalJob({ log, task: 'read the list', everyMs: 1_000, work, isExclusive: true });
  job.soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(0);
  for (const after of [3, 6]) {
    job.start({ isHeld: () => isHeld });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(runs).toBe(after);
    await job.stop();
    job.soon();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runs).toBe(after);
  }
  isHeld = false;
  job.start({ isHeld: () => isHeld });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(runs).toBe(6);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(7);
  await job.stop();
});
