/** A period in which everything is refused although the pace was fine: how soon loads are fresh again, by a manual clock. */
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { fixedWindows, type Quota, tokenBucket } from '../../testing/quotas.ts';
import { RequestScheduler } from './request-scheduler.ts';

const INTERVAL_SECONDS = 15;
const WORKERS = 8;
const LATENCY_MS = 60;

interface Episode {
  readonly seconds: number;
  /** Wait announced by each refusal. */
  readonly retryAfter: number;
}

/** Polls loads as the poller does, with an episode in the middle. */
async function readThrough(loads: number, quota: Quota, { seconds, retryAfter }: Episode) {
  const clock = new ManualClock();
  const scheduler = new RequestScheduler({ clock, maxRps: 50 });
  const readAt = Array.from({ length: loads }, () => clock.time);
  const dueAt = [...readAt];
  const sleep = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  let refusing = false;
  let refused = 0;
  const work = async () => {
    for (;;) {
      const load = dueAt.indexOf(Math.min(...dueAt));
      if ((dueAt[load] ?? 0) > clock.time) {
        await sleep(100);
        continue;
      }
      dueAt[load] = Number.POSITIVE_INFINITY;
      await scheduler.enter('background');
      const sentAt = scheduler.sent();
      await sleep(LATENCY_MS / 2);
      const wait = refusing ? retryAfter : quota(clock.time);
      await sleep(LATENCY_MS / 2);
      if (wait === null) {
        scheduler.accepted(sentAt);
        readAt[load] = clock.time;
        dueAt[load] = clock.time + INTERVAL_SECONDS * 1000;
      } else {
        if (refusing) refused += 1;
        scheduler.pause(wait, sentAt);
        dueAt[load] = clock.time;
        await sleep(500);
      }
    }
  };
  for (let n = 0; n < WORKERS; n += 1) void work();
  await clock.advance(90_000);
  refusing = true;
  await clock.advance(seconds * 1000);
  refusing = false;
  const end = clock.time;
  while (Math.min(...readAt) < end && clock.time < end + 600_000) await clock.advance(250);
  return { freshAfter: (clock.time - end) / 1000, refused };
}

const episodes = [1, 3, 12, 30].flatMap((seconds) =>
  [0, 1, 5].map((retryAfter) => ({ seconds, retryAfter })),
);

describe.each([
  ['windows of a second', fixedWindows],
  ['a store of permits', tokenBucket],
] as const)('reading against %s', (_, quota) => {
  it.each([
    [100, 5],
    [100, 20],
    [500, 5],
    [500, 20],
    [500, 40],
  ])(
    'of %i loads at %i a second is fresh again soon after a period of refusals',
    async (loads, perSecond) => {
      for (const episode of episodes) {
        const { freshAfter, refused } = await readThrough(loads, quota(perSecond), episode);
        const words = `after ${episode.seconds} s with Retry-After ${episode.retryAfter}`;
        expect(freshAfter, words).toBeLessThanOrEqual(INTERVAL_SECONDS + (2 * loads) / perSecond);
        // During the episode there is about one call a second, even if the service says 0.
        expect(refused, words).toBeLessThanOrEqual(2 * WORKERS + 1.5 * episode.seconds);
      }
    },
  );
});
