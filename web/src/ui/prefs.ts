/**
 * How a person likes the screen: kept in this browser for the first paint, published to subscribers. What cannot be read
 * falls back to the default, never breaks the page. The server's copy is the truth (features/settings/sync.ts).
 */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';

const KEY = 'waypost.prefs';

export const LIST_WIDTH = { min: 400, max: 440, usual: 440 } as const;
/** At the least, what identifies a load has room: columns.test.ts. */
export const TABLE_WIDTH = { min: 910, max: 1720 } as const;

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Columns of a table in their order; null: the usual ones. */
const columns = z.array(z.string()).nullable().catch(null);

/** Names and values as the server keeps them; `radius_unit` and what begins with `alert_` are of this browser alone. */
const schema = z.object({
  length_unit: z.enum(['mi', 'km']).catch('mi'),
  volume_unit: z.enum(['gal', 'L']).catch('gal'),
  /** IANA; null: the computer's own. */
  time_zone: z.string().refine(isZone).nullable().catch(null),
  clock: z.enum(['24', '12']).catch('24'),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  motion: z.enum(['system', 'reduced']).catch('system'),
  /** Path that opens after signing in; null: the board. */
  default_view: z.string().startsWith('/').nullable().catch(null),
  /** The board's list on a screen that has room for a table; null: by the width of the window. */
  list_form: z.enum(['rows', 'table']).nullable().catch(null),
  /** Pixels, clamped where it is used. */
  list_width: z.number().min(200).max(2000).catch(LIST_WIDTH.usual),
  /** Null: a share of the window. */
  table_width: z.number().min(200).max(4000).nullable().catch(null),
  rail_pinned: z.boolean().catch(false),
  /** Unit of radii in forms and on the map. Follows `length_unit` until another is chosen there. */
  radius_unit: z.enum(['m', 'km', 'ft', 'mi']).catch('mi'),
  /** Severity from which new exceptions are notified. */
  alert_from: z.enum(['off', 'critical', 'high', 'any']).catch('off'),
  alert_sound: z.boolean().catch(false),
  table_columns: columns,
  monitor_columns: columns,
  fuel_columns: columns,
  usage_columns: columns,
});
export type Prefs = z.infer<typeof schema>;

export const USUAL_PREFS: Prefs = schema.parse({});

type PrefsStorage = Pick<Storage, 'getItem' | 'setItem'>;
type Choice = (change: Partial<Prefs>, before: Prefs) => void;

export class PrefsStore {
  readonly #storage: PrefsStorage | null;
  readonly #listeners = new Set<() => void>();
  readonly #choices = new Set<Choice>();
  #prefs: Prefs;

  constructor(storage: PrefsStorage | null) {
    this.#storage = storage;
    this.#prefs = schema.parse(read(storage));
  }

  readonly get = (): Prefs => this.#prefs;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Called with what the person chooses here, not with what came from elsewhere. */
  readonly onChoice = (listener: Choice) => {
    this.#choices.add(listener);
    return () => void this.#choices.delete(listener);
  };

  /** The person chose. */
  set(change: Partial<Prefs>): void {
    const before = this.#prefs;
    this.adopt(change);
    for (const listener of this.#choices) listener(change, before);
  }

  /** For as long as this page is open. */
  borrow(change: Partial<Prefs>): void {
    this.#prefs = { ...this.#prefs, ...change };
    this.#publish();
  }

  /** Taken over from the server: nobody chose here. */
  adopt(change: Partial<Prefs>): void {
    const { length_unit } = change;
    const follows = length_unit !== undefined && length_unit !== this.#prefs.length_unit;
    this.#prefs = { ...this.#prefs, ...(follows ? { radius_unit: length_unit } : {}), ...change };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.#prefs));
    } catch {
      // A full or forbidden storage: the choice holds until the page is closed.
    }
    this.#publish();
  }

  /** Another tab of this browser has written. */
  readAgain(): void {
    this.#prefs = schema.parse(read(this.#storage));
    this.#publish();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}

function read(storage: PrefsStorage | null): unknown {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** Null: this browser keeps nothing. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const prefs = new PrefsStore(browserStorage());
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => key === KEY && prefs.readAgain());

export function usePrefs(): Prefs {
  return useSyncExternalStore(prefs.subscribe, prefs.get);
}

function writingKey(): string {
  const { length_unit, volume_unit, time_zone, clock } = prefs.get();
  return [length_unit, volume_unit, time_zone ?? '', clock].join(' ');
}

/**
 * Differs whenever numbers and times are to be written differently. Texts are made by plain functions that nobody
 * subscribes to: a page, a part that `memo` keeps, and a text that `useMemo` keeps subscribe by this.
 */
export function useWritingKey(): string {
  return useSyncExternalStore(prefs.subscribe, writingKey);
}
