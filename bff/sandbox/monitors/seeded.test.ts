import { MONITOR_STATUSES } from '@waypost/contract/monitors';
import { expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { World } from '../world/world.ts';
import { Monitors } from './monitors.ts';
import { seededMonitors } from './seeded.ts';

it('watches 20 journeys of a believable world: in every state, with the arrivals that their trucks reported', () => {
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
    const { all } = monitors;
    expect(all).toHaveLength(20);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(MONITOR_STATUSES));
    for (const monitor of all.filter(({ status }) => status === 'completed'))
      expect(monitor.stops.at(-1)?.arrived_at).toBeLessThan(clock.now());
    expect(all.some(({ status, stops }) => status === 'active' && stops[0]?.departed_at)).toBe(true);
    expect(all.some(({ status, stops }) => status === 'active' && !stops[0]?.arrived_at)).toBe(true);
  }
});
