import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { steadyFrames } from './steady-frames.ts';

let frames: ((now: number) => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function ends(times: readonly number[]): Promise<boolean> {
  const done = vi.fn();
  void steadyFrames().then(done);
  for (const now of times) for (const callback of frames.splice(0)) callback(now);
  await Promise.resolve();
  return done.mock.calls.length > 0;
}

it('ends with the third frame that comes in time', async () => {
  expect(await ends([0, 16, 32])).toBe(false);
  expect(await ends([0, 16, 32, 48])).toBe(true);
});

it('begins to count again after a pause', async () => {
  expect(await ends([0, 16, 32, 132, 148])).toBe(false);
  expect(await ends([0, 16, 32, 132, 148, 164, 180])).toBe(true);
});

it('ends after half a second where frames never come in time, or not at all', async () => {
  const done = vi.fn();
  void steadyFrames().then(done);
  await vi.advanceTimersByTimeAsync(499);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});
