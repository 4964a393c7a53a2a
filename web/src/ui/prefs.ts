/** Display preferences, stored in this browser for the first paint; the server's copy is authoritative (settings/sync.ts). */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Cell, Signal } from './signal.ts';

const KEY = 'waypost.prefs';

export const LIST_WIDTH = { min: 400, max: 640, default: 540 } as const;
/** `min` leaves space for the columns that identify a load (columns.test.ts). */
export const TABLE_WIDTH = { beside_panel: 984, min: 1124, max: 1720 } as const;

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Column ids in display order; null: the default columns. */
const columns = z.array(z.string()).nullable().catch(null);

/** Names and values match the server's, except `radius_unit` and `alert_*`, which exist only in this browser. */
const schema = z.object({
  length_unit: z.enum(['mi', 'km']).catch('mi'),
  volume_unit: z.enum(['gal', 'L']).catch('gal'),
  /** IANA name; null: the computer's zone. */
  time_zone: z.string().refine(isZone).nullable().catch(null),
  clock: z.enum(['24', '12']).catch('24'),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  motion: z.enum(['system', 'reduced']).catch('system'),
  /** Path opened after sign-in; null: the board. */
  default_view: z.string().startsWith('/').nullable().catch(null),
  /** Form of the board's list on wide screens; null: chosen by window width. */
  list_form: z.enum(['rows', 'table']).nullable().catch(null),
  /** Pixels; clamped where used. */
  list_width: z.number().min(200).max(2000).catch(LIST_WIDTH.default),
  /** Pixels; null: a share of the window. */
  table_width: z.number().min(200).max(4000).nullable().catch(null),
  /** Labels beside the icons of the navigation; null: by window width (`useRailPinned`). */
  rail_pinned: z.boolean().nullable().catch(null),
  /** Unit of radii in forms and on the map. Follows `length_unit` until another unit is chosen. */
  radius_unit: z.enum(['m', 'km', 'ft', 'mi']).catch('mi'),
  /** Minimum severity for notifications of new exceptions. */
  alert_from: z.enum(['off', 'critical', 'high', 'any']).catch('off'),
  alert_sound: z.boolean().catch(false),
  table_columns: columns,
  monitor_columns: columns,
  fuel_columns: columns,
  usage_columns: columns,
  /** Hides the setup list from the board. */
  setup_dismissed: z.boolean().catch(false),
});
export type Prefs = z.infer<typeof schema>;

export const DEFAULT_PREFS: Prefs = schema.parse({});

export type Choice = readonly [change: Partial<Prefs>, before: Prefs];

type PrefsStorage = Pick<Storage, 'getItem' | 'setItem'>;

export class PrefsStore {
  readonly #storage: PrefsStorage | null;
  readonly #prefs = new Cell<Prefs>(schema.parse({}));
  readonly #userChanges = new Signal<Choice>();

  constructor(storage: PrefsStorage | null) {
    this.#storage = storage;
    this.reload();
  }

  readonly get = this.#prefs.get;
  readonly subscribe = this.#prefs.subscribe;
  /** Called for changes by `set`, not for those adopted from the server or another tab. */
  readonly onUserChange = this.#userChanges.subscribe;

  /** A change by the person. */
  set(change: Partial<Prefs>): void {
    const before = this.get();
    this.adopt(change);
    this.#userChanges.emit(change, before);
  }

  /** A change that is not stored. */
  setTemporarily(change: Partial<Prefs>): void {
    this.#prefs.set({ ...this.get(), ...change });
  }

  /** A change by the server; stored, but not published to `onUserChange`. */
  adopt(change: Partial<Prefs>): void {
    const { length_unit } = change;
    const follows = length_unit !== undefined && length_unit !== this.get().length_unit;
    const prefs = { ...this.get(), ...(follows ? { radius_unit: length_unit } : {}), ...change };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(prefs));
    } catch {
      // Full or forbidden storage: the change lasts until the page is closed.
    }
    this.#prefs.set(prefs);
  }

  /** Adopts the server's copy in a browser that has none. */
  begin(server: Readonly<Record<string, unknown>>): void {
    if (Object.keys(read(this.#storage)).length > 0) return;
    const valid = schema.parse(server);
    const known = Object.entries(valid).filter(([name]) => name in server);
    this.adopt(Object.fromEntries(known) as Partial<Prefs>);
  }

  /** Applies changes stored by another tab. */
  reload(): void {
    this.#prefs.set(schema.parse(read(this.#storage)));
  }
}

function read(storage: PrefsStorage | null): object {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** Null when the browser has no storage. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const prefs = new PrefsStore(browserStorage());
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => key === KEY && prefs.reload());

export function usePrefs(): Prefs {
  return useSyncExternalStore(prefs.subscribe, prefs.get);
}

function formatKey(): string {
  const { length_unit, volume_unit, time_zone, clock } = prefs.get();
  return [length_unit, volume_unit, time_zone ?? '', clock].join(' ');
}

/** Changes when formats do. Pages and memoized texts subscribe with it, because plain functions format without subscribing. */
export function useFormatKey(): string {
  return useSyncExternalStore(prefs.subscribe, formatKey);
}
