import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shutdown } from './shutdown.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('parts stop in stages, each with its own time: one that hangs or fails is named, and the next stage begins', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  const stopped: string[] = [];
  const slow = (name: string, ms: number) => () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        stopped.push(name);
        resolve();
      }, ms),
    );
  const failing = () => {
    throw new Error('broken');
  };
  const shutdown = new Shutdown(log);
  const end = (async () => {
    await shutdown.stage(1_000, { mail: slow('mail', 5_000), failing, nothing: undefined });
    await shutdown.stage(1_000, { board: slow('board', 900) });
    stopped.push('stages');
    await shutdown.waitForLate(10_000);
    stopped.push('late');
  })();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stopped).toEqual(['board', 'stages']);
  expect(lines.map(({ part }) => part)).toEqual(['failing', 'mail']);
  await vi.advanceTimersByTimeAsync(3_000);
  await end;
  expect(stopped).toEqual(['board', 'stages', 'mail', 'late']);
});
