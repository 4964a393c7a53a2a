/** Creates the world, or resumes the one of the state file with trucks where they would be if it had continued. */
import type { ServiceParts } from '../service.ts';
import { DAY } from '../world/clock.ts';
import { World } from '../world/world.ts';

/**
 * A world older than this, in world time, starts anew because recomputing its trips would take too long. Posted and changed data
 * and subscriptions are kept.
 */
const MAX_RESUME_AGE = 40 * DAY;

interface Saved {
  /** Identifies the world by its settings. */
  readonly of: string;
  /** Service time minus real time, in milliseconds. */
  readonly offset: number;
  readonly start: number;
}

export function createWorld({ config, tracks, clock, state, newId }: ServiceParts): World {
  const { seed, loads, vehicles, speed, world: kind } = config;
  const of = JSON.stringify({
    seed,
    kind,
    loads,
    speed,
    tracks: tracks.map(({ name }) => name),
    ...(vehicles === null ? {} : { vehicles }),
  });
  let start: number | undefined;
  const changed = state.register('world', {
    save: (): Saved => ({ of, offset: clock.offset, start: start ?? clock.now() }),
    load: (saved: Saved) => {
      clock.advance(saved.offset - clock.offset);
      const age = (clock.now() - saved.start) * speed;
      if (saved.of === of && age >= 0 && age <= MAX_RESUME_AGE) start = saved.start;
    },
  });
  clock.onMove(changed);
  start ??= clock.now();
  return new World({ seed, kind, loads, vehicles, speed, clock, tracks, newId, start });
}
