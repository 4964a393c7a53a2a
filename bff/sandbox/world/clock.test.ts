import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing.ts';
import { HOUR, MINUTE, WorldClock } from './clock.ts';

describe('world clock', () => {
  it('runs faster than the wall clock after the start, and at its speed before', () => {
    const clock = new ManualClock(1_000_000_000);
    const world = new WorldClock(clock, 10);
    expect(world.tau()).toBe(0);
    clock.advance(MINUTE);
    expect(world.tau()).toBe(10 * MINUTE);
    expect(world.tau(world.start - HOUR)).toBe(-HOUR);
  });

  it('converts every instant to wall time: no past event lies in the future', () => {
    const clock = new ManualClock(1_000_000_000);
    const world = new WorldClock(clock, 10);
    clock.advance(MINUTE);
    expect(world.wall(world.tau())).toBe(clock.now());
    expect(world.wall(world.tau() - 50_000)).toBe(clock.now() - 5000);
    expect(world.wall(-HOUR)).toBe(world.start - HOUR);
  });
});
