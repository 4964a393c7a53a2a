import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { toProblem } from '../../platform/http/problems.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { HOUR_MS, useWallClock } from '../../testing/wall-clock.ts';
import { isOutage } from './errors.ts';
import { PausedError, RequestScheduler } from './request-scheduler.ts';

/** Many concurrent callers; records when each was admitted. */
function crowd(scheduler: RequestScheduler, clock: ManualClock, count: number): number[] {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1)
    void scheduler.enter('background').then(
      () => times.push(clock.time),
      () => undefined,
    );
  return times;
}

describe('the scheduler', () => {
  it('sends nothing during an announced pause, neither polling nor clicks', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    scheduler.pause(7);
    const times = crowd(scheduler, clock, 20);
    await clock.advance(6_999);
    await expect(scheduler.enter('person')).rejects.toBeInstanceOf(PausedError);
    expect(times).toEqual([]);
    await clock.advance(10_000);
    expect(times).toHaveLength(20);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_000_000 + 7_000);
  });

  it('lets most of an unused second be sent at once, and never more than the pace in a second', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 10 });
    await clock.advance(5_000);
    const times: number[] = [];
    for (let n = 0; n < 30; n += 1)
      void scheduler.enter('bulk').then(() => {
        scheduler.sent();
        times.push(clock.time);
      });
    await clock.advance(0);
    expect(times).toHaveLength(9);
    await clock.advance(60_000);
    expect(times).toHaveLength(30);
    for (const from of times)
      expect(times.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(10);
  });

  it('lets bulk requests go before polling, except every fourth turn', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 10 });
    scheduler.pause(1);
    const order: string[] = [];
    for (const priority of ['background', 'bulk'] as const)
      for (let n = 0; n < 12; n += 1) void scheduler.enter(priority).then(() => order.push(priority));
    await clock.advance(60_000);
    expect(order).toHaveLength(24);
    // Nine of the first twelve turns.
    expect(order.slice(0, 12).filter((one) => one === 'bulk')).toHaveLength(9);
    expect(order.slice(16).every((one) => one === 'background')).toBe(true);
  });

  it('tells a click when the pause ends', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    const until = scheduler.pause(30);
    await expect(scheduler.enter('person')).rejects.toMatchObject({ retryAt: until });
  });

  it('never shortens a pause by a later, shorter one', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    scheduler.pause(30);
    scheduler.pause(1);
    await clock.advance(29_000);
    expect(scheduler.pausedUntil).not.toBeNull();
  });

  it.each([
    ['60,000 seconds', 60_000],
    ['thirty days, more than a timer can take', 30 * 86_400],
    ['an epoch in microseconds', 1.8e15],
  ])('bounds a wait of %s, whoever announced it', async (_, seconds) => {
    for (const announce of [
      (scheduler: RequestScheduler) => scheduler.pause(seconds),
      (scheduler: RequestScheduler) => scheduler.hold(seconds * 1000),
    ]) {
      const clock = new ManualClock();
      const paused: number[] = [];
      const scheduler = new RequestScheduler({
        clock,
        maxRps: 50,
        maxWaitSeconds: 600,
        onPause: (ms) => paused.push(ms),
      });
      announce(scheduler);
      const times = crowd(scheduler, clock, 1);
      expect(paused.every((ms) => ms <= 601_000)).toBe(true);
      await clock.advance(599_000);
      expect(times).toEqual([]);
      await clock.advance(2_000);
      expect(times).toHaveLength(1);
    }
  });

  it('limits a pause that was stored before a restart', () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50, pausedForMs: 1e18 });
    expect(scheduler.pausedUntil).toBeLessThanOrEqual(clock.time + 3_601_000);
  });

  it('waits by a timer, and longer each time, when the announced wait is 0 seconds', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    const times: number[] = [];
    void (async () => {
      for (let n = 0; n < 8; n += 1) {
        await scheduler.enter('background');
        times.push(clock.time);
        scheduler.pause(0, scheduler.sent());
      }
    })();
    while (times.length < 8) await clock.advance(100);
    const waits = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(200);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThanOrEqual(1_000);
  });

  it('sends nothing that was admitted before the pause and has no connection yet', async () => {
    const scheduler = new RequestScheduler({ clock: new ManualClock(), maxRps: 50 });
    await scheduler.enter('person');
    scheduler.pause(5);
    expect(() => scheduler.sent()).toThrow(PausedError);
    expect(scheduler.callsLastMinute()).toBe(0);
  });

  it('admits everyone again once a person has ended the pause', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    scheduler.pause(3_000);
    const times = crowd(scheduler, clock, 3);
    await clock.advance(10_000);
    scheduler.endPause();
    expect(scheduler.pausedUntil).toBeNull();
    await clock.advance(5_000);
    expect(times).toHaveLength(3);
    await expect(scheduler.enter('person')).resolves.toBeUndefined();
  });

  it('speeds up after a pause that a person has ended, not only after its regular end', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50 });
    scheduler.pause(3_000);
    scheduler.endPause();
    const slow = scheduler.rps;
    for (let n = 0; n < 400; n += 1)
      void scheduler.enter('background').then(() => scheduler.accepted(scheduler.sent()));
    await clock.advance(60_000);
    expect(scheduler.rps).toBeGreaterThan(slow);
  });

  it('keeps a pause that was announced before a restart', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 50, pausedForMs: 5_000 });
    await expect(scheduler.enter('person')).rejects.toBeInstanceOf(PausedError);
    await clock.advance(5_001);
    await expect(scheduler.enter('person')).resolves.toBeUndefined();
  });

  it('admits a click at once while polling queues', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 10, startRps: 1 });
    const times = crowd(scheduler, clock, 30);
    await clock.advance(0);
    const polled = times.length;
    await expect(scheduler.enter('person')).resolves.toBeUndefined();
    expect(times.length).toBe(polled);
  });

  it('slows polling down by as much as clicks have used', async () => {
    const polledInOneSecond = async (clicks: number) => {
      const clock = new ManualClock();
      const scheduler = new RequestScheduler({ clock, maxRps: 10, startRps: 10 });
      for (let i = 0; i < clicks; i += 1) await scheduler.enter('person');
      const times = crowd(scheduler, clock, 100);
      await clock.advance(1_000);
      return times.length;
    };
    expect(await polledInOneSecond(5)).toBeLessThanOrEqual((await polledInOneSecond(0)) - 4);
  });

  it('counts several simultaneous refusals once', () => {
    const after = (refusals: number) => {
      const scheduler = new RequestScheduler({ clock: new ManualClock(), maxRps: 100, startRps: 100 });
      for (let n = 0; n < refusals; n += 1) scheduler.pause(2);
      return scheduler.rps;
    };
    expect(after(3)).toBe(after(1));
    expect(after(1)).toBeLessThan(100);
  });

  it('attributes late refusals of earlier requests to the same refusal', async () => {
    const after = async (refusals: number) => {
      const clock = new ManualClock();
      const scheduler = new RequestScheduler({ clock, maxRps: 100, startRps: 100 });
      const sentAt = Array.from({ length: 20 }, () => scheduler.sent());
      await clock.advance(100);
      for (const at of sentAt.slice(0, refusals)) {
        scheduler.pause(1, at);
        // The pause is over before the next refusal of the same moment arrives.
        await clock.advance(2_000);
      }
      return scheduler.rps;
    };
    expect(await after(5)).toBe(await after(1));
  });

  it('leaves no listener on a long-lived signal', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 1_000, startRps: 1_000 });
    const { signal } = new AbortController();
    const through = Promise.all(Array.from({ length: 500 }, () => scheduler.enter('background', signal)));
    await clock.advance(5_000);
    await through;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects what waits when it is closed, as an outage: it can be tried again', async () => {
    const scheduler = new RequestScheduler({ clock: new ManualClock(), maxRps: 1 });
    scheduler.pause(60);
    const waiting = scheduler.enter('bulk').catch((error: unknown) => error);
    scheduler.close();
    expect(isOutage(await waiting)).toBe(true);
  });

  it('removes an aborted caller from the queue', async () => {
    const clock = new ManualClock();
    const scheduler = new RequestScheduler({ clock, maxRps: 1, startRps: 1 });
    scheduler.pause(5);
    const given = new AbortController();
    const waiting = scheduler.enter('background', given.signal);
    given.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
  });
});

describe('the clock of this computer', () => {
  const setWallClock = useWallClock();

  it('set back by an hour delays no request', async () => {
    const scheduler = new RequestScheduler({ maxRps: 50 });
    await scheduler.enter('background');
    setWallClock(-HOUR_MS);
    for (let n = 0; n < 5; n += 1) await scheduler.enter('background');
    await scheduler.enter('person');
    scheduler.close();
  });

  it('set back by an hour does not prolong a pause, and a click learns its true end', async () => {
    const scheduler = new RequestScheduler({ maxRps: 50 });
    scheduler.pause(0.3);
    setWallClock(-HOUR_MS);
    const error = await scheduler.enter('person').catch((one: unknown) => one);
    expect(toProblem(error).headers).toEqual({ 'Retry-After': '1' });
    await scheduler.enter('background');
    scheduler.close();
  });

  it('set forward by an hour does not end a pause', async () => {
    const scheduler = new RequestScheduler({ maxRps: 50 });
    scheduler.pause(30);
    setWallClock(HOUR_MS);
    const error = await scheduler.enter('person').catch((one: unknown) => one);
    expect(toProblem(error)).toMatchObject({ code: 429, detail: { retry_after_seconds: 31 } });
    scheduler.close();
  });
});
