/**
 * How a person likes the screen: kept in this browser, read once, told to whoever shows it. What cannot be read falls
 * back to the default, never breaks the page. A later issue keeps them on the server.
 */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';

const KEY = 'waypost.prefs';

export const LIST_WIDTH = { min: 400, max: 440, usual: 420 } as const;
export const TABLE_WIDTH = { min: 880, max: 1720, usual: 1280 } as const;

const schema = z.object({
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  /** Pixels, clamped where it is used. */
  list_width: z.number().min(200).max(2000).catch(LIST_WIDTH.usual),
  table_width: z.number().min(200).max(4000).catch(TABLE_WIDTH.usual),
  rail_pinned: z.boolean().catch(false),
  /** Unit of radii in forms and on the map. */
  radius_unit: z.enum(['m', 'km', 'ft', 'mi']).catch('mi'),
  /** Null: the usual ones. */
  table_columns: z.array(z.string()).nullable().catch(null),
});
export type Prefs = z.infer<typeof schema>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export class PrefsStore {
  readonly #storage: Storage | null;
  readonly #listeners = new Set<() => void>();
  #prefs: Prefs;

  constructor(storage: Storage | null) {
    this.#storage = storage;
    this.#prefs = schema.parse(read(storage));
  }

  readonly get = (): Prefs => this.#prefs;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(change: Partial<Prefs>): void {
    this.#prefs = { ...this.#prefs, ...change };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.#prefs));
    } catch {
      // A full or forbidden storage: the choice holds until the page is closed.
    }
    for (const listener of this.#listeners) listener();
  }
}

function read(storage: Storage | null): unknown {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const prefs = new PrefsStore(browserStorage());

export function usePrefs(): Prefs {
  return useSyncExternalStore(prefs.subscribe, prefs.get);
}
