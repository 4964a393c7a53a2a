/** A clock that tests advance manually. */
import type { SchedulerClock } from '../service/upstream/request-scheduler.ts';

export class ManualClock implements SchedulerClock {
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
      // Lets the callbacks run before time continues.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
    this.time = until;
    await Promise.resolve();
  }
}
