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

async function resolvesWithin(times: readonly number[]): Promise<boolean> {
  const done = vi.fn();
  void steadyFrames().then(done);
  for (const now of times) for (const callback of frames.splice(0)) callback(now);
  await Promise.resolve();
  return done.mock.calls.length > 0;
}

it('resolves with the third frame in time', async () => {
  expect(await resolvesWithin([0, 16, 32])).toBe(false);
  expect(await resolvesWithin([0, 16, 32, 48])).toBe(true);
});

it('restarts the count after a late frame', async () => {
  expect(await resolvesWithin([0, 16, 32, 132, 148])).toBe(false);
  expect(await resolvesWithin([0, 16, 32, 132, 148, 164, 180])).toBe(true);
});

it('resolves after half a second when frames are late or missing', async () => {
  const done = vi.fn();
  void steadyFrames().then(done);
  await vi.advanceTimersByTimeAsync(499);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});
