import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing.ts';
import { advanceClock } from './advance-clock.ts';
import { DAY, HOUR, OffsetClock } from './clock.ts';

const START = Date.UTC(2026, 10, 20);
const slow = () => {
  for (const startedAt = performance.now(); performance.now() - startedAt < 25; );
};

describe('advancing the clock', () => {
  it('proceeds in steps of half a day of the world, to the exact end', async () => {
    const clock = new OffsetClock(new ManualClock(START));
    const seen: number[] = [];
    await advanceClock({ clock, speed: 10, catchUp: () => seen.push(clock.now() - START) }, DAY + 1);
    expect(seen.slice(0, 2)).toEqual([1.2 * HOUR, 2.4 * HOUR]);
    expect(seen).toHaveLength(21);
    expect(clock.now()).toBe(START + DAY + 1);
  });

  it('yields to other tasks between steps', async () => {
    const clock = new OffsetClock(new ManualClock(START));
    let others = 0;
    const done = advanceClock({ clock, speed: 10, catchUp: slow }, 6 * HOUR);
    const other = () => {
      others += 1;
      setImmediate(other).unref();
    };
    setImmediate(other);
    await done;
    expect(others).toBeGreaterThanOrEqual(4);
  });

  it('stops when the clock is set back', async () => {
    const clock = new OffsetClock(new ManualClock(START));
    const done = advanceClock({ clock, speed: 10, catchUp: slow }, 30 * DAY);
    clock.reset();
    await done;
    expect(clock.now()).toBe(START);
  });

  it('takes at most a few thousand steps, however fast the world runs', async () => {
    const clock = new OffsetClock(new ManualClock(START));
    let strides = 0;
    await advanceClock({ clock, speed: 3600, catchUp: () => strides++ }, 90 * DAY);
    expect(strides).toBeLessThanOrEqual(4001);
    expect(clock.now() - START).toBe(90 * DAY);
  });
});
