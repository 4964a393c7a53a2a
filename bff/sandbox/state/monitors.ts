/** Keeps monitors and how far they have caught up. */
import type { Monitors, SavedMonitors } from '../monitors/monitors.ts';
import type { State } from './state.ts';

export function keepMonitors(state: State, monitors: Monitors): void {
  const changed = state.register('monitors', {
    save: () => monitors.save(),
    load: (saved: SavedMonitors) => monitors.load(saved),
  });
  monitors.onChange(changed);
}
