import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type GateClock, PausedError, ServiceGate } from './gate.ts';

/** A clock that is moved by hand. */
class HandClock implements GateClock {
  time = 1_000_000;
  #timers: { at: number; callback: () => void }[] = [];
  now() {
    return this.time;
  }
  after(ms: number, callback: () => void) {
    const timer = { at: this.time + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }
  async advance(ms: number) {
    const until = this.time + ms;
    for (;;) {
      const next = this.#timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = next.at;
      next.callback();
      // Whoever was let through goes on before the time does.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
    this.time = until;
    await Promise.resolve();
  }
}

/** Many callers at once; notes when each was let through. */
function crowd(gate: ServiceGate, clock: HandClock, count: number): number[] {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1)
    void gate.enter('background').then(
      () => times.push(clock.time),
      () => undefined,
    );
  return times;
}

describe('the gate', () => {
  it('lets nothing at all through within an announced wait, neither polling nor clicks', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 50 });
    gate.pause(7);
    const times = crowd(gate, clock, 20);
    await clock.advance(6_999);
    await expect(gate.enter('person')).rejects.toBeInstanceOf(PausedError);
    expect(times).toEqual([]);
    await clock.advance(10_000);
    expect(times).toHaveLength(20);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_000_000 + 7_000);
  });

  it('lets most of an unused second leave at once, and in no second more than the pace', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 10 });
    await clock.advance(5_000);
    const times: number[] = [];
    for (let n = 0; n < 30; n += 1)
      void gate.enter('bulk').then(() => {
        gate.sent();
        times.push(clock.time);
      });
    await clock.advance(0);
    expect(times).toHaveLength(9);
    await clock.advance(60_000);
    expect(times).toHaveLength(30);
    for (const from of times)
      expect(times.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(10);
  });

  it('lets what is sent by the hundred go before polling, but for every fourth turn', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 10 });
    gate.pause(1);
    const order: string[] = [];
    for (const priority of ['background', 'bulk'] as const)
      for (let n = 0; n < 12; n += 1) void gate.enter(priority).then(() => order.push(priority));
    await clock.advance(60_000);
    expect(order).toHaveLength(24);
    // Of the first twelve turns nine.
    expect(order.slice(0, 12).filter((one) => one === 'bulk')).toHaveLength(9);
    expect(order.slice(16).every((one) => one === 'background')).toBe(true);
  });

  it('tells a click until when the wait lasts', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 50 });
    const until = gate.pause(30);
    await expect(gate.enter('person')).rejects.toMatchObject({ until });
  });

  it('never shortens a wait by a later, shorter one', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 50 });
    gate.pause(30);
    gate.pause(1);
    await clock.advance(29_000);
    expect(gate.pausedUntil).not.toBeNull();
  });

  it('keeps a wait that was announced before a restart', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 50, pausedUntil: clock.time + 5_000 });
    await expect(gate.enter('person')).rejects.toBeInstanceOf(PausedError);
    await clock.advance(5_001);
    await expect(gate.enter('person')).resolves.toBeUndefined();
  });

  it('lets a click through at once while polling queues', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 10, startRps: 1 });
    const times = crowd(gate, clock, 30);
    await clock.advance(0);
    const polled = times.length;
    await expect(gate.enter('person')).resolves.toBeUndefined();
    expect(times.length).toBe(polled);
  });

  it('slows polling down by as much as clicks have taken', async () => {
    const polledInOneSecond = async (clicks: number) => {
      const clock = new HandClock();
      const gate = new ServiceGate({ clock, maxRps: 10, startRps: 10 });
      for (let i = 0; i < clicks; i += 1) await gate.enter('person');
      const times = crowd(gate, clock, 100);
      await clock.advance(1_000);
      return times.length;
    };
    expect(await polledInOneSecond(5)).toBeLessThanOrEqual((await polledInOneSecond(0)) - 4);
  });

  it('takes several refusals of one moment as one lesson', () => {
    const after = (refusals: number) => {
      const gate = new ServiceGate({ clock: new HandClock(), maxRps: 100, startRps: 100 });
      for (let n = 0; n < refusals; n += 1) gate.pause(2);
      return gate.rps;
    };
    expect(after(3)).toBe(after(1));
    expect(after(1)).toBeLessThan(100);
  });

  it('leaves nothing behind on a signal that lives as long as the server', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 1_000, startRps: 1_000 });
    const { signal } = new AbortController();
    const through = Promise.all(Array.from({ length: 500 }, () => gate.enter('background', signal)));
    await clock.advance(5_000);
    await through;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('takes a caller out of the queue when it gives up', async () => {
    const clock = new HandClock();
    const gate = new ServiceGate({ clock, maxRps: 1, startRps: 1 });
    gate.pause(5);
    const given = new AbortController();
    const waiting = gate.enter('background', given.signal);
    given.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
  });
});
