import { expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { HOUR, MINUTE } from '../world/clock.ts';
import { World } from '../world/world.ts';
import { Monitors } from './monitors.ts';
import { seededMonitors } from './seeded.ts';

it('watches 20 journeys of a believable world with the arrivals that trucks reported before; some expire or complete soon', () => {
  for (const hour of [2, 8, 14, 20]) {
    const clock = new ManualClock(Date.UTC(2026, 10, 23, hour));
    const world = new World({
      kind: 'believable',
      seed: 1,
      loads: 500,
      speed: 1,
      clock,
      newId: countedIds(),
    });
    const monitors = new Monitors(world, { emit: () => undefined } as unknown as ConstructorParameters<
      typeof Monitors
    >[1]);
    monitors.load(seededMonitors(world, 1));
    const statuses = () => new Set(monitors.all.map(({ status }) => status));
    expect(monitors.all).toHaveLength(20);
    // A road may pass through the circle of a destination, which completes a journey early.
    expect(monitors.all.filter(({ status }) => status === 'active').length).toBeGreaterThanOrEqual(18);
    expect(monitors.all.some(({ stops }) => stops[0]?.departed_at)).toBe(true);
    expect(monitors.all.some(({ stops }) => !stops[0]?.arrived_at)).toBe(true);
    clock.advance(3 * MINUTE);
    expect(statuses()).toContain('expired');
    clock.advance(12 * HOUR);
    const completed = monitors.all.filter(({ status }) => status === 'completed');
    expect(completed.length).toBeGreaterThan(0);
    for (const { stops } of completed) expect(stops.at(-1)?.arrived_at).toBeLessThan(clock.now());
  }
});
