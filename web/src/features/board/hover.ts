/** Which load the pointer or the keyboard is on, shared by list and map, without drawing the page anew. */
import { createContext, use, useSyncExternalStore } from 'react';

type Listener = () => void;

export class Spot {
  #load_id: string | null = null;
  readonly #listeners = new Set<Listener>();

  readonly get = (): string | null => this.#load_id;
  readonly subscribe = (listener: Listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  set(load_id: string | null): void {
    if (load_id === this.#load_id) return;
    this.#load_id = load_id;
    for (const listener of this.#listeners) listener();
  }
}

/** `hover`: the pointer is on its row or marker. `active`: the row that the keyboard is on. */
interface Spots {
  readonly hover: Spot;
  readonly active: Spot;
}

export const SpotsContext = createContext<Spots | null>(null);

export function useSpots(): Spots {
  const spots = use(SpotsContext);
  if (!spots) throw new Error('no SpotsContext above this component');
  return spots;
}

export function useIsAt(spot: Spot, load_id: string): boolean {
  return useSyncExternalStore(spot.subscribe, () => spot.get() === load_id);
}

export function useSpot(spot: Spot): string | null {
  return useSyncExternalStore(spot.subscribe, spot.get);
}
