/** Keeps subscriptions, and what is not delivered yet. */
import type { Events, SavedEvents } from '../events/events.ts';
import type { State } from './state.ts';

export function keepEvents(state: State, events: Events): void {
  const changed = state.register('events', {
    save: () => events.save(),
    load: (saved: SavedEvents) => events.load(saved),
  });
  events.onChange(changed);
}
