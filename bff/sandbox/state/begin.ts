/** Begins the world, or takes up the one of the state file: the same trucks at the same places as if it had run on. */
import type { ServiceParts } from '../service.ts';
import { DAY } from '../world/clock.ts';
import { World } from '../world/world.ts';

/**
 * A world left alone for longer than this, in its own time, begins anew: working its trips out again would keep people waiting.
 * What was posted, changed and subscribed stays.
 */
const TAKEN_UP_WITHIN = 40 * DAY;

interface Saved {
  /** What makes it this world and no other. */
  readonly of: string;
  /** Real and service time differ by so many milliseconds. */
  readonly offset: number;
  readonly start: number;
}

export function beginWorld({ config, tracks, clock, state, newId }: ServiceParts): World {
  const { seed, loads, vehicles, speed } = config;
  const of = JSON.stringify({
    seed,
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
      if (saved.of === of && age >= 0 && age <= TAKEN_UP_WITHIN) start = saved.start;
    },
  });
  clock.onMove(changed);
  start ??= clock.now();
  return new World({ seed, loads, vehicles, speed, clock, tracks, newId, start });
}
