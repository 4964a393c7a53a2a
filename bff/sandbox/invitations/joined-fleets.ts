/** Fleets that joined by accepting an invitation, in order, so that they get the same trucks after a restart. */
import type { State } from '../state/state.ts';
import type { Fleet } from '../world/fleets.ts';
import type { World } from '../world/world.ts';

export interface Joined {
  readonly fleet: Fleet;
  readonly trucks: number;
  /** Wall clock, milliseconds. */
  readonly joined_at: number;
}

export class JoinedFleets {
  readonly #world: World;
  readonly #all: Joined[] = [];
  readonly #changed: () => void;
  readonly #listeners: ((joined: Joined) => void)[] = [];
  /** Seeded fleets. */
  readonly before: readonly Fleet[];

  /** Restores fleets from the state file first, because other parts refer to their trucks. */
  constructor(world: World, state: State) {
    this.#world = world;
    this.before = [...world.fleets];
    this.#changed = state.register('joined_fleets', {
      save: () => this.#all,
      load: (saved: readonly Joined[]) => {
        for (const joined of saved)
          this.#join({ ...joined, joined_at: joined.joined_at ?? world.clock.start });
      },
    });
  }

  #join(joined: Joined): void {
    this.#all.push(joined);
    this.#world.onboard(joined.fleet, joined.trucks);
    for (const listener of this.#listeners) listener(joined);
  }

  /** Calls the listener for each fleet that has joined and each that will join. */
  onJoin(listener: (joined: Joined) => void): void {
    for (const joined of this.#all) listener(joined);
    this.#listeners.push(listener);
  }

  add(fleet: Fleet, trucks: number): void {
    this.#join({ fleet, trucks, joined_at: this.#world.clock.now() });
    this.#changed();
  }
}
